"""What a seat can count: which cards are still out, who can hold them, who still wants tricks.

Everything here follows from the view alone: one's own hand, the cards played, the card turned up,
and who failed to follow suit. Where the unseen cards lie is kept as shares: `share[s][suit]` is the
chance that a given unseen card of that suit is in seat s's hand. The suit ``*`` stands for jokers.
"""

from dataclasses import dataclass, field
from typing import Final

from game.rules.cards import JOKERS, SUITS, Card, Suit, is_joker, pack, strength
from game.rules.exact_bid.values import Trick, View
from game.rules.tricks import led_suit

JOKER: Final[Suit] = "*"
_KINDS: Final = SUITS + JOKER
_SWEEPS: Final = 3  # of fitting the shares to what each seat holds; more change nothing that matters


@dataclass(slots=True)
class Counting:
    """The cards as one seat sees them. Masks have bit `strength(card)` set for each card."""

    seat: int
    hand: tuple[Card, ...]
    others: tuple[int, ...]  # the other seats in play, clockwise from one's own
    held: dict[int, int]  # cards in each of their hands
    unseen: dict[Suit, int]  # mask of the cards of a suit that one has not seen; jokers: bits 0, 1
    level: dict[Suit, int]  # 0 for a plain suit, 1 and up for trumps from the weakest
    share: dict[int, dict[Suit, float]]
    _none: dict[tuple[int, Suit, int], float] = field(default_factory=dict)

    def out(self, suit: Suit) -> int:
        """How many cards of the suit are unseen."""
        return self.unseen[suit].bit_count()

    def cards(self) -> list[Card]:
        """The unseen cards."""
        return [card for card in pack(2) if self.unseen[_kind(card)] >> _bit(card) & 1]

    def higher(self, card: Card) -> int:
        """How many unseen cards of its own suit beat the card."""
        return (self.unseen[card[1]] >> (strength(card) + 1)).bit_count()

    def none(self, seat: int, suit: Suit, cards: int) -> float:
        """The chance that `seat` holds none of `cards` given unseen cards of the suit."""
        if cards <= 0:
            return 1.0
        key = (seat, suit, cards)
        chance = self._none.get(key)
        if chance is None:
            chance = self._none[key] = self._none_of(self.share[seat][suit], cards)
        return chance

    def _none_of(self, share: float, cards: int) -> float:
        # Drawing without replacement: each card known to lie elsewhere makes the next likelier here.
        total = sum(mask.bit_count() for mask in self.unseen.values())
        expected = share * total
        chance = 1.0
        for drawn in range(cards):
            if total - drawn <= expected:
                return 0.0
            chance *= 1.0 - expected / (total - drawn)
        return chance


def count(view: View) -> Counting:
    """Count the cards for the seat whose view this is."""
    if view.seat is None:
        raise ValueError("an onlooker has nothing to decide")
    order = seats_from(view, view.seat)
    unseen = _unseen(view)
    held = {seat: view.counts[seat] for seat in order[1:]}
    voids = {seat: _voids(view, seat) for seat in held}
    level = dict.fromkeys(SUITS, 0) | {suit: i for i, suit in enumerate(view.trumps, 1)}
    return Counting(view.seat, view.hand, order[1:], held, unseen, level, _shares(unseen, held, voids))


def seats_from(view: View, first: int) -> tuple[int, ...]:
    """The seats in play, clockwise from `first`."""
    players = view.options.players
    ring = ((first + step) % players for step in range(players))
    return tuple(seat for seat in ring if seat not in view.out)


def open_trick(view: View) -> Trick | None:
    """The trick being played, if a card lies in it."""
    if view.tricks and view.tricks[-1].winner is None and view.tricks[-1].cards:
        return view.tricks[-1]
    return None


def _unseen(view: View) -> dict[Suit, int]:
    masks = dict.fromkeys(SUITS, (1 << 13) - 1) | {JOKER: (1 << view.options.jokers) - 1}
    known = set(view.hand).union(*view.seen, *(trick.cards for trick in view.tricks))
    if view.options.trump != "drawn-card":  # a drawn card was put back, and may be anywhere
        known.update(view.turned)
    for card in known:
        masks[_kind(card)] &= ~(1 << _bit(card))
    return masks


def _kind(card: Card) -> Suit:
    return JOKER if is_joker(card) else card[1]


def _bit(card: Card) -> int:
    return JOKERS.index(card) if is_joker(card) else strength(card)


def _voids(view: View, seat: int) -> set[Suit]:
    """The suits that the seat has shown to be without."""
    voids: set[Suit] = set()
    for trick in view.tricks:
        place = seats_from(view, trick.leader).index(seat)
        suit = led_suit(trick.cards[:place])
        if suit is not None and place < len(trick.cards):
            card = trick.cards[place]
            if not is_joker(card) and card[1] != suit:
                voids.add(suit)
    return voids


def _shares(
    unseen: dict[Suit, int], held: dict[int, int], voids: dict[int, set[Suit]]
) -> dict[int, dict[Suit, float]]:
    out = {kind: unseen[kind].bit_count() for kind in _KINDS}
    total = sum(out.values())
    if not any(voids.values()):
        return {seat: dict.fromkeys(_KINDS, cards / total if total else 0.0) for seat, cards in held.items()}
    return _fitted_shares(out, held, voids)


def _fitted_shares(
    out: dict[Suit, int], held: dict[int, int], voids: dict[int, set[Suit]]
) -> dict[int, dict[Suit, float]]:
    """Spread each suit over who may hold it, then scale to the hands' sizes, and again."""
    pile = -1  # the undealt cards, a holder without voids
    room = held | {pile: sum(out.values()) - sum(held.values())}
    weight = {
        seat: {kind: 0.0 if kind in voids.get(seat, ()) else float(cards) for kind in _KINDS}
        for seat, cards in room.items()
    }
    for _ in range(_SWEEPS):
        for seat, cards in room.items():
            expected = sum(weight[seat][kind] * out[kind] for kind in _KINDS)
            scale = cards / expected if expected else 0.0
            for kind in _KINDS:
                weight[seat][kind] *= scale
        for kind in _KINDS:
            total = sum(weight[seat][kind] for seat in room)
            for seat in room:
                weight[seat][kind] = weight[seat][kind] / total if total else 0.0
    return {seat: weight[seat] for seat in held}
