"""Who takes a trick and what may be played: RULES 1.4, and report BR-27."""

from itertools import pairwise

import pytest

from game.rules.tricks import led_suit, playable, winner


@pytest.mark.parametrize(
    ("cards", "trumps", "wins"),
    [
        # BR-27
        ("9S TS 2S", "H", "TS"),
        ("JC KD 3C", "H", "JC"),
        ("9S KS 4H 2S", "H", "4H"),
        ("2D TH JH 9H", "H", "JH"),
        ("AH KH 2S AD", "S", "2S"),
        # no trump: the led suit alone counts
        ("2C AD AH AS", "", "2C"),
        ("2C 3C AD AS", "", "3C"),
        # trump led
        ("2H AS 3H", "H", "3H"),
        # undertrump D, overtrump C: any over beats any under, any under beats plain suits
        ("AS AD 2C", "DC", "2C"),
        ("AS 2D KS", "DC", "2D"),
        ("AD 2C 3C KD", "DC", "3C"),
        ("AD KD 2S", "DC", "AD"),
        # jokers
        ("AS *1 2H", "H", "*1"),
        ("*2 AH *1", "H", "*2"),
        ("2C *2 *1 AC", "", "*2"),
    ],
)
def test_winner(cards: str, trumps: str, wins: str) -> None:
    order = cards.split()
    assert order[winner(order, tuple(trumps))] == wins


@pytest.mark.parametrize("suit", "CDHS")
def test_ranks_go_from_two_to_ace(suit: str) -> None:
    order = [rank + suit for rank in "23456789TJQKA"]
    for lower, higher in pairwise(order):
        for trumps in ((), (suit,)):
            assert winner([lower, higher], trumps) == 1
            assert winner([higher, lower], trumps) == 0


@pytest.mark.parametrize(
    ("held", "lying", "may"),
    [
        ("AS 2H KS", "", "AS 2H KS"),  # the leader plays anything, trump too
        ("AS 2H KS", "3S", "AS KS"),  # follow suit
        ("AS 2H KS", "3D", "AS 2H KS"),  # void: any card
        ("AS 2H *1", "3S", "AS *1"),  # a joker also when one could follow
        ("2H *1", "3S", "2H *1"),
        ("AS 2H", "*1", "AS 2H"),  # a joker led asks for nothing
        ("AS 2H", "*1 3H", "2H"),  # until the next card sets the suit
        ("AS 2H", "*1 *2", "AS 2H"),
        ("*1", "3S", "*1"),
    ],
)
def test_playable(held: str, lying: str, may: str) -> None:
    assert playable(tuple(held.split()), lying.split()) == tuple(may.split())


def test_led_suit() -> None:
    assert led_suit([]) is None
    assert led_suit(["*1"]) is None
    assert led_suit(["*1", "TH", "2S"]) == "H"
