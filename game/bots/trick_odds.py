"""The trick being played: how likely a card is to win it, and who takes it otherwise.

A later player may beat the best card so far by following suit higher, by trumping when void, or with
a joker; whether one who could will, depends on whether that player still wants tricks.
"""

from dataclasses import dataclass
from typing import Final

from game.bots.counting import JOKER, Counting, open_trick, seats_from
from game.rules.cards import Card, Suit, is_joker, strength
from game.rules.exact_bid.values import View
from game.rules.tricks import led_suit

_UNKNOWN: Final = 0.6  # how often a player whose bid is not known takes a trick that can be taken
_DONE: Final = 0.1  # ... one who has what was bid
_MISSED: Final = 0.35  # ... one whose bid is lost
_EAGER: Final = (0.6, 0.4)  # ... one who needs a share x of the tricks left: the first + x * the second
_BARE_TRUMPS: Final = 0.05  # a void player who wants no trick has nothing but trumps
_AGAIN: Final = 0.5  # a card that has beaten the best one is itself that much harder to beat


def wants(bid: int | None, taken: int, left: int) -> float:
    """How often a player takes a trick that they could take or leave."""
    if bid is None:
        return _UNKNOWN
    need = bid - taken
    if need == 0:
        return _DONE
    if not 0 < need <= left:
        return _MISSED
    return _EAGER[0] + _EAGER[1] * need / left


@dataclass(slots=True)
class Table:
    """The open trick as the seat on turn finds it."""

    counting: Counting
    led: Suit | None
    best: Card | None
    holder: int  # who holds the trick so far; meaningless while `best` is None
    later: tuple[int, ...]  # who plays after this seat
    want: dict[int, float]

    def key(self, card: Card, led: Suit | None) -> tuple[int, int]:
        """Orders cards by what wins when `led` was led."""
        if is_joker(card):
            return (99, 0)
        level = self.counting.level[card[1]]
        return (level, strength(card)) if level or card[1] == led else (-1, 0)

    def wins(self, card: Card) -> bool:
        """Whether the card would be the best in the trick so far."""
        return self.best is None or self.key(card, self.led) > self.key(self.best, self.led)

    def outcome(self, card: Card) -> dict[int, float]:
        """Who takes the trick, and how likely, if this card is played now."""
        seat = self.counting.seat
        led = self.led or (None if is_joker(card) else card[1])
        best, holder = (card, seat) if self.best is None or self.wins(card) else (self.best, self.holder)
        chances = {holder: 1.0}
        for later in self.later:
            beats = beat_chance(self.counting, later, best, led, self.want[later])
            taken = 0.0
            for owner in chances:
                loss = chances[owner] * beats * (1.0 if owner == holder else _AGAIN)
                chances[owner] -= loss
                taken += loss
            chances[later] = taken
        return chances


def table(view: View, counting: Counting) -> Table:
    """The trick as this seat finds it."""
    trick = open_trick(view)
    left = view.cards - sum(view.taken)
    want = {seat: wants(view.bids[seat], view.taken[seat], left) for seat in counting.others}
    if trick is None:
        return Table(counting, None, None, counting.seat, counting.others, want)
    order = seats_from(view, trick.leader)
    led = led_suit(trick.cards)
    found = Table(counting, led, None, trick.leader, order[len(trick.cards) + 1 :], want)
    for seat, card in zip(order, trick.cards, strict=False):
        if found.wins(card):
            found.best, found.holder = card, seat
    return found


def beat_chance(counting: Counting, seat: int, best: Card, led: Suit | None, want: float) -> float:
    """The chance that `seat`, playing later, beats the best card."""
    if is_joker(best) or led is None:
        return 0.0  # the first joker stands
    none = counting.none
    void = none(seat, led, counting.out(led))
    level = counting.level[best[1]]
    follows = 0.0
    if best[1] == led:
        higher, out = counting.higher(best), counting.out(led)
        follows = want * (1.0 - none(seat, led, higher))
        follows += (1.0 - want) * (none(seat, led, out - higher) - void)
    elif counting.level[led] > level:
        follows = 1.0 - void
    ruffs = void * (1.0 - _no_ruff(counting, seat, best, led)) * (want + (1.0 - want) * _BARE_TRUMPS)
    joker = (1.0 - none(seat, JOKER, counting.out(JOKER))) * want
    return 1.0 - (1.0 - min(1.0, max(0.0, follows + ruffs))) * (1.0 - joker)


def _no_ruff(counting: Counting, seat: int, best: Card, led: Suit) -> float:
    """The chance that the seat holds no trump above the best card, apart from the led suit."""
    chance = 1.0
    level = counting.level[best[1]]
    for suit, suit_level in counting.level.items():
        if suit != led and suit_level and suit_level >= level:
            chance *= counting.none(
                seat, suit, counting.higher(best) if suit == best[1] else counting.out(suit)
            )
    return chance
