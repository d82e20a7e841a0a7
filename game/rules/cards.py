"""Cards and packs.

A card is a two-character string, its rank then its suit, as people who keep score write it: ``TH``
is the ten of hearts. ``*1`` and ``*2`` are the jokers. Strings keep hands readable in logs, records,
tests and forms, and hash as fast as anything.
"""

from typing import Final, TypeAlias

Card: TypeAlias = str
Suit: TypeAlias = str

SUITS: Final = "CDHS"
"""Clubs, diamonds, hearts, spades: the order of an unshuffled pack."""

RANKS: Final = "23456789TJQKA"
"""From the lowest to the highest."""

JOKERS: Final[tuple[Card, ...]] = ("*1", "*2")
PLAIN_PACK: Final[tuple[Card, ...]] = tuple(rank + suit for suit in SUITS for rank in RANKS)

_STRENGTH: Final[dict[Card, int]] = {card: RANKS.index(card[0]) for card in PLAIN_PACK}


def pack(jokers: int = 0) -> tuple[Card, ...]:
    """The unshuffled pack with 0 or 2 jokers at its end."""
    return PLAIN_PACK + JOKERS[:jokers]


def is_joker(card: Card) -> bool:
    return card[0] == "*"


def suit_of(card: Card) -> Suit | None:
    """The card's suit, or None for a joker."""
    return None if card[0] == "*" else card[1]


def strength(card: Card) -> int:
    """How high a plain card is in its suit: 0 for a two, 12 for an ace."""
    return _STRENGTH[card]
