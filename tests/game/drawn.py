"""Finds cards in HTML, by their codes and by their words, in both languages.

The words stand here once more, so that a page is not held against what it was made of.
"""

import re

CODE = re.compile(r"(?<![A-Za-z0-9])([2-9TJQKA][CDHS]|\*[12])(?![A-Za-z0-9])")
ENGLISH = re.compile(r"(?i)\b(\d+|jack|queen|king|ace) of (clubs|diamonds|hearts|spades)\b")
DANISH = re.compile(r"(?i)\b(klør|ruder|hjerter|spar) (\d+|knægt|dame|konge|es)\b")
JOKER = re.compile(r"(?i)\bjoker")
AT_RANDOM = re.compile(r'(?:nonce|value)="[A-Za-z0-9_+/=-]{16,}"')  # nonces, tokens, seals

RANKS = {
    "10": "T", "jack": "J", "queen": "Q", "king": "K", "ace": "A",
    "knægt": "J", "dame": "Q", "konge": "K", "es": "A",
}  # fmt: skip
SUITS = {
    "clubs": "C", "diamonds": "D", "hearts": "H", "spades": "S",
    "klør": "C", "ruder": "D", "hjerter": "H", "spar": "S",
}  # fmt: skip


def coded(html: str) -> set[str]:
    """The cards whose codes (AS, TH, *1) stand anywhere, in an attribute or in the text."""
    return set(CODE.findall(AT_RANDOM.sub("", html)))


def named(html: str) -> set[str]:
    """The cards that are called by name: "ace of spades", "spar es". (A joker's name tells no two apart:
    see `tells_of_a_joker`.)"""
    names = [*ENGLISH.findall(html), *((rank, suit) for suit, rank in DANISH.findall(html))]
    return {_rank(rank.lower()) + SUITS[suit.lower()] for rank, suit in names}


def tells_of_a_joker(html: str) -> bool:
    return bool(JOKER.search(html))


def _rank(word: str) -> str:
    return RANKS.get(word, word)
