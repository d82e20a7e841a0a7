"""What is said at a table: limits, who hears it, reports, and what the table itself has to say (RULES 2,
BR-19, BR-50)."""

import re
from typing import Any

import pytest
from django.urls import reverse

from accounts.models import Relation, Report, User
from game import door, lobby, talk
from game.live.beside import TalkSlice, beside_html, cut_beside, load_beside
from game.models import Kind, Message, Table
from game.rules.company.values import AskPause, Leave, No, Ready, Yes
from game.rules.exact_bid.values import Phase
from game.words import emote_name, phrase_text, table_line
from tests.game.company import (
    Clock,
    account,
    all_of,
    browser,
    company_table,
    dealt,
    in_play,
    lobby_of,
    play_on,
    player,
    refused,
    state,
    step,
)

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def says(table: Table, seat: int, words: str, kind: str = "text") -> None:
    talk.say(table.pk, player(table, seat), kind, words)


def heard(table: Table, user: User | None, seat: int | None = None) -> TalkSlice:
    """What a viewer is shown of it."""
    users = frozenset([user.pk] if user else [])
    slice: TalkSlice = cut_beside(load_beside(table.pk, users), seat, user.pk if user else None)["talk-lines"]
    return slice


def words_of(slice: TalkSlice) -> list[str]:
    return [line.words for line in slice.lines]


def person(client: Any, table: Table, **form: Any) -> Any:
    """By who sits there, unless the form says who was seen there."""
    seen = table.seats.filter(index=form["seat"]).first() if str(form.get("seat", "")).isdecimal() else None
    who = {"who": seen.name} if seen else {}
    return client.post(reverse("person", args=[table.public_id]), who | form)


# --- saying it ------------------------------------------------------------------------------------------


def test_what_is_said_is_kept_as_text() -> None:
    table = dealt(3)
    page = reverse("say", args=[table.public_id])
    client, version, news = browser(player(table, 1)), table.version, table.news
    lines = (
        "<img src=x onerror=alert(1)>",
        '"><svg onload=alert(1)>',
        "{{7*7}} {% debug %} &amp; Hyggeaften på Ærø ♠",
    )
    for line in lines:
        assert client.post(page, {"text": line}).status_code == 302
    kept = list(Message.objects.filter(table=table).values_list("words", "kind", "seat", "name", "author"))
    ida = player(table, 1)
    assert kept == [(line, "text", 1, ida.username, ida.pk) for line in lines]
    table.refresh_from_db()
    assert (table.version, table.news) == (version, news + 3)
    html = beside_html(load_beside(table.pk, frozenset()), 0, None, "en")["talk-lines"]
    assert "<img" not in html
    assert html.count("<svg") == html.count('<svg class="badge"') == len(lines)  # the site's own, at names
    assert "{{7*7}}" in html


def test_a_line_is_one_line_without_what_cannot_be_seen() -> None:
    table = dealt(3)
    says(table, 0, "  a\tb\n\nc\u202ed\u200b \0 ")
    assert words_of(heard(table, None)) == ["a b c d"]
    refused(table, "unreadable", lambda: says(table, 0, " \u202e\u202d\n\0 "))
    refused(table, "unreadable", lambda: says(table, 0, ""))


def test_a_line_has_two_hundred_characters() -> None:
    table = dealt(3)
    says(table, 0, "æ" * 200)
    refused(table, "too-long", lambda: says(table, 0, "æ" * 201))
    assert words_of(heard(table, None)) == ["æ" * 200]


@pytest.mark.parametrize(("kind", "known"), [("phrase", talk.PHRASES), ("emote", talk.EMOTES)])
def test_phrases_and_emotes_are_those_that_there_are(kind: str, known: tuple[str, ...]) -> None:
    table = dealt(3)
    refused(table, "unreadable", lambda: says(table, 0, "<b>", kind))
    refused(table, "unreadable", lambda: says(table, 0, "left-wish", "table"))
    says(table, 0, known[0], kind)
    assert Message.objects.get().kind == kind
    words = phrase_text if kind == "phrase" else emote_name
    assert all(words(code) not in ("", code) for code in known)


def test_nobody_says_more_than_five_things_in_ten_seconds(clock: Clock) -> None:
    table = dealt(3)
    for count in range(5):
        says(table, 0, f"line {count}")
        clock.goes(1)
    refused(table, "too-fast", lambda: says(table, 0, "one too many"))
    refused(table, "too-fast", lambda: says(table, 0, "smile", "emote"))
    says(table, 1, "somebody else")
    clock.goes(4.9)
    refused(table, "too-fast", lambda: says(table, 0, "9.9 seconds after the first"))
    clock.goes(0.2)
    says(table, 0, "10.1 seconds after the first")
    refused(table, "too-fast", lambda: says(table, 0, "and another"))


def test_who_does_not_sit_there_says_nothing() -> None:
    table = dealt(3)
    stranger = account()
    refused(table, "not-seated", lambda: talk.say(table.pk, stranger, "text", "hi"))
    door.do(table.pk, 2, Leave())
    refused(table, "not-seated", lambda: says(table, 2, "I have left"))


def test_people_talk_in_the_lobby_and_after_the_game() -> None:
    ida, bo = account("Ida"), account("Bo")
    lobby_table = lobby_of(ida, bo, kind=Kind.RANKED)
    talk.say(lobby_table.pk, bo, "text", "hi there")
    assert words_of(heard(lobby_table, ida)) == ["hi there"]
    table = company_table(2, 1, kind=Kind.RANKED, most_cards=1)
    for _state in play_on(table):
        pass
    says(table, 0, "well done")
    assert words_of(heard(table, None)) == ["well done"]


def test_nobody_talks_in_a_lobby_that_they_have_left() -> None:
    ida, bo = account("Ida"), account("Bo")
    table = lobby_of(ida, bo)
    lobby.leave(table.pk, bo)
    refused(table, "not-seated", lambda: talk.say(table.pk, bo, "text", "hi"))


def test_in_ranked_nobody_writes_while_it_could_be_worth_tricks(clock: Clock) -> None:
    """Not while bids are open, nor in a one-card round before it is settled; at every moment of a game."""
    table = company_table(3, kind=Kind.RANKED, most_cards=2)
    seen = set()
    while table.status == Table.Status.RUNNING:
        now = state(table)
        one_card = now.round in (2, 3)
        settled = now.points is not None
        allowed = now.phase is not Phase.BID and not (one_card and not settled)
        seen.add((str(now.phase), one_card, allowed))
        assert talk.may_write(table) == allowed, now
        clock.goes(11)
        if allowed:
            says(table, 0, "hi")
        else:
            refused(table, "no-writing-now", lambda: says(table, 0, "hi"))
            assert not heard(table, None, 0).may_write
            says(table, 0, "good-luck", "phrase")
            says(table, 1, "smile", "emote")
        step(table)
    assert {("bid", False, False), ("play", False, True), ("deal", False, True)} <= seen
    assert {("bid", True, False), ("reveal", True, False), ("deal", True, True)} <= seen
    assert heard(table, None, 0).may_write


def test_in_multiplayer_people_write_whenever_they_like() -> None:
    table = company_table(3, most_cards=1)
    while table.status == Table.Status.RUNNING:
        assert talk.may_write(table)
        step(table)
        table.refresh_from_db()


# --- not hearing it -------------------------------------------------------------------------------------


@pytest.mark.parametrize("what", ["mute", "block"])
def test_who_is_muted_or_blocked_is_not_heard_and_not_told(what: str) -> None:
    table = dealt(3)
    ida, bo, per = (player(table, seat) for seat in range(3))
    says(table, 1, "before")
    client = browser(ida)
    assert person(client, table, do=what, seat=1).status_code == 302
    says(table, 1, "after")
    says(table, 1, "smile", "emote")
    says(table, 2, "somebody else")
    assert words_of(heard(table, ida, 0)) == ["somebody else"]
    assert words_of(heard(table, bo, 1)) == ["before", "after", "smile", "somebody else"]
    assert words_of(heard(table, per, 2)) == words_of(heard(table, None)) == words_of(heard(table, bo, 1))
    assert Relation.objects.get().kind == what
    person(client, table, do="let-be", seat=1)
    assert "before" in words_of(heard(table, ida, 0))
    assert not Relation.objects.exists()


def test_what_the_table_says_everyone_hears() -> None:
    table = dealt(3)
    ida = player(table, 0)
    person(browser(ida), table, do="block", seat=1)
    door.do(table.pk, 1, Leave())
    assert words_of(heard(table, ida, 0)) == ["left-wish"]


def test_one_is_told_by_the_way_what_has_been_done() -> None:
    table = dealt(3)
    client = browser(player(table, 0))
    answer = client.post(
        reverse("person", args=[table.public_id]),
        {"do": "mute", "seat": "1", "who": player(table, 1).username},
        headers={"HX-Request": "true"},
    )
    assert answer.status_code == 200
    assert player(table, 1).username in answer.content.decode()


def test_a_report_has_the_line_that_it_is_about() -> None:
    table = dealt(3)
    ida, bo = player(table, 0), player(table, 1)
    says(table, 1, "<b>rude</b>")
    says(table, 2, "not at all")
    rude, other = Message.objects.all()
    client = browser(ida)
    before = all_of(table)
    person(client, table, do="report", seat=1, reason="insulting", words="Look.", message=rude.pk)
    report = Report.objects.get()
    kept = (report.reporter, report.reported, report.called, report.place, report.message, report.quote)
    assert kept == (ida, bo, bo.username, table.public_id, rude.pk, "<b>rude</b>")
    assert (report.reason, report.words) == ("insulting", "Look.")
    assert all_of(table) == before  # and nobody at the table notices
    # Of a message its author is reported, whatever seat comes along.
    person(client, table, do="report", seat=1, reason="spam", message=other.pk)
    about = Report.objects.order_by("pk").values_list("reported", "message", "quote")
    assert list(about)[1:] == [(player(table, 2).pk, other.pk, "not at all")]


@pytest.mark.parametrize(
    "form",
    [
        {"do": "mute", "seat": "0"},  # oneself
        {"do": "mute", "seat": "3"},  # a bot
        {"do": "mute", "seat": "4"},
        {"do": "mute", "seat": "9" * 17},
        {"do": "mute", "seat": "²"},
        {"do": "mute"},
        {"do": "fly", "seat": "1"},
        {"seat": "1"},
        {"do": "report", "seat": "1", "reason": "he is a bore"},
        {"do": "report", "seat": "1", "reason": "spam", "words": "x" * 501},
        {"do": "mute", "seat": "1", "who": "Somebody else"},  # has sat there when the page was drawn
        {"do": "mute", "seat": "1", "who": ""},
        {"do": "report", "seat": "1", "reason": "spam", "message": "x"},
        {"do": "report", "seat": "1", "reason": "spam", "message": "9" * 17},
        {"do": "report", "seat": "1", "reason": "spam", "message": "-1"},
    ],
)
def test_what_cannot_be_done_to_somebody_is_refused(form: dict[str, str]) -> None:
    table = dealt(3, 1)
    before = all_of(table)
    assert person(browser(player(table, 0)), table, **form).status_code == 302
    assert all_of(table) == before
    assert not Relation.objects.exists()
    assert not Report.objects.exists()


def test_what_was_said_stays_with_its_author_when_seats_are_changed() -> None:
    ida, bent, carl = account("Ida"), account("Bent"), account("Carl")
    table = lobby_of(ida, bent, carl)
    talk.say(table.pk, bent, "text", "rude")
    line = Message.objects.get()
    lobby.swap(table.pk, ida, 1, "Bent", 2)
    assert [line.mine for line in heard(table, carl, 1).lines] == [False]
    assert [line.mine for line in heard(table, bent, 2).lines] == [True]
    person(browser(carl), table, do="report", reason="insulting", message=line.pk)
    assert Report.objects.values_list("reported", "called", "quote").get() == (bent.pk, "Bent", "rude")
    person(browser(ida), table, do="mute", seat=1, who="Bent")  # where Carl sits by now
    assert not Relation.objects.exists()
    person(browser(ida), table, do="mute", message=line.pk)
    assert Relation.objects.values_list("who", "whom").get() == (ida.pk, bent.pk)


def test_what_is_said_of_a_table_elsewhere_is_nothing_here() -> None:
    here, elsewhere = dealt(3), dealt(3)
    says(elsewhere, 1, "rude")
    person(browser(player(here, 0)), here, do="mute", message=Message.objects.get().pk)
    assert not Relation.objects.exists()


def test_what_the_table_says_of_a_seat_is_of_who_sits_there() -> None:
    table = dealt(3)
    door.do(table.pk, 1, Leave())
    assert [line.mine for line in heard(table, player(table, 1), 1).lines] == [True]
    assert [line.mine for line in heard(table, player(table, 0), 0).lines] == [False]


# --- what the table says --------------------------------------------------------------------------------


def told(table: Table) -> list[str]:
    """As each line is read by somebody at another seat, in English."""
    lines = Message.objects.filter(table=table, kind="table")
    names = [seat.name for seat in table.seats.all()]
    return [table_line(line.words, "@" + str(names.index(line.name)), mine=False) for line in lines]


def test_the_table_says_what_the_company_does(clock: Clock) -> None:
    table = in_play(4, limit=120)
    door.do(table.pk, 0, AskPause())
    door.do(table.pk, 1, No(1))
    door.do(table.pk, 2, AskPause())
    for seat in (0, 1, 3):
        door.do(table.pk, seat, Yes(2))
    while not any("ten minutes" in line for line in told(table)):
        clock.until_due(table)
    for seat in (0, 1, 2):
        door.do(table.pk, seat, Ready(2))
    door.do(table.pk, 3, Leave())
    door.do(table.pk, 1, AskPause())
    clock.until_due(table)  # somebody is a bot now; whatever is due first
    while "Not everyone has answered: the vote is over." not in told(table):
        clock.until_due(table)
    assert [line for line in told(table) if "ran out" not in line] == [
        "@0 asks for a pause.",
        "@1 said no: the vote is over.",
        "@2 asks for a pause.",
        "The game is paused.",
        "The pause has lasted ten minutes: a bot may be asked to take over.",
        "@3 has left the game; a bot plays on.",
        "The game goes on.",
        "@1 asks for a pause.",
        "Not everyone has answered: the vote is over.",
    ]


def test_the_table_says_who_ran_out_of_time(clock: Clock) -> None:
    table = dealt(2, 1, limit=10)
    clock.goes(9)
    while not any("three times" in line for line in told(table)):
        clock.until_due(table)
    assert told(table)[0] == "@0 ran out of time: a bot moved."
    assert re.fullmatch("@[01] ran out of time three times in a row: a bot plays on.", told(table)[-1])
    while table.status == Table.Status.RUNNING:
        clock.until_due(table)
        table.refresh_from_db()
    assert told(table)[-1] == "Everyone has left: the game ends here."


def test_every_code_of_the_table_has_words() -> None:
    """Of `game.lines`, for the one that it is about and for the others."""
    codes = (
        "left-wish", "left-time-outs", "left-vote", "timed-out", "asks-pause", "asks-replace", "refused",
        "expired", "moot", "paused", "long-pause", "played-on", "may-be-replaced", "everyone-left",
    )  # fmt: skip
    for code in codes:
        assert table_line(code, "Bo", mine=True)
        assert table_line(code, "Bo", mine=False)
