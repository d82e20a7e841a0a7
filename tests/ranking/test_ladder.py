"""The ladder's arithmetic: RULES 3, reports BR-35 and BR-37."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ranking.ladder import (
    Entrant,
    changes,
    floor_of,
    place_worth,
    points_after,
    prospects,
    rank_name,
    round_half_up,
    tier_of,
)


def rounded(*entrants: Entrant) -> list[int | None]:
    return [None if change is None else change.rounded for change in changes(entrants)]


def equals(*places: int, points: int = 100, left: tuple[int, ...] = ()) -> list[int | None]:
    return rounded(*(Entrant(points, place, seat in left) for seat, place in enumerate(places)))


@pytest.mark.parametrize(
    ("players", "due"),
    [
        (2, [50, -20]),
        (3, [50, 15, -20]),
        (4, [50, 27, 3, -20]),
        (5, [50, 33, 15, -2, -20]),
        (6, [50, 36, 22, 8, -6, -20]),
    ],
)
def test_equal_ranks_give_the_printed_table(players: int, due: list[int]) -> None:
    places = list(range(1, players + 1))
    assert equals(*places) == due
    assert equals(*places, points=5400) == due
    assert [round_half_up(place_worth(place, players)) for place in places] == due


@pytest.mark.parametrize(
    ("places", "due"),
    [
        ((1, 1, 3), [33, 33, -20]),
        ((1, 1, 3, 4, 5, 6), [43, 43, 22, 8, -6, -20]),
        ((1, 1, 1, 1), [15, 15, 15, 15]),
        ((1, 2, 2), [50, -2, -2]),  # −2.5 rounds up
        ((1, 2, 2, 4), [50, 15, 15, -20]),
    ],
)
def test_shared_places_share_the_points(places: tuple[int, ...], due: list[int]) -> None:
    assert equals(*places) == due


@pytest.mark.parametrize(
    ("exact", "due"), [("65/2", 33), ("-5/2", -2), ("1/2", 1), ("-1/2", 0), ("27/2", 14)]
)
def test_halves_are_rounded_up(exact: str, due: int) -> None:
    assert round_half_up(Fraction(exact)) == due


def test_a_bronze_wins_over_three_masters() -> None:
    entrants = (Entrant(100, 1), Entrant(5100, 2), Entrant(5100, 3), Entrant(5100, 4))
    change = changes(entrants)[0]
    assert change is not None
    assert change.exact == Fraction(135, 2)  # 15 + 3 · (35/3) · 1.5
    assert change.rounded == 68
    assert [(term.seat, term.outcome, term.difference) for term in change.terms] == [
        (1, 1, 5),
        (2, 1, 5),
        (3, 1, 5),
    ]
    # The Masters lose half as much again to a Bronze: d = −5, a loss weighs 1 + 5/10.
    masters = [change.exact for change in changes(entrants)[1:] if change is not None]
    third = Fraction(35, 3)
    assert masters == [
        15 - third * Fraction(3, 2) + 2 * third,
        15 - third * Fraction(3, 2),
        15 - third * Fraction(3, 2) - 2 * third,
    ]


def test_the_ranked_example_of_the_record_page() -> None:
    entrants = (Entrant(1450, 1), Entrant(0, 4, left=True), Entrant(40, 2), Entrant(None, 3))
    assert rounded(*entrants) == [48, -19, 28, None]


def test_bots_weigh_one() -> None:
    change = changes((Entrant(5100, 2), Entrant(None, 1), Entrant(5100, 3)))[0]
    assert change is not None
    assert change.exact == 15
    assert [term.difference for term in change.terms] == [0, 0]


def test_who_left_loses_to_everyone() -> None:
    assert equals(1, 2, 3, 3, left=(2, 3)) == [50, 27, -20, -20]
    assert equals(1, 2, 2, 2, left=(1, 2, 3)) == [50, -20, -20, -20]
    assert equals(1, 1, 1, left=(0, 1, 2)) == [-20, -20, -20]  # all left: settled at once
    # even where a placement says otherwise
    assert equals(4, 1, 2, 3, left=(1,)) == [3, -20, 50, 27]


@pytest.mark.parametrize("people", [0, 1])
def test_too_few_people(people: int) -> None:
    entrants = [Entrant(100 if seat < people else None, seat + 1) for seat in range(4)]
    assert rounded(*entrants) == [None] * 4


@pytest.mark.parametrize(
    ("before", "after"), [(1010, 1000), (1000, 1000), (1210, 1190), (10, 0), (0, 0), (5005, 5000)]
)
def test_a_loss_stops_at_the_floor_and_never_lifts(before: int, after: int) -> None:  # BR-37
    assert points_after(before, -20) == after <= before
    assert tier_of(after) == tier_of(before)


def test_the_floor_of_the_tier_held() -> None:
    assert points_after(2005, -20, tier_held=2) == 2000
    assert points_after(2005, -20, tier_held=1) == 1985


@pytest.mark.parametrize(
    ("points", "name"),
    [
        (0, "Bronze V"),
        (199, "Bronze V"),
        (200, "Bronze IV"),
        (974, "Bronze I"),
        (999, "Bronze I"),
        (1000, "Silver V"),
        (1498, "Silver III"),
        (2999, "Gold I"),
        (3016, "Platinum V"),
        (4999, "Diamond I"),
        (5000, "Master V"),
        (5799, "Master II"),
        (5800, "Master I"),
        (99_999, "Master I"),
    ],
)
def test_names(points: int, name: str) -> None:
    assert rank_name(points) == name
    assert floor_of(points) == min(points // 1000, 5) * 1000


@settings(deadline=None, derandomize=True)
@given(st.lists(st.tuples(st.integers(0, 7000), st.integers(0, 40)), min_size=2, max_size=8))
def test_the_pairs_are_the_formula(seats: list[tuple[int, int]]) -> None:
    """Written out as RULES 3 has it; and among equals it is what the place is worth."""
    totals = [total for _, total in seats]
    places = [1 + sum(other > total for other in totals) for total in totals]
    entrants = [Entrant(points, place) for (points, _), place in zip(seats, places, strict=True)]
    n = len(seats)
    for me, (change, (points, total)) in enumerate(zip(changes(entrants), seats, strict=True)):
        assert change is not None
        due = Fraction(15)
        for other, (their_points, their_total) in enumerate(seats):
            d = Fraction(min(their_points // 1000, 5) - min(points // 1000, 5))
            if other != me and total > their_total:
                due += Fraction(35, n - 1) * (1 + d / 10)
            elif other != me and total < their_total:
                due -= Fraction(35, n - 1) * (1 - d / 10)
        assert change.exact == due
    for entrant, place in zip(changes([Entrant(0, place) for place in places]), places, strict=True):
        tied = places.count(place)
        shared = sum(place_worth(place + step, n) for step in range(tied)) / tied
        assert entrant is not None
        assert entrant.exact == shared


Game = tuple[list[int | None], list[int], set[int]]
games = st.integers(2, 8).flatmap(
    lambda players: st.tuples(
        st.lists(st.none() | st.integers(0, 7000), min_size=players, max_size=players),
        st.permutations(range(1, players + 1)),
        st.sets(st.integers(0, players - 1)),
    )
)
"""Points by seat (None for a bot), a place for each that nobody shares, seats that left."""


@settings(deadline=None, derandomize=True)
@given(games)
def test_a_prospect_is_what_the_place_brings_whoever_takes_the_others(
    game: Game,
) -> None:
    points, places, _ = game
    brought = rounded(*(Entrant(held, place) for held, place in zip(points, places, strict=True)))
    for seat, (place, change) in enumerate(zip(places, brought, strict=True)):
        assert prospects(points, seat)[place - 1] == (change or 0)


@pytest.mark.parametrize(
    ("points", "due"),
    [
        ([100, 100, 100, 100], (50, 27, 3, -20)),
        ([100, 100, None, None], (50, 27, 3, -20)),
        ([0, 5100, 5100, 5100], (68, 44, 21, -2)),  # 17.5 more for each place: −2.5 rounds up to −2
        ([5100, 0, 0], (33, -2, -37)),  # 35/2 · −0.5 · 2 = 17.5 less: 32.5, −2.5, −37.5
        ([100, None, None], (0, 0, 0)),
    ],
)
def test_prospects(points: list[int | None], due: tuple[int, ...]) -> None:
    assert prospects(points, 0) == due


@settings(deadline=None, derandomize=True)
@given(games)
def test_who_left_gets_the_same_whatever_the_places(
    game: Game,
) -> None:
    points, places, left = game
    first = changes([Entrant(held, places[seat], seat in left) for seat, held in enumerate(points)])
    turned = changes([Entrant(held, places[-seat - 1], seat in left) for seat, held in enumerate(points)])
    for seat in left:
        assert first[seat] == turned[seat]


@settings(deadline=None, derandomize=True)
@given(games)
def test_a_change_is_the_place_and_what_each_opponent_adds(
    game: Game,
) -> None:
    """The pair terms add up; among people who all stayed, what one's rank adds to a win it takes off the
    other's loss, so that what the places are worth is shared out whatever the ranks are."""
    points, places, _ = game
    found = changes([Entrant(held, place) for held, place in zip(points, places, strict=True)])
    for change, place in zip(found, places, strict=True):
        if change is not None:
            assert change.exact == 15 + sum(term.worth for term in change.terms)
            assert change.for_place == place_worth(place, len(places))
            assert change.exact - change.for_place == sum(term.worth - term.even for term in change.terms)
    if all(held is not None for held in points):
        assert sum(change.exact for change in found if change) == 15 * len(points)


@given(st.integers(0, 9000), st.integers(-200, 200))
def test_points_never_fall_below_the_floor_of_the_tier_held(points: int, change: int) -> None:
    after = points_after(points, change)
    assert after == max(points + change, min(points // 1000, 5) * 1000)
    assert tier_of(after) >= tier_of(points)
