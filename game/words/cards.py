"""Cards and numbers in words."""

from functools import lru_cache
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import get_language, gettext, ngettext, pgettext, pgettext_lazy

from game.rules.cards import Card, is_joker

_SUITS: Final[dict[str, Promise]] = {
    "C": pgettext_lazy("suit", "clubs"),
    "D": pgettext_lazy("suit", "diamonds"),
    "H": pgettext_lazy("suit", "hearts"),
    "S": pgettext_lazy("suit", "spades"),
}
_RANKS: Final[dict[str, Promise | str]] = {
    **{rank: rank for rank in "23456789"},
    "T": "10",
    "J": pgettext_lazy("rank", "jack"),
    "Q": pgettext_lazy("rank", "queen"),
    "K": pgettext_lazy("rank", "king"),
    "A": pgettext_lazy("rank", "ace"),
}


def suit_name(suit: str) -> str:
    """ "spades", "spar"."""
    return str(_SUITS[suit])


def card_name(card: Card) -> str:
    """ "ace of spades", "spar es"."""
    return _card_name(card, get_language())


@lru_cache(maxsize=256)
def _card_name(card: Card, language: str | None) -> str:
    """Looked up once: cards are named at every move. `language` is the active one."""
    if is_joker(card):
        return gettext("joker")
    return pgettext("card", "%(rank)s of %(suit)s") % {
        "rank": _RANKS[card[0]],
        "suit": _SUITS[card[1]],
    }


def number(n: int) -> str:
    """ "13", "−1", with a real minus."""
    return f"−{-n}" if n < 0 else str(n)


def signed(n: int) -> str:
    """ "+13", "−1", "0": points won or lost."""
    return f"+{n}" if n > 0 else number(n)


def points_text(n: int) -> str:
    """ "13 pts", "−1 pt"."""
    return ngettext("%(n)s pt", "%(n)s pts", abs(n)) % {"n": number(n)}
