"""The moderated are told why, also where a game is ended or voided and where points are corrected; and what
is reported from a profile, or for another reason, is not mixed up."""

import pytest
from django.test import Client
from django.urls import reverse

from accounts import relations
from accounts.models import Report, User
from game.models import Kind
from ranking.settlement import settle
from tests.desk.people import account, look, press, report
from tests.game.company import browser, in_play
from tests.ranking.ended import ended, people_with

pytestmark = [pytest.mark.django_db, pytest.mark.database]

WHY = "Why: They helped each other."


def told(user: User, *address: object) -> str:
    name, *more = address
    answer = browser(user).get(reverse(str(name), args=more))
    assert answer.status_code == 200
    return answer.content.decode()


def test_an_ended_game(client: Client) -> None:
    freja, ida, stranger = account("Freja"), account("Ida"), account("Bo")
    table = in_play(players=[freja, ida], kind=Kind.MULTIPLAYER, most_cards=2)
    press(client, table, "end-table", reason="They helped each other.")
    for place in (("past_game", table.public_id), ("table", table.public_id), ("account",)):
        assert WHY in told(freja, *place), place
        if place != ("table", table.public_id):
            assert WHY not in told(stranger, *place), place
    assert "A moderator has ended a game of yours." in told(freja, "account")
    assert "From the moderators" not in told(stranger, "account")


def test_a_voided_game(client: Client) -> None:
    """480 + 50 and back (RULES 3)."""
    one, two = people_with(480, 480)
    table = ended([one, two], [1, 2], points=[480, 480])
    settle(table.pk)
    press(client, table, "void-game", reason="They helped each other.")
    assert WHY in told(one, "past_game", table.public_id)
    assert WHY in told(one, "account")
    assert "A moderator has voided a game of yours: your rank points went from 530 to 480." in told(
        one, "account"
    )
    assert WHY not in told(account("Bo"), "past_game", table.public_id)


def test_corrected_points(chef: Client) -> None:
    (ida,) = people_with(1234)
    press(chef, ida, "correct-points", points="900", was="1234", reason="A fault.")
    seen = told(ida, "account")
    assert "A moderator has corrected your rank points, from 1234 to 900." in seen
    assert "Why: A fault." in seen


def test_a_report_from_a_profile_is_about_no_table(client: Client) -> None:
    freja, ida = account("Freja"), account("Ida")
    form = reverse("about_player", args=["Ida"])
    browser(freja).post(form, {"do": "report", "reason": "cheating", "words": "Always wins."})
    seen = look(client, Report.objects.get(reported=ida))
    assert "from the player's profile: it is about the player, and about no table." in seen
    assert "gone" not in seen
    assert "The talk of the table" not in seen


def test_reports_for_different_reasons_are_different_things(client: Client) -> None:
    freja, bo, tove, ida = account("Freja"), account("Bo"), account("Tove"), account("Ida")
    one, same, other = (
        relations.report(who, ida, place="", reason=reason)
        for who, reason in ((freja, "spam"), (bo, "spam"), (tove, "cheating"))
    )
    assert "Bo , for spam" in look(client, one)
    assert press(client, one, "close", reason="x") == "The report is closed, and so are 1 of the same."
    assert set(Report.objects.filter(handled_at=None)) == {other}
    assert same != other


def test_ones_own_report_stays_open_where_others_of_the_same_are_closed(client: Client, vagt: User) -> None:
    freja, ida = account("Freja"), account("Ida")
    table = in_play(players=[freja, ida, vagt], kind=Kind.MULTIPLAYER, most_cards=2)
    one, own = report(table, freja, ida), report(table, vagt, ida)
    assert press(client, one, "close", reason="x") == "The report is closed."
    assert set(Report.objects.filter(handled_at=None)) == {own}
