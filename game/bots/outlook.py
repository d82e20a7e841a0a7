"""What a hand is worth: how likely it is to take exactly so many more tricks.

Each card gets two chances: that it wins a trick when its owner wants it to, and that it loses one when
its owner wants that. A bare ace of trump always wins and never loses; a two of a plain suit the other
way round; a king with small cards beside it can often do either. Going through the cards from the most
rigid to the most flexible, and at each aiming at what still helps, gives the chance of an exact number
(`exact`) and what the round is worth (`value`).
"""

from collections.abc import Sequence
from math import exp
from typing import Final, TypeAlias

from game.bots.counting import JOKER, Counting
from game.bots.scoring import Scoring
from game.bots.weights import WEIGHTS
from game.rules.cards import SUITS, Card, Suit, is_joker, strength

Control: TypeAlias = tuple[float, float]
"""A card's chances: to win a trick if that is wanted, and to lose one if that is."""

Features: TypeAlias = tuple[float, ...]
"""What a card's chances follow from, in the order of `weights.NAMES`."""

_JOKER: Final[Control] = (0.97, 0.03)
_SURE: Final[Control] = (1.0, 0.0)
_CERTAIN: Final = 0.999
_NUISANCE: Final = 0.05  # what a winner is still worth to spoil others with, once the own bid is lost
_SHORT: Final = (1.0, 0.5, 0.2)  # how soon one can trump or discard, by the cards held of a suit


class Outlook:
    """The prospects of one's hand, and of what is left of it after a card.

    `pressure` is how much more the players still want than there is, as a share of the tricks left.
    """

    def __init__(self, counting: Counting, pressure: float) -> None:
        self.counting = counting
        self.pressure = pressure
        self._in_suit: dict[tuple[Card, int], tuple[float, ...]] = {}

    def controls(self, hand: Sequence[Card], leads: bool) -> list[Control]:
        """The chances of each card, the most rigid first. `leads`: its owner leads the next trick."""
        own = _masks(hand)
        short = self._short(own)
        shortness = sum(short.values())
        lead = 1.0 if leads else 0.0
        controls = []
        for card in hand:
            if is_joker(card):
                controls.append(_JOKER)
                continue
            suit = card[1]
            elsewhere = (shortness - short[suit]) / 3
            features = (*self._suit_features(card, own[suit]), elsewhere, self.pressure, lead)
            controls.append(_control(bool(self.counting.level[suit]), features))
        return sorted(controls, key=sum)

    def is_sure(self, card: Card) -> bool:
        """Whether the card wins whenever it is played."""
        if is_joker(card):
            return not self.counting.unseen[JOKER]
        trump = bool(self.counting.level[card[1]])
        return trump and self._suit_features(card, 1 << strength(card))[1] > _CERTAIN

    def _short(self, own: dict[Suit, int]) -> dict[Suit, float]:
        """For each suit, how soon this hand can do something else when it is led."""
        short = dict.fromkeys(SUITS, 0.0)
        for suit, mask in own.items():
            held = mask.bit_count()
            if held < len(_SHORT) and not self.counting.level[suit] and self.counting.unseen[suit]:
                short[suit] = _SHORT[held]
        return short

    def _suit_features(self, card: Card, own: int) -> tuple[float, ...]:
        features = self._in_suit.get((card, own))
        if features is None:
            features = self._in_suit[card, own] = self._describe(card, own)
        return features

    def _describe(self, card: Card, own: int) -> tuple[float, ...]:
        """The features that follow from the card and the mask of one's own cards in its suit."""
        counting, suit = self.counting, card[1]
        higher, out, jokers = counting.higher(card), counting.out(suit), counting.out(JOKER)
        best, share = 1.0, 0.0
        for seat in counting.others:
            ruffs = counting.none(seat, suit, out) * (1.0 - self._no_ruff(seat, suit))
            best *= counting.none(seat, suit, higher) * counting.none(seat, JOKER, jokers) * (1.0 - ruffs)
            share += counting.share[seat][suit]
        smaller = (own & ((1 << strength(card)) - 1)).bit_count()
        return (
            1.0,
            best,
            min(higher * share, 4.0) / 4,
            min((out - higher) * share, 6.0) / 6,
            min(smaller, 3) / 3,
            1.0 / len(counting.others),
        )

    def _no_ruff(self, seat: int, suit: Suit) -> float:
        counting, chance = self.counting, 1.0
        for trump, level in counting.level.items():
            if level > counting.level[suit]:
                chance *= counting.none(seat, trump, counting.out(trump))
        return chance


def exact(controls: Sequence[Control], most: int) -> list[float]:
    """The chances of taking exactly 0, 1, … `most` tricks, each if one aims at it."""
    chances = [1.0] + [0.0] * most
    for control in reversed(controls):
        chances = _aim(control, [0.0, *chances], chances)
    return chances


def value(controls: Sequence[Control], need: int, scoring: Scoring) -> float:
    """The points to expect of the round, when `need` more tricks make the bid."""
    if not 0 <= need <= len(controls):
        return _lost(controls, need, scoring)
    # points[k]: when k more are needed from the cards gone through so far, starting with none.
    points = [scoring.made] + [-scoring.under * k for k in range(1, need + 1)]
    unavoidable = 0.0  # tricks from those cards that come even if unwanted
    for control in reversed(controls):
        one_too_many = -scoring.over * (1.0 + unavoidable)
        points = _aim(control, [one_too_many, *points], points)
        unavoidable += 1.0 - control[1]
    return points[need]


def _lost(controls: Sequence[Control], need: int, scoring: Scoring) -> float:
    winners = sum(win for win, _ in controls)
    if need < 0:
        cost = scoring.over * (sum(1.0 - lose for _, lose in controls) - need)
    else:
        cost = scoring.under * (need - winners)
    return _NUISANCE * winners - cost


def _aim(control: Control, won: Sequence[float], lost: Sequence[float]) -> list[float]:
    """One card more: for each need, the better of trying to win with it and trying to lose."""
    win, lose = control
    return [
        max(win * if_won + (1.0 - win) * if_lost, (1.0 - lose) * if_won + lose * if_lost)
        for if_won, if_lost in zip(won, lost, strict=False)
    ]


def _masks(hand: Sequence[Card]) -> dict[Suit, int]:
    masks = dict.fromkeys(SUITS, 0)
    for card in hand:
        if not is_joker(card):
            masks[card[1]] |= 1 << strength(card)
    return masks


def _control(trump: bool, features: Features) -> Control:
    if trump and features[1] > _CERTAIN:
        return _SURE
    win, lose = WEIGHTS[trump]
    wins = _logistic(win, features)
    return wins, max(_logistic(lose, features), 1.0 - wins)


def _logistic(weights: Features, features: Features) -> float:
    return 1.0 / (1.0 + exp(-sum(map(float.__mul__, weights, features))))
