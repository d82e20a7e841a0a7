"""How long bots seem to think."""

import random
from statistics import mean

import pytest

from game.bots import PACES, pace, think_time

from .positions import to_bid, to_play

FREE = {"bids": (1, 1, 1, 1), "taken": (0, 0, 0, 0)}


def times(view, count=50):
    return [think_time(view, random.Random(seed)) for seed in range(count)]


def test_bids_take_longer_than_cards():
    for hand in ("AS KD 9H 7C 5C 4D 3D 2H", "AS", "2C 3C"):
        assert all(0.8 <= seconds <= 2.5 for seconds in times(to_bid(hand)))
    for hand in ("AS KD 9H 7C 5C 4D 3D 2H", "AS 2C"):
        assert all(0.6 <= seconds <= 1.8 for seconds in times(to_play(hand, **FREE)))


def test_a_forced_card_is_quick():
    assert all(0.4 <= seconds <= 0.6 for seconds in times(to_play("AS", **FREE)))
    assert all(0.4 <= seconds <= 0.6 for seconds in times(to_play("KC 9H 7D", trick="2C", **FREE)))


def test_many_cards_and_close_choices_take_longer():
    few = to_play("9H 8D", **FREE)
    many = to_play("9H 8D 7H 6H 6D 5D", **FREE)
    assert mean(times(many)) > mean(times(few))
    clear = to_play("AS 2H", bids=(1, 1, 1, 1), taken=(0, 2, 2, 2), trick="3C 4C QC")
    close = to_play("3H 3D", bids=(1, 1, 1, 1), taken=(1, 2, 2, 1), trick="3C 4C QC")
    assert mean(times(close)) > mean(times(clear))


def test_it_varies_and_follows_from_its_chance():
    view = to_bid("AS KD 9H 7C")
    assert len(set(times(view))) > 10
    assert times(view) == times(view)


def test_paces():
    assert PACES == {"relaxed": 1.6, "normal": 1.0, "fast": 0.45}


def test_an_error_inside_costs_no_more_than_the_hesitation(monkeypatch):
    def fail(view):
        raise RuntimeError

    monkeypatch.setattr(pace, "rate", fail)
    assert all(0.8 <= seconds <= 2.5 for seconds in times(to_bid("AS KD 9H 7C")))


@pytest.mark.parametrize("hand", ["AS 2C 3D", "*1 2C"])
def test_no_bid_and_no_card_is_seen_in_the_source_of_chance(hand):
    # The same chance serves any number of calls: nothing is kept between them.
    view = to_play(hand, **FREE)
    assert think_time(view, random.Random(1)) == think_time(view, random.Random(1))
