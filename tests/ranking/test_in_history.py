"""What a ranked game did to rank points, as the lists of past games and the game's page tell it."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from game.models import Table
from game.past.filters import Filters
from game.past.history import history
from game.standing import Badge, ladder
from ranking.settlement import settle, void
from tests.game.company import account, browser
from tests.ranking.ended import ended, people_with

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def settled(*points: int, **more: Any) -> tuple[Table, list[Any]]:
    users = people_with(*points)
    table = ended(users, list(range(1, len(users) + 1)), **more)
    settle(table.pk)
    return table, users


def test_a_row_says_what_the_game_did_to_its_players_points() -> None:
    """RULES 3: four equals at 100 get +50 +27 +3 −20."""
    table, users = settled(100, 100, 100, 100)
    for user, after in zip(users, (150, 127, 103, 80), strict=True):
        (row,) = history(user, user, Filters(), None).rows
        assert row.public_id == table.public_id
        assert row.moved is not None
        assert (row.moved.before, row.moved.after, row.moved.badge) == (100, after, Badge(0, 0))
    shown = browser(users[0]).get(reverse("history")).content.decode()
    assert "<b>+50</b>" in shown
    page = browser(users[0]).get(reverse("past_game", args=[table.public_id])).content.decode()
    for change in ("+50", "+27", "+3", "−20"):
        assert f"<b>{change}</b>" in page


def test_a_floor_that_held_is_said() -> None:
    """RULES 3: a Silver at 1010 who is last among equals is held at 1000."""
    table, users = settled(1010, 1010, 1010, 1010)
    page = browser(users[3]).get(reverse("past_game", args=[table.public_id])).content.decode()
    assert "held at 1000" in page


def test_a_voided_game_is_marked() -> None:
    table, users = settled(100, 100, 100)
    assert void(table.pk)
    (row,) = history(users[0], users[0], Filters(), None).rows
    assert row.voided
    assert "voided" in browser(account()).get(reverse("games")).content.decode()
    page = browser(users[0]).get(reverse("past_game", args=[table.public_id])).content.decode()
    assert "A moderator has voided this game" in page


def test_a_game_that_is_not_settled_yet_says_so() -> None:
    users = people_with(100, 100, 100)
    table = ended(users, [1, 2, 3])
    (row,) = history(users[0], users[0], Filters(), None).rows
    assert row.moved is None
    page = browser(users[0]).get(reverse("past_game", args=[table.public_id])).content.decode()
    assert "look again in a moment" in page


def test_many_games_are_asked_for_in_two_queries() -> None:
    tables = [settled(100, 100, 100)[0].pk for _ in range(3)]
    with CaptureQueriesContext(connection) as queries:
        brief = ladder().brief(tables)
    assert len(queries) == 2
    assert set(brief) == set(tables)
