"""Faults that bots elsewhere have, each as a position that has a right answer."""

import pytest

from game.rules.exact_bid.options import Options

from .positions import answers, to_bid, to_play

NO_LOSS = Options(trump="spades", missed="nothing")


@pytest.mark.parametrize(
    "hand",
    ["AS 2C 3D 4H 2H", "AS 2C 2D 2H", "AS 3C", "AS 2C 3C 4C 2D 3D 2H 3H", "AS 2S 2C 2D 2H 3C 3D 3H"],
)
@pytest.mark.parametrize("zero", [5, 10, 15])
@pytest.mark.parametrize("leader", [0, 1, 3])
def test_no_zero_bid_with_the_ace_of_trump(hand, zero, leader):
    options = Options(trump="spades", zero=zero)
    assert 0 not in answers(to_bid(hand, leader=leader, options=options))


def test_zero_bid_with_nothing():
    assert answers(to_bid("2C 3C 2D 4D 2H 3H", options=Options(trump="spades", zero=10))) == {0}


def test_sure_tricks_are_bid():
    assert answers(to_bid("AS KS QS JS", leader=0)) == {4}


def test_needing_every_trick_leads_high_trump():
    view = to_play("AS KS 3S", bids=(3, 1, 1, 1), taken=(0, 1, 1, 1))
    assert answers(view) <= {"AS", "KS"}
    view = to_play("AS QS 3S", bids=(4, 1, 1, 1), taken=(1, 1, 1, 1))
    assert answers(view) == {"AS"}


def test_needing_every_trick_cashes_the_ace_before_the_low_card():
    view = to_play("AS AH 4H", bids=(3, 1, 1, 1), taken=(0, 1, 1, 1))
    assert answers(view) <= {"AS", "AH"}


def test_trumps_are_not_drawn_before_the_lead_is_lost():
    # Two tricks are sure whenever they are wanted. Once the trumps are gone, so are the ways to lose
    # the lead with the tens: now a trump or a higher card can still take them.
    view = to_play("AS KS TH TD", bids=(2, 1, 2, 1), taken=(0, 1, 1, 0))
    assert answers(view) <= {"TH", "TD"}


def test_the_last_trumps_are_left_out_while_losers_must_be_lost():
    # All higher hearts are gone: only the two trumps that are out can still take the ten and the nine.
    earlier = ((0, "AH KH QH JH"), (0, "8H 7H 6H 5H"))
    view = to_play("AS KS TH 9H", bids=(4, 1, 1, 1), taken=(2, 0, 0, 0), earlier=earlier)
    assert answers(view) <= {"TH", "9H"}


def test_the_needed_winner_is_kept_when_discarding():
    view = to_play("AH 2D", bids=(1, 1, 1, 1), taken=(0, 1, 1, 1), trick="7C 9C QC")
    assert answers(view) == {"2D"}
    view = to_play("KS 2D 3H", bids=(1, 1, 1, 1), taken=(0, 1, 1, 1), trick="7C 9C AS")
    assert answers(view) <= {"2D", "3H"}


def test_the_unwanted_winner_is_discarded():
    view = to_play("AH 2D 3D", bids=(0, 1, 1, 1), taken=(0, 1, 1, 1), trick="7C 9C QC")
    assert answers(view) == {"AH"}


def test_ducking_keeps_the_card_that_must_win():
    view = to_play("KS 2S 3C", bids=(1, 1, 1, 1), taken=(0, 1, 1, 0), trick="5S AS 7S")
    assert answers(view) == {"2S"}
    view = to_play("AD KD 4D", bids=(2, 1, 1, 1), taken=(0, 1, 1, 0), trick="5D 3S 7D")
    assert answers(view) == {"4D"}


def test_ducking_throws_the_highest_loser():
    view = to_play("QD 4D 2C", bids=(0, 1, 1, 1), taken=(0, 1, 1, 0), trick="5D KD 7D")
    assert answers(view) == {"QD"}


def test_the_last_to_play_takes_with_the_lowest_winner_that_will_do():
    # Two tricks are needed, and the ace will be the other one.
    view = to_play("TS AS 2C", bids=(2, 1, 1, 1), taken=(0, 1, 1, 0), trick="9S 3S 4S")
    assert answers(view) == {"TS"}


def test_a_trick_taken_to_spoil_does_not_cost_the_highest_card():
    # The bid is lost and costs nothing more; every trick counts against the others.
    view = to_play("TS AS 2C", bids=(0, 2, 2, 2), taken=(1, 1, 1, 1), trick="9S 3S 4S", options=NO_LOSS)
    assert answers(view) == {"TS"}


def test_a_forced_trick_is_taken_with_the_card_that_would_take_another():
    view = to_play("TH AH 2C", bids=(1, 1, 1, 1), taken=(0, 1, 1, 0), trick="9H 3H 4H")
    assert answers(view) == {"AH"}
    view = to_play("TH AH 2C", bids=(0, 1, 1, 1), taken=(0, 1, 1, 0), trick="9H 3H 4H")
    assert answers(view) == {"AH"}


def test_an_opponent_may_have_the_trick_that_breaks_the_bid():
    # Seat 1 has all it bid and holds the trick. This seat's bid is lost: let it be.
    view = to_play("AH 2H 2C", bids=(1, 1, 2, 2), taken=(2, 1, 0, 0), trick="KH 3H 4H")
    assert answers(view) == {"2H"}
    view = to_play("AH 2H", bids=(4, 1, 2, 2), taken=(0, 1, 1, 1), trick="KH 3H 4H")
    assert answers(view) == {"2H"}
    # Its own bid is safe with the ace of trump: let it be too.
    view = to_play("AS TH 2H", bids=(1, 1, 1, 2), taken=(0, 1, 1, 0), trick="9H 3H 4H")
    assert answers(view) == {"2H"}


def test_a_lost_bid_spoils_somebody_who_needs_every_trick():
    view = to_play("AH 2H", bids=(0, 3, 1, 1), taken=(1, 1, 1, 1), trick="KH 3H 4H", options=NO_LOSS)
    assert answers(view) == {"AH"}


def test_one_card_is_bid_by_the_odds():
    for leader in range(4):
        assert answers(to_bid("AS", leader=leader)) == {1}
        assert answers(to_bid("2H", leader=leader)) == {0}
    assert answers(to_bid("AH", leader=0)) == {1}
    assert answers(to_bid("AH", leader=1)) == {0}  # somebody else's lead is rarely a heart


def test_one_blind_card_is_bid_by_the_odds():
    # Made 1 is worth 11, made 0 is worth 5, a miss costs 1: bid 1 from a chance of 6 in 18.
    assert answers(to_bid("", seen="2C 3C 4C", leader=1)) == {1}  # 9 clubs and 13 spades of 49 win
    assert answers(to_bid("", seen="2C 3C 9S", leader=1)) == {0}  # 5 spades
    assert answers(to_bid("", seen="2C 3D 4H", leader=0)) == {1}  # it leads: nearly anything wins
    assert answers(to_bid("", seen="AS 3D 4H", leader=0)) == {0}


def test_joker_wins_and_is_bid():
    options = Options(trump="spades", jokers=2)
    assert 0 not in answers(to_bid("*1 2C 3D", options=options))
