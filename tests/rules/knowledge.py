"""What a viewpoint may know, worked out from a game's log alone, in words of RULES and not of the code.

The tests hold views (and anything else that is shown) against this.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, fields, is_dataclass
from typing import Any

from game.rules.exact_bid.options import Options
from game.rules.exact_bid.values import Action, Bid, Deal, Play, Reveal

ALL_CARDS = frozenset(rank + suit for suit in "CDHS" for rank in "23456789TJQKA") | {"*1", "*2"}


@dataclass
class Table:
    """What lies on the table, and who holds what, followed from the actions alone."""

    options: Options
    plan: tuple[int, ...]
    round: int = 0
    hands: list[list[str]] = field(default_factory=list)
    shown: set[str] = field(default_factory=set)  # turned, or played in this round
    bids: dict[int, int] = field(default_factory=dict)
    all_bid: bool = False

    @property
    def seats(self) -> list[int]:
        """Who was dealt cards in this round."""
        return [seat for seat, hand in enumerate(self.dealt) if hand]

    dealt: list[tuple[str, ...]] = field(default_factory=list)

    def follow(self, seat: int | None, action: Action, revealed: str | None = None) -> None:
        match action:
            case Deal(hands, turned):
                self.round += 1
                self.dealt = [tuple(hand) for hand in hands]
                self.hands = [list(hand) for hand in hands]
                self.shown = set(turned)
                self.bids, self.all_bid = {}, False
            case Bid(tricks):
                assert seat is not None
                self.bids[seat] = tricks
                self.all_bid = len(self.bids) == len(self.seats)
            case Play(card):
                self._down(card)
            case Reveal():
                assert revealed is not None
                self._down(revealed)

    def _down(self, card: str) -> None:
        (hand,) = [hand for hand in self.hands if card in hand]
        hand.remove(card)
        self.shown.add(card)

    @property
    def blind(self) -> bool:
        """RULES 1.3: all one-card rounds; or the first or last round where it has one card."""
        if not self.round or self.plan[self.round - 1] != 1:
            return False
        return {
            "none": False,
            "one-card": True,
            "first": self.round == 1,
            "last": self.round == len(self.plan),
        }[self.options.blind]

    def cards_known_to(self, seat: int | None, out: tuple[int, ...]) -> set[str]:
        known = set(self.shown)
        if seat is None or seat in out:
            return known
        for other, hand in enumerate(self.hands):
            if (other == seat) != self.blind:
                known |= set(hand)
        return known

    def bids_known_to(self, seat: int | None) -> dict[int, int]:
        return {other: bid for other, bid in self.bids.items() if self.all_bid or other == seat}


def cards_in(value: Any) -> Iterator[str]:
    """Every card that stands anywhere in a value."""
    if isinstance(value, str):
        if value in ALL_CARDS:
            yield value
    elif is_dataclass(value) and not isinstance(value, Options):
        for item in fields(value):
            yield from cards_in(getattr(value, item.name))
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from cards_in(key)
            yield from cards_in(item)
    elif isinstance(value, (list, tuple, set, frozenset)):
        for item in value:
            yield from cards_in(item)
