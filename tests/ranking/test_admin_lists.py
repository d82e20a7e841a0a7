"""The admin's lists: nothing is counted, and a longer list asks no more of the database."""

from io import StringIO
from typing import Any

import pytest
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import User
from accounts.quick_lists import QuickLists
from game.models import Result, Table
from ranking.models import RankChange

pytestmark = [pytest.mark.django_db, pytest.mark.database]

LISTS = (
    "accounts_user", "accounts_namechange", "accounts_report", "accounts_act", "game_table", "game_message",
    "game_result", "ranking_standing", "ranking_rankchange", "ranking_settlement", "ranking_tally",
)  # fmt: skip


@pytest.fixture(autouse=True)
def staff(client: Client) -> User:
    user = User.objects.create_user("Ordensmand", "", is_staff=True, is_superuser=True)
    TOTP.activate(user, generate_totp_secret())
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return user


@pytest.fixture
def _history() -> None:
    call_command("make_history", "--players", "30", "--games", "24", "--processes", "0", stdout=StringIO())


@pytest.fixture
def _short_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(QuickLists, "list_per_page", 5)


def listed(client: Client, model: str, **asked: str) -> Any:
    answer = client.get(reverse(f"admin:{model}_changelist"), asked)
    assert answer.status_code == 200
    return answer.context["cl"]


def statements(client: Client, model: str, **asked: str) -> list[str]:
    with CaptureQueriesContext(connection) as asked_for:
        listed(client, model, **asked)
    return [query["sql"] for query in asked_for.captured_queries]


@pytest.mark.parametrize("model", LISTS)
@pytest.mark.usefixtures("_history", "_short_pages")
def test_nothing_is_counted_and_rows_bring_no_statements(
    client: Client, model: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    many = statements(client, model)
    assert not [sql for sql in many if "COUNT(" in sql]
    monkeypatch.setattr(QuickLists, "list_per_page", 2)
    assert len(statements(client, model)) == len(many)


@pytest.mark.usefixtures("_history", "_short_pages")
def test_pages_lead_on_and_back(client: Client) -> None:
    newest_first = list(Table.objects.order_by("-pk"))
    first = listed(client, "game_table")
    assert (first.result_list, first.first, first.last) == (newest_first[:5], 1, 5)
    assert (first.previous_page(), first.next_page()) == (None, "?p=2")
    last = listed(client, "game_table", p="5")
    assert (last.result_list, last.first, last.last) == (newest_first[20:], 21, 24)
    assert (last.previous_page(), last.next_page()) == ("?p=4", None)
    page = client.get(reverse("admin:game_table_changelist"), {"p": "2"}).content.decode()
    assert "6–10 of more" in page
    assert 'href="?p=3" rel="next"' in page
    assert listed(client, "game_table", p="99").result_list == []


@pytest.mark.usefixtures("_history")
def test_players_are_found_by_their_names_in_any_spelling(client: Client) -> None:
    result = Result.objects.exclude(player=None).first()
    assert result is not None
    assert result.player is not None
    name = result.player.username.upper()
    tables = set(Table.objects.filter(seats__player=result.player))
    assert set(listed(client, "accounts_user", q=name).result_list) == {result.player}
    assert set(listed(client, "game_table", q=name).result_list) == tables
    assert {each.table for each in listed(client, "game_result", q=name).result_list} == tables


@pytest.mark.usefixtures("_history")
def test_games_are_found_by_their_public_ids(client: Client) -> None:
    change = RankChange.objects.select_related("table").first()
    assert change is not None
    assert change.table is not None
    place = change.table.public_id
    assert listed(client, "game_table", q=place).result_list == [change.table]
    assert change in listed(client, "ranking_rankchange", q=place).result_list
    assert [each.pk for each in listed(client, "ranking_settlement", q=place).result_list] == [
        change.table_id
    ]
    assert listed(client, "game_table", q="nothing").result_list == []


@pytest.mark.usefixtures("_history")
def test_rows_are_looked_at_and_not_written(client: Client) -> None:
    change = RankChange.objects.first()
    assert change is not None
    page = client.get(reverse("admin:ranking_rankchange_change", args=[change.pk]))
    assert page.status_code == 200
    assert 'name="_save"' not in page.content.decode()
    assert client.get(reverse("admin:ranking_rankchange_add")).status_code == 403
