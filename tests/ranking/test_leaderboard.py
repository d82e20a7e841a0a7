"""Leaderboards: places, pages, who is on them, and what a page costs."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts import friends, names
from accounts.models import User
from accounts.services import delete_account
from ranking.boards import AWAY, Board, Choice, Page, Row, Way, page_of, place_of
from ranking.models import Standing
from ranking.standings import count_gain

pytestmark = [pytest.mark.django_db, pytest.mark.database]

NOW = datetime(2026, 6, 10, 12, tzinfo=UTC)  # a Wednesday
EVERYONE = Choice(Board.ALL)


def player(name: str, points: int = 0, *, played_at: datetime | None = NOW, games: int = 1) -> User:
    user = User.objects.create(username=name)
    order = names.order(name)
    Standing.objects.create(user=user, points=points, order=order, games=games, played_at=played_at)
    return user


def many(count: int, points: Callable[[int], int]) -> list[User]:
    return [player(f"Spiller {number:03}", points(number)) for number in range(count)]


def pages(choice: Choice = EVERYONE, **more: Any) -> list[Page]:
    """All of a board, page after page."""
    found = [page_of(choice, NOW, **more)]
    while found[-1].more_after:
        found.append(page_of(choice, NOW, way=Way.AFTER, of=found[-1].rows[-1].user, **more))
    return found


def rows(choice: Choice = EVERYONE) -> list[Row]:
    return [row for page in pages(choice) for row in page.rows]


def on(choice: Choice) -> list[str]:
    return [row.name for row in rows(choice)]


# --- places and pages --------------------------------------------------------------------------------------


def test_br35_sixty_on_equal_points_have_one_place_on_both_pages() -> None:
    users = many(60, lambda number: 700)
    first, second = pages()
    assert [len(first.rows), len(second.rows)] == [50, 10]
    assert {row.place for row in (*first.rows, *second.rows)} == {1}
    assert [row.user for row in (*first.rows, *second.rows)] == [user.pk for user in users]


def test_br35_a_tie_across_the_end_of_a_page_is_one_place_there_too() -> None:
    many(70, lambda number: 900 if number < 45 else 500 if number < 60 else 100)
    first, second = pages()
    assert [row.place for row in first.rows] == [1] * 45 + [46] * 5
    assert [row.place for row in second.rows] == [46] * 10 + [61] * 10
    everyone = [row.user for row in (*first.rows, *second.rows)]
    assert len(set(everyone)) == len(everyone) == 70


@pytest.mark.parametrize(("points", "places"), [((40, 40, 30, 10), [1, 1, 3, 4]), ((20, 20, 5), [1, 1, 3])])
def test_br35_places_after_a_tie(points: tuple[int, ...], places: list[int]) -> None:
    many(len(points), points.__getitem__)
    assert [row.place for row in rows()] == places


@pytest.mark.parametrize("count", [0, 1, 49, 50, 51, 100, 101])
def test_nobody_is_missing_at_the_edge_of_a_page(count: int) -> None:
    users = many(count, lambda number: 1000 - number)
    found = pages()
    assert [row.user for page in found for row in page.rows] == [user.pk for user in users]
    assert [row.place for page in found for row in page.rows] == list(range(1, count + 1))
    assert [page.more_after for page in found] == [True] * (len(found) - 1) + [False]
    assert [page.more_before for page in found] == [False] + [True] * (len(found) - 1)
    assert len(found) == max(1, -(-count // 50))


def test_the_way_back_shows_the_same_pages() -> None:
    many(120, lambda number: 1000 - number // 7)
    found = pages()
    back = page_of(EVERYONE, NOW, way=Way.BEFORE, of=found[2].rows[0].user)
    assert back.rows == found[1].rows
    assert (back.more_before, back.more_after) == (True, True)
    start = page_of(EVERYONE, NOW, way=Way.BEFORE, of=found[1].rows[0].user)
    assert start.rows == found[0].rows
    assert not start.more_before


def test_a_page_around_a_row_has_ten_above_it() -> None:
    users = many(120, lambda number: 1000 - number // 2)
    page = page_of(EVERYONE, NOW, way=Way.AROUND, of=users[60].pk)
    assert [row.user for row in page.rows] == [user.pk for user in users[50:100]]
    assert page.rows[10].place == 61
    assert (page.more_before, page.more_after) == (True, True)
    top = page_of(EVERYONE, NOW, way=Way.AROUND, of=users[3].pk)
    assert top.rows[0].user == users[0].pk
    assert not top.more_before


def test_a_page_from_somebody_who_is_not_there_is_the_first() -> None:
    many(3, lambda number: number)
    away = User.objects.create(username="Fraværende")
    assert page_of(EVERYONE, NOW, way=Way.AFTER, of=away.pk) == page_of(EVERYONE, NOW)


def test_br53_names_on_equal_points_are_sorted_as_in_danish() -> None:
    for name in ("Åse", "Østen", "Ærø", "Zoe", "anna", "Aage", "Bo"):
        player(name, 500)
    assert on(EVERYONE) == ["anna", "Bo", "Zoe", "Ærø", "Østen", "Aage", "Åse"]


# --- who is on a board -------------------------------------------------------------------------------------


def test_who_has_not_played_for_sixty_days_is_on_the_board_of_all_time_alone() -> None:
    just = player("Lige nu", 10, played_at=NOW - AWAY)
    gone = player("For længst", 20, played_at=NOW - AWAY - timedelta(seconds=1))
    never = player("Aldrig", 30, played_at=None, games=0)
    assert on(Choice(Board.NOW)) == ["Lige nu"]
    assert on(Choice(Board.ALL)) == ["For længst", "Lige nu"]  # points alone, without a game, are no place
    places = [place_of(Standing.objects.get(user=user), NOW) for user in (just, gone, never)]
    assert places == [1, None, None]


def test_a_week_and_a_month_begin_at_midnight_in_copenhagen() -> None:
    """Monday 1 June 2026, 0:00 there is Sunday 22:00 UTC."""
    before, after = (datetime(2026, 5, 31, 21, 59, tzinfo=UTC), datetime(2026, 5, 31, 22, 0, tzinfo=UTC))
    for name, moment in (("Maj", before), ("Juni", after)):
        count_gain(player(name), moment, 40, 1)
    for board in (Board.WEEK, Board.MONTH):
        assert [row.name for row in page_of(Choice(board), before).rows] == ["Maj"]
        assert [row.name for row in page_of(Choice(board), after).rows] == ["Juni"]


def test_a_week_lies_in_two_months() -> None:
    """Tuesday 30 June and Wednesday 1 July 2026 are one week."""
    june, july = (datetime(2026, 6, 30, 12, tzinfo=UTC), datetime(2026, 7, 1, 12, tzinfo=UTC))
    user = player("Alma", 1200)
    count_gain(user, june, 30, 1)
    count_gain(user, july, -20, 1)
    points = [
        [(row.points, row.games, row.rank) for row in page_of(Choice(board), july).rows]
        for board in (Board.WEEK, Board.MONTH)
    ]
    assert points == [[(10, 2, 1200)], [(-20, 1, 1200)]]


def test_who_has_lost_stands_below_who_has_not() -> None:
    for name, won in (("Vinder", 50), ("Taber", -20), ("Lige", 0)):
        count_gain(player(name), NOW, won, 1)
    assert on(Choice(Board.WEEK)) == ["Vinder", "Lige", "Taber"]


@pytest.mark.parametrize("board", list(Board))
def test_a_tier_is_that_of_the_points_as_they_are_now(board: Board) -> None:
    for name, points in (("Bronze", 999), ("Silver", 1000), ("Silver too", 1999), ("Master", 7000)):
        count_gain(player(name, points), NOW, 10, 1)
    assert sorted(on(Choice(board, tier=1))) == ["Silver", "Silver too"]
    assert on(Choice(board, tier=5)) == ["Master"]
    assert on(Choice(board, tier=3)) == []


@pytest.mark.parametrize("board", list(Board))
def test_among_friends_places_count_friends_alone(board: Board) -> None:
    for name, points in (("Ida", 100), ("Fremmed", 300), ("Bo", 300), ("Eva", 200)):
        count_gain(player(name, points), NOW, points, 1)
    among = frozenset(User.objects.exclude(username="Fremmed").values_list("pk", flat=True))
    found = [(row.place, row.name) for row in rows(Choice(board, among=among))]
    assert found == [(1, "Bo"), (2, "Eva"), (3, "Ida")]


def test_of_a_month_that_begins_on_a_monday_friends_see_no_week() -> None:
    first = datetime(2026, 6, 1, 12, tzinfo=UTC)
    ida = player("Ida")
    count_gain(ida, first, 10, 1)
    count_gain(ida, NOW, 5, 1)
    choices = [Choice(board, among=frozenset([ida.pk])) for board in (Board.WEEK, Board.MONTH)]
    assert [[row.points for row in page_of(choice, NOW).rows] for choice in choices] == [[5], [15]]
    assert [row.points for row in page_of(choices[0], first).rows] == [10]


def test_with_an_account_goes_its_row() -> None:
    ida = player("Ida", 500)
    count_gain(ida, NOW, 500, 1)
    delete_account(ida)
    assert [on(Choice(board)) for board in Board] == [[], [], [], []]


# --- one's own row -----------------------------------------------------------------------------------------


def test_ones_own_row_is_there_on_every_page() -> None:
    users = many(120, lambda number: 1000 - number)
    for page in pages(own=users[70].pk):
        assert page.own is not None
        assert (page.own.user, page.own.place) == (users[70].pk, 71)
    assert page_of(EVERYONE, NOW, own=User.objects.create(username="Ny").pk).own is None


def test_ones_own_row_shares_its_place() -> None:
    users = many(80, lambda number: 600)
    page = page_of(EVERYONE, NOW, own=users[79].pk)
    assert page.own is not None
    assert page.own.place == 1


# --- what it costs -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("board", list(Board))
@pytest.mark.parametrize("count", [60, 200])
def test_a_page_takes_as_many_queries_whatever_the_board_holds(board: Board, count: int) -> None:
    users = many(count, lambda number: 500 + number % 3)
    for user in users:
        count_gain(user, NOW, user.pk % 3, 1)
    order = [row.user for row in rows(Choice(board))]
    with CaptureQueriesContext(
        connection,
    ) as queries:
        page_of(Choice(board), NOW, own=order[0], way=Way.AFTER, of=order[45])
    assert len(queries) == 6  # the mark, the rows, two counts for the first; the own row, one count


def test_a_page_asks_for_no_more_rows_than_it_shows() -> None:
    many(60, lambda number: 500)
    with CaptureQueriesContext(connection) as queries:
        page_of(EVERYONE, NOW)
    assert len(queries) == 1
    assert "LIMIT 51" in queries[0]["sql"]


# --- the page ----------------------------------------------------------------------------------------------


def board_page(client: Client, **asked: str) -> str:
    response = client.get(reverse("leaderboard"), asked)
    assert response.status_code == 200
    return response.content.decode()


def test_the_page_of_a_stranger(client: Client) -> None:
    assert "Nobody is here yet." in board_page(client)
    for number in range(60):
        player(f"Spiller {number:02}", 500, played_at=timezone.now())
    page = board_page(client)
    assert page.count('<td class="place">1</td>') == 47  # and three on the podium
    assert "Friends only" not in page
    assert "own-row" not in page
    following = board_page(client, after="Spiller 49")
    assert following.count('<td class="place">1</td>') == 10
    assert "podium" not in following


def test_the_page_of_an_account_pins_its_row_and_leads_there(client: Client) -> None:
    for number in range(70):
        player(f"Spiller {number:02}", 2000 - number, played_at=timezone.now())
    me = User.objects.get(username="Spiller 65")
    client.force_login(me, backend="django.contrib.auth.backends.ModelBackend")
    page = board_page(client)
    assert 'class="own-row"' in page
    assert "?around=Spiller+65" in page
    there = board_page(client, around="spiller 65")
    assert 'id="own"' in there
    assert 'class="own-row"' not in there
    count_gain(User.objects.get(username="Spiller 00"), timezone.now(), 50, 1)
    assert "You have not played a ranked game in this time." in board_page(client, board="week")


def test_among_friends_on_the_page(client: Client) -> None:
    me, friend, other = (player(name, 500, played_at=timezone.now()) for name in ("Ida", "Bo", "Eva"))
    client.force_login(me, backend="django.contrib.auth.backends.ModelBackend")
    alone = board_page(client, among="friends")
    assert "You have no friends on this board yet." in alone
    friends.ask(me, friend)
    friends.ask(friend, me)
    friends.ask(me, other)
    page = board_page(client, among="friends")
    assert "Bo" in page
    assert "Eva" not in page


def test_what_is_no_board_and_nobodys_name_harms_nothing(client: Client) -> None:
    player("Ida", 500, played_at=timezone.now())
    page = board_page(client, board="nope", tier="wood", among="friends", after="\0", around="Nobody here")
    assert "Ida" in page
    assert "Nobody is called Nobody here." in board_page(client, around="Nobody here")
    gone = player("Borte", 5, played_at=None)
    assert f"{gone.username} is not on this board." in board_page(client, around="BORTE")


def test_the_page_takes_a_fixed_number_of_queries(client: Client) -> None:
    me = player("Mig selv", 1, played_at=timezone.now())
    client.force_login(me, backend="django.contrib.auth.backends.ModelBackend")
    counts = []
    for more in (60, 200):
        many_now = [
            Standing(
                user=User.objects.create(username=f"Flere {more} {number}"),
                points=900, order=f"flere{number}", played_at=timezone.now(),
            )
            for number in range(more)
        ]  # fmt: skip
        Standing.objects.bulk_create(many_now)
        with CaptureQueriesContext(connection) as queries:
            board_page(client)
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 9
