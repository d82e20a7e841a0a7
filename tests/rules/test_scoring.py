"""Points and placements: RULES 1.5 and 1.6, reports BR-33 and BR-35."""

import pytest

from game.rules.exact_bid.options import Options, preset_options
from game.rules.exact_bid.scoring import goes_out, new_form, places, points_for, round_type, team_totals


@pytest.mark.parametrize("zero", [5, 10])
def test_piratbridge_points_cell_by_cell(zero: int) -> None:
    options = Options(zero=zero)
    for bid in range(18):
        for taken in range(18):
            if bid == taken == 0:
                due = zero
            elif bid == taken:
                due = 10 + bid
            else:
                due = -(max(bid, taken) - min(bid, taken))
            assert points_for(options, bid, taken) == due


@pytest.mark.parametrize(
    ("bid", "taken", "points"), [(3, 3, 13), (0, 0, 5), (3, 2, -1), (3, 4, -1), (0, 2, -2), (17, 0, -17)]
)
def test_piratbridge_examples(bid: int, taken: int, points: int) -> None:
    assert points_for(Options(), bid, taken) == points


def test_peasant_bridge_points() -> None:
    options = preset_options("peasant-bridge", players=4)
    other = preset_options("peasant-bridge", players=4, zero=5, made="10")
    for bid in range(14):
        for taken in range(14):
            if bid != taken:
                assert points_for(options, bid, taken) == points_for(other, bid, taken) == 0
            elif bid:
                assert points_for(options, bid, taken) == 10 + bid
                assert points_for(other, bid, taken) == 10
    assert points_for(options, 0, 0) == 10
    assert points_for(other, 0, 0) == 5


def test_overbid_double() -> None:
    options = Options(missed="overbid-double", zero=15)
    assert [points_for(options, 3, taken) for taken in range(6)] == [-6, -4, -2, 13, -1, -2]
    assert points_for(options, 0, 0) == 15
    assert points_for(options, 0, 3) == -3


def test_round_type() -> None:
    assert round_type((3, 4, 2, 1), 8) == "fight"
    assert round_type((1, None, 2, 1), 8) == "creeper"
    assert round_type((0, None, 1, 0), 1) == "even"


@pytest.mark.parametrize(
    ("totals", "due"),
    [
        ((40, 31, 31, 12), (1, 2, 2, 4)),
        ((40, 40, 30, 10), (1, 1, 3, 4)),
        ((20, 20, 5), (1, 1, 3)),
        ((7, 7, 7, 7), (1, 1, 1, 1)),
        ((-3, -1, -2), (3, 1, 2)),
    ],
)
def test_equal_totals_share_a_place(totals: tuple[int, ...], due: tuple[int, ...]) -> None:
    assert places(Options(players=len(totals)), totals) == due


def test_who_left_shares_the_last_places() -> None:
    options = Options(players=4)
    assert places(options, (90, 5, 5, 1), left={0}) == (4, 1, 1, 3)
    assert places(options, (90, 5, 6, 1), left={0, 3}) == (3, 2, 1, 3)


def test_out_in_reverse_order_of_going() -> None:
    options = Options(players=8, most_cards=6, elimination=True)
    totals = (50, 1, 60, 99, 20, 20, 30, 40)
    assert places(options, totals, out=(3, 1, 2)) == (1, 7, 6, 8, 4, 4, 3, 2)
    # who left is behind who went out, whatever their points
    assert places(options, totals, out=(3, 1, 2), left={0, 3}) == (7, 6, 5, 7, 3, 3, 2, 1)


def test_pairs_are_placed_together() -> None:
    options = Options(players=6, most_cards=8, teams=True)
    totals = (10, 0, 30, 5, 20, -20)
    assert team_totals(totals) == (15, 20, 10)
    assert places(options, totals) == (2, 1, 3, 2, 1, 3)
    assert places(options, totals, left={4}) == (1, 3, 2, 1, 3, 2)


# --- elimination -----------------------------------------------------------------------------------


def test_form_orders_by_total_and_then_by_the_past() -> None:
    form = new_form((5, 5, 9, 5), (0, 0, 0, 0))
    assert form == (0, 0, 1, 0)
    form = new_form((6, 6, 6, 1), (0, 0, 1, 0))
    assert form == (1, 1, 2, 0)
    assert new_form((8, 8, 8, 8), form) == (1, 1, 2, 0)


def test_who_goes_out() -> None:
    seats = (3, 4, 5, 0, 1, 2)  # seat 2 dealt
    assert goes_out(3, (5, 4, 3, 2, 1, 0), seats) == 5
    assert goes_out(3, (0, 1, 0, 1, 1, 0), seats) == 5  # the nearest to the dealer's left of 0, 2, 5
    assert goes_out(3, (0, 1, 0, 1, 1, 1), seats) == 0
    assert goes_out(2, (5, 4, 3, 2, 1, 0), seats) is None
    assert goes_out(6, (5, 4, 3, 2, 1, 0), seats[1:]) is None
