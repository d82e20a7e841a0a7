"""The front of the desk: what waits, the oldest first, and nothing that is counted for long."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts import sanctions
from accounts.models import Report, User
from game import door
from game.models import Kind, Table
from piratbridge_site.desk.front import front_of
from ranking.models import Flag
from tests.desk.people import account, press, report, say, words
from tests.game.company import company_table, in_play

pytestmark = [pytest.mark.django_db, pytest.mark.database]


@pytest.fixture
def table() -> Table:
    return in_play(players=[account("Freja"), account("Ida"), account("Bo")], kind=Kind.MULTIPLAYER)


def named(name: str) -> User:
    return User.objects.get(username=name)


def many_reports(number: int) -> None:
    Report.objects.bulk_create(
        Report(reporter=None, reported=None, called=f"Nobody {each}", place="gone", reason="spam")
        for each in range(number)
    )


def test_the_oldest_comes_first_and_reports_of_one_thing_are_one(
    client: Client, vagt: User, table: Table
) -> None:
    said = say(table, named("Ida"), "You fool")
    first = report(table, named("Freja"), named("Ida"), message=said)
    report(table, named("Bo"), named("Ida"), message=said)
    older = report(table, named("Ida"), named("Bo"), reason="cheating")
    handled = report(table, named("Freja"), named("Bo"))
    Report.objects.filter(pk=older.pk).update(at=timezone.now() - timedelta(days=2))
    sanctions.handle_report(vagt, handled, "Nothing in it.")
    front = front_of(vagt)
    assert front.reports is not None
    assert [(each.report, each.times, each.is_old) for each in front.reports] == [
        (older, 1, True), (first, 2, False),
    ]  # fmt: skip
    assert front.report_number == "3"
    seen = words(client.get(reverse("admin:index")))
    assert seen.index("Bo, for cheating") < seen.index("Ida, for insulting words")
    assert "2 reports · just now · the game is running · You fool" in seen
    assert "Vagt closed report" in seen


def test_games_that_run_and_are_reported_stand_apart(vagt: User, table: Table) -> None:
    running = report(table, named("Freja"), named("Ida"))
    over = company_table(players=[account("Karl"), account("Lone")], kind=Kind.MULTIPLAYER)
    report(over, named("Karl"), named("Lone"))
    door.stop(over.pk)
    assert [each.report for each in front_of(vagt).running] == [running]


def test_of_very_many_it_says_that_there_are_more(client: Client, vagt: User) -> None:
    many_reports(130)
    assert front_of(vagt).report_number == "100+"
    with CaptureQueriesContext(connection) as many:
        client.get(reverse("admin:index"))
    Report.objects.all().delete()
    many_reports(1)
    with CaptureQueriesContext(connection) as few:
        client.get(reverse("admin:index"))
    assert len(many) == len(few)
    assert not [query["sql"] for query in many.captured_queries if "COUNT(" in query["sql"]]


def test_flags_wait_until_they_are_reviewed(client: Client, vagt: User) -> None:
    now = timezone.now()
    flag = Flag.objects.create(
        kind="leaves-often", user=account("Bo"), since=now, until=now, found_at=now,
        details={"games": 7, "of": 20, "tables": []},
    )  # fmt: skip
    front = front_of(vagt)
    assert (front.flags, front.flag_number) == ([(flag, "Bo left 7 of 20 ranked games.")], "1")
    press(client, flag, "review-flag", reason="Bad line at home.")
    assert front_of(vagt).flags == []
    seen = words(client.get(reverse("admin:index")))
    assert "Nothing looks odd." in seen
    assert "Vagt reviewed a flag of Bo" in seen
    lists = client.get(reverse("admin:ranking_flag_changelist"), {"q": "bo", "state": "reviewed"})
    assert list(lists.context["cl"].result_list) == [flag]
