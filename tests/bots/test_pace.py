"""A bot's pace is a person's, and tells nothing."""

import inspect
import random

import pytest

from game.bots import PACES, think_time
from game.rules.exact_bid.values import Phase


def times(phase: Phase, cards: int) -> list[float]:
    return [think_time(phase, cards, random.Random(seed)) for seed in range(400)]


@pytest.mark.parametrize("cards", [1, 2, 5, 8, 17])
def test_bids_take_a_second_or_two(cards: int) -> None:
    assert all(0.8 <= seconds <= 2.5 for seconds in times(Phase.BID, cards))


@pytest.mark.parametrize("cards", [2, 5, 8, 17])
def test_cards_take_about_a_second(cards: int) -> None:
    assert all(0.6 <= seconds <= 1.8 for seconds in times(Phase.PLAY, cards))


def test_the_last_card_is_laid_at_once() -> None:
    assert all(0.4 <= seconds <= 0.6 for seconds in times(Phase.PLAY, 1))


def test_more_cards_take_longer_and_no_two_moves_the_same() -> None:
    few, many = times(Phase.PLAY, 2), times(Phase.PLAY, 8)
    assert sum(many) > sum(few)
    assert len(set(many)) > 300


def test_br18_only_what_everyone_sees_counts() -> None:
    """No view, no hand, no legal cards go in: how long a bot takes cannot tell what it holds."""
    assert list(inspect.signature(think_time).parameters) == ["phase", "cards", "rng"]


def test_relaxed_is_slower_and_fast_quicker_than_normal() -> None:
    assert PACES["relaxed"] > PACES["normal"] == 1 > PACES["fast"]
