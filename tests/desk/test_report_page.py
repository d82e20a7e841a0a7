"""A report's page: all that is needed to decide, on one page."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts import sanctions
from accounts.models import Report, Trace, User
from accounts.relations import forget
from game import door
from game.models import Kind, Message, Said, Table
from game.rules.company.values import Leave
from ranking.settlement import settle
from tests.desk.people import account, look, page_of, report, say, staff
from tests.game.company import company_table, dealt, in_play, play_on
from tests.ranking.ended import ended, people_with

pytestmark = [pytest.mark.django_db, pytest.mark.database]


@pytest.fixture
def freja() -> User:
    return account("Freja")


@pytest.fixture
def ida() -> User:
    return account("Ida")


@pytest.fixture
def table(freja: User, ida: User) -> Table:
    return in_play(players=[freja, ida, account("Bo")], kind=Kind.MULTIPLAYER, most_cards=2)


def test_one_sentence_says_what_it_is_about(client: Client, table: Table, freja: User, ida: User) -> None:
    Table.objects.filter(pk=table.pk).update(name="Fredag")
    one = report(table, freja, ida, message=say(table, ida, "You fool"), words="She says that all the time")
    seen = look(client, one)
    assert "Freja reported Ida for insulting words, on " in seen
    assert "(just now): it is about one message at the multiplayer table “Fredag”." in seen
    assert "The reporter writes: She says that all the time" in seen


def test_the_message_stands_among_the_words_around_it(
    client: Client, table: Table, freja: User, ida: User
) -> None:
    say(table, freja, "good-luck", Said.PHRASE)
    said = say(table, ida, "<b>You fool</b>")
    say(table, freja, "That is enough")
    page = client.get(page_of(report(table, freja, ida, message=said))).content.decode()
    assert page.index("Good luck!") < page.index('id="message"') < page.index("That is enough")
    assert page.count("&lt;b&gt;You fool&lt;/b&gt;") == 2  # by itself, and where it was said
    assert "<b>You fool" not in page
    assert page.count("this was reported") == 1


def test_long_talk_is_cut_around_it(client: Client, table: Table, freja: User, ida: User) -> None:
    for number in range(20):
        say(table, freja, f"before {number}.")
    said = say(table, ida, "You fool")
    for number in range(20):
        say(table, freja, f"after {number}.")
    seen = look(client, report(table, freja, ida, message=said))
    assert "before 6." not in seen
    assert "before 7." in seen  # fourteen words, the message being the last of them
    assert "after 7." in seen
    assert "after 8." not in seen
    assert "earlier words are left out" in seen
    assert "later words are left out" in seen


def test_the_message_is_kept_where_the_talk_is_gone(
    client: Client, table: Table, freja: User, ida: User
) -> None:
    one = report(table, freja, ida, message=say(table, ida, "You fool"))
    Message.objects.all().delete()
    assert "You fool" in look(client, one)
    Report.objects.update(place="nowhere")
    assert "at a table that is gone" in look(client, one)


def test_who_sat_there_and_what_happened_in_sentences(
    client: Client, table: Table, freja: User, ida: User
) -> None:
    door.do(table.pk, 1, Leave())
    for _ in play_on(table):
        pass
    settle(table.pk)
    seen = look(client, report(table, freja, ida))
    assert "Ida has left the game; a bot plays on." in seen
    assert "It is over ; it began" in seen
    assert "Round 1, 2 cards:" in seen
    assert "Freja bid " in seen
    assert "See the replay" in seen
    assert "Every card of it" in seen
    assert "3rd" in seen
    assert "1 game with people, 0 % played to the end" in seen
    assert "Of the last 1: left 1, ran out of time 0 times" in seen


def test_what_a_ranked_game_did_to_their_points(client: Client) -> None:
    one, two = people_with(500, 500)
    table = ended([one, two], [1, 2])
    settle(table.pk)
    seen = look(client, report(table, one, two, reason="cheating"))
    assert "+50 (500 to 550)" in seen
    assert "−20 (500 to 480)" in seen


def test_what_came_before(client: Client, table: Table, vagt: User, freja: User, ida: User) -> None:
    old = report(table, account("Astrid"), ida, reason="spam")
    sanctions.warn(vagt, ida, "Once is enough.", report=old.pk)
    sanctions.handle_report(vagt, old, "Warned.")
    sanctions.mute(vagt, ida, "And again.", timezone.now() + timedelta(days=1))
    other = report(table, freja, User.objects.get(username="Bo"))
    sanctions.handle_report(vagt, other, "Nothing in it.")
    seen = look(client, report(table, freja, ida))
    assert "Spam , by Astrid, just now: Vagt warned Ida" in seen
    assert "Mute , in force until " in seen
    assert "Vagt warned Ida, just now (not read yet) : “Once is enough.”" in seen
    assert "In the last 90 days Ida was muted once and warned once." in seen
    assert "Insulting words , about Bo, just now: closed: “Nothing in it.”" in seen


def test_who_shares_a_browser(client: Client, table: Table, freja: User, ida: User) -> None:
    for user in (freja, ida):
        Trace.objects.create(user=user, kind="device", key="k" * 32)
    one = report(table, freja, ida)
    seen = look(client, one)
    assert "The two share a browser" in seen
    assert "a browser with Freja" in seen
    assert "k" * 32 not in client.get(page_of(one)).content.decode()


def test_several_reports_of_one_thing(client: Client, table: Table, freja: User, ida: User) -> None:
    said = say(table, ida, "You fool")
    one = report(table, freja, ida, message=said)
    report(table, User.objects.get(username="Bo"), ida, message=said, words="Rude")
    assert "1 other reported the same: Bo , for insulting words ( Rude )" in look(client, one)


def test_who_is_gone_is_still_decided_about(client: Client, table: Table, freja: User, ida: User) -> None:
    one = report(table, freja, ida, message=say(table, ida, "You fool"))
    for user in (freja, ida):
        forget(user)
    seen = look(client, one)
    assert "Somebody who is gone reported — for insulting words" in seen
    assert "The account has been deleted" in seen


def test_a_lobby_and_a_guest(client: Client, freja: User) -> None:
    guest = User.objects.create(username="guest-1", is_guest=True)
    table = company_table(players=[freja, guest])
    table.seats.filter(player=guest).update(name="Gæsten")
    seen = look(client, report(table, freja, guest))
    assert "Freja reported Gæsten" in seen
    assert "guest-1" not in seen
    assert "they cannot be banned or renamed" in seen


def test_the_next_one_is_a_press_away(client: Client, table: Table, freja: User, ida: User) -> None:
    one = report(table, freja, ida)
    two = report(table, ida, freja)
    assert client.get(page_of(one)).context["it"].next == two
    assert page_of(two) in client.get(page_of(one)).content.decode()


def test_pages_are_english_for_danes_too(client: Client, vagt: User, table: Table, freja: User) -> None:
    vagt.settings = {"language": "da"}
    vagt.save()
    one = report(table, freja, User.objects.get(username="Bo"), reason="spam")
    seen = look(client, one)
    assert "Your decision" in seen
    assert "Log out" in seen
    assert "Log ud" not in seen


def test_more_of_everything_costs_no_more_statements(client: Client, freja: User, ida: User) -> None:
    """A report from a table with much talk, of people of whom much is known."""
    table = dealt(players=[freja, ida, account("Bo")], kind=Kind.MULTIPLAYER, most_cards=2)
    one = report(table, freja, ida, message=say(table, ida, "You fool"))
    sanctions.warn(staff("Anden"), ida, "Once.")
    asked = []
    for name, moderator in (("Karl", "Lars"), ("Mads", "Niels"), ("Ove", "Per"), ("Rolf", "Sten")):
        say(table, freja, "Well played")
        table.seats.filter(index=2).update(player=account(name))
        report(table, User.objects.get(username=name), ida)
        sanctions.warn(staff(moderator), ida, "Again.")
        asked.append(_statements(client, one))
    assert asked == asked[:1] * 4
    assert asked[0] < 90


def _statements(client: Client, one: Report) -> int:
    with CaptureQueriesContext(connection) as queries:
        client.get(page_of(one))
    return len(queries)
