"""What the rules page says of rank is what RULES 3 says and the ladder works out, in both languages."""

import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from ranking.ladder import STEPS, TIERS, Entrant, changes, points_after, rank_name
from ranking.words import tier_name
from tests.game.test_rules_page import blocks, cells, number, plain

BRONZE, GOLD, MASTER = 100, 2100, 5100


@pytest.fixture(params=["en", "da"])
def language(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def chapter(client: Client, language: str) -> str:
    client.cookies["django_language"] = language
    page = client.get(reverse("rules")).content.decode()
    return page[page.index('<section id="rank"') : page.index('<section id="fair"')]


def rows_of(chapter: str, table: str) -> list[str]:
    """The rows of a table's body."""
    [(_, inside)] = blocks(chapter, "table", table)
    return inside.split("<tbody>")[1].split("<tr>")[1:]


def brought(*entrants: Entrant) -> list[int]:
    return [change.rounded for change in changes(entrants) if change]


def equals(*places: int, left: tuple[int, ...] = ()) -> list[int]:
    return brought(*(Entrant(BRONZE, place, seat in left) for seat, place in enumerate(places)))


def test_what_places_are_worth_among_equals(chapter: str) -> None:
    shown = {}
    for row in rows_of(chapter, "worth"):
        [players] = cells(row, 'th scope="row"')
        shown[int(players)] = [number(cell) for cell in cells(row) if cell]
    assert shown == {
        3: [50, 15, -20],
        4: [50, 27, 3, -20],
        5: [50, 33, 15, -2, -20],
        6: [50, 36, 22, 8, -6, -20],
    }
    assert all(equals(*range(1, players + 1)) == row for players, row in shown.items())


def test_a_shared_place(chapter: str) -> None:
    assert equals(1, 2, 2, 4) == [50, 15, 15, -20]
    assert re.search(r"\b15\b", plain(chapter.split("</table>")[1].split("</p>")[0]))


def test_ranks_that_meet(chapter: str, language: str) -> None:
    rows = [cells(row) for row in rows_of(chapter, "meeting")]
    with translation.override(language):
        assert [tier for _, tier, _, _ in rows] == [tier_name(tier) for tier in (2, 0, 2)]
    figures = [(int(place), number(equal), number(here)) for place, _, equal, here in rows]
    assert figures == [(1, 50, 47), (2, 15, 22), (3, -20, -23)]
    assert [equal for _, equal, _ in figures] == equals(1, 2, 3)
    assert [here for _, _, here in figures] == brought(Entrant(GOLD, 1), Entrant(BRONZE, 2), Entrant(GOLD, 3))


def test_the_sum_of_one_of_them_opponent_by_opponent(chapter: str) -> None:
    change = changes([Entrant(GOLD, 1), Entrant(BRONZE, 2), Entrant(GOLD, 3)])[1]
    assert change
    assert [term.worth for term in change.terms] == [-14, 21]
    assert "15 − 14 + 21" in chapter


def test_bronze_over_three_masters(chapter: str) -> None:
    masters = [Entrant(MASTER, place) for place in (2, 3, 4)]
    assert brought(Entrant(0, 1), *masters)[0] == 68
    assert re.search(r"\b68\b", chapter)


def test_two_of_four_leave() -> None:
    assert equals(1, 2, 3, 3, left=(2, 3)) == [50, 27, -20, -20]


def test_where_each_step_begins(chapter: str, language: str) -> None:
    rows = rows_of(chapter, "ladder")
    with translation.override(language):
        assert [cells(row, 'th scope="row"') for row in rows] == [[tier_name(tier)] for tier in range(6)]
    begins = [[int(cell) for cell in cells(row)] for row in rows]
    assert [row[0] for row in begins] == [0, 1000, 2000, 3000, 4000, 5000]
    assert begins[5] == [5000, 5200, 5400, 5600, 5800]
    for tier, row in zip(TIERS, begins, strict=True):
        assert [rank_name(points) for points in row] == [f"{tier} {step}" for step in STEPS]
        assert all(rank_name(points - 1) != rank_name(points) for points in row if points)


def test_last_with_1010_points_stops_at_1000(chapter: str) -> None:
    assert points_after(1010, -20) == 1000
    assert re.search(r"\b1010\b.*\b1000\b", chapter)
