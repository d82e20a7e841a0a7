"""The company through the door: time-outs, leaving, pauses, votes; what is stored of them, and that the log
tells it all (RULES 2, BR-06, BR-07, BR-10, BR-15, BR-32, BR-41)."""

import json
import random
from datetime import timedelta
from typing import Any

import pytest
from django.core.management import call_command
from django.urls import reverse
from django.utils import timezone

from game import clockwork, door, lobby, presence, store, tasks
from game.errors import Refused
from game.live.beside import cut_beside, load_beside
from game.live.lists import load_tables
from game.live.page import page_of
from game.live.slices import ClockSlice
from game.models import Action, Kind, Message, Result, Seat, Source, Table, Visit
from game.moment import ms
from game.records import record_of_table
from game.rules.company import codec as companies
from game.rules.company.clocks import time_left
from game.rules.company.deeds import legal_deeds
from game.rules.company.values import (
    AskPause,
    AskReplace,
    CatchUp,
    Deed,
    Leave,
    No,
    Ready,
    TimeOut,
    Yes,
)
from game.rules.exact_bid import codec, engine
from game.rules.exact_bid.values import Bid, Phase, Play
from game.rules.exact_bid.view import view
from game.rules.record import verify
from tests.game.company import (
    Clock,
    account,
    all_of,
    browser,
    by_itself,
    company,
    company_table,
    dealt,
    in_play,
    lobby_of,
    log_replays,
    move,
    on_turn,
    play_on,
    player,
    refused,
    state,
    step,
    there,
)

pytestmark = [pytest.mark.django_db, pytest.mark.database]

GRACE = 0.5


def does(table: Table, seat: int, deed: Deed) -> None:
    door.do(table.pk, seat, deed)


def said_by_table(table: Table) -> list[tuple[str, int]]:
    """What the table has told: codes, each with the seat that it is about."""
    return list(Message.objects.filter(table=table, kind="table").values_list("words", "seat"))


def left_of(table: Table, seat: int) -> int | None:
    """What the seat has left on its clock, in milliseconds."""
    return time_left(company(table), seat, ms(timezone.now()))


def paused(*args: Any, **kwargs: Any) -> Table:
    """A table in a pause, in the middle of a trick."""
    table = in_play(*args, **({"limit": 30} | kwargs))
    people = [seat.index for seat in table.seats.all() if seat.is_played]
    does(table, people[0], AskPause())
    for seat in people[1:]:
        does(table, seat, Yes(1))
    assert company(table).pause is not None
    return table


# --- running out of time ------------------------------------------------------------------------------------


def test_br10_who_runs_out_of_time_is_bidden_for_and_keeps_the_seat(clock: Clock) -> None:
    """By the server alone: nobody has a page open."""
    table = dealt(3, limit=10)
    table.refresh_from_db()
    assert table.due_at == clock.now + timedelta(seconds=10 + GRACE)
    before = all_of(table)
    clock.goes(10)
    clockwork.advance(table.pk, table.version)
    assert all_of(table) == before  # the moment of grace
    clock.until_due(table)
    logged = Action.objects.get(table=table, number=table.version + 1)
    assert (logged.seat, logged.source) == (0, Source.CLOCK)
    assert logged.deed == companies.encode_deed(TimeOut(0))
    assert logged.action is not None
    bid = codec.decode_action(logged.action)
    assert isinstance(bid, Bid)
    assert state(table).bids == (bid.tricks, None, None)
    seat = table.seats.get(index=0)
    assert (seat.bot, seat.left_at, seat.sits) == ("", None, True)
    assert [person and person.time_outs for person in company(table).players] == [1, 0, 0]
    assert said_by_table(table) == [("timed-out", 0)]
    for _ in range(2):
        clock.until_due(table)
    assert state(table).phase is Phase.PLAY
    assert Action.objects.filter(table=table, source=Source.CLOCK).count() == 3
    log_replays(table)


def test_br10_who_is_back_too_late_finds_the_following_turn(clock: Clock) -> None:
    table = in_play(3, limit=10)
    seat = on_turn(table)
    turn = engine.turn(state(table))
    clock.until_due(table)
    card = Play(state(table).hands[seat][0])
    assert on_turn(table) == (seat + 1) % 3
    page = browser(player(table, seat)).get(reverse("table", args=[table.public_id]))
    assert page.status_code == 200
    assert left_of(table, seat) is None
    assert left_of(table, (seat + 1) % 3) == 10_000
    refused(
        table,
        "not-your-turn",
        lambda: door.act(table.pk, seat, card, source=Source.PERSON, turn=turn),
    )


def test_a_move_in_the_moment_of_grace_counts(clock: Clock) -> None:
    table = in_play(3, limit=10)
    seat = on_turn(table)
    clock.goes(10.3)
    late, version = table.due_at, table.version
    move(table, seat)
    assert late == clock.now + timedelta(seconds=0.2)
    assert not Action.objects.filter(table=table, source=Source.CLOCK).exists()
    with pytest.raises(Refused, match="stale"):
        clockwork.advance(table.pk, version)


def test_a_move_gives_the_next_one_the_whole_time(clock: Clock) -> None:
    table = in_play(3, limit=20)
    clock.goes(13)
    move(table, on_turn(table))
    assert left_of(table, on_turn(table)) == 20_000
    table.refresh_from_db()
    assert table.due_at == clock.now + timedelta(seconds=20 + GRACE)


def test_the_time_out_and_the_move_are_both_or_neither(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    table = dealt(3, limit=10)
    clock.goes(11)
    refused(
        table,
        "bid-out-of-range",
        lambda: door.time_out(table.pk, 0, Bid(99), version=table.version),
    )
    refused(table, "stale", lambda: door.time_out(table.pk, 0, Bid(0), version=table.version - 1))
    before = all_of(table)

    def fail(*args: Any, **kwargs: Any) -> None:
        raise RuntimeError("the disk is full")

    with monkeypatch.context() as broken:
        broken.setattr(store, "_unseat", fail)
        with pytest.raises(RuntimeError):
            door.time_out(table.pk, 0, Bid(0), version=table.version)
    assert all_of(table) == before
    door.time_out(table.pk, 0, Bid(0), version=table.version)
    assert (state(table).bids[0], company(table).players[0].time_outs) == (0, 1)  # type: ignore[union-attr]


def test_a_table_that_is_woken_too_early_does_nothing(clock: Clock) -> None:
    """As by a task that was called for before a pause."""
    table = dealt(3, limit=10)
    clock.goes(9)
    Table.objects.filter(pk=table.pk).update(due_at=clock.now)
    before = all_of(table)
    assert clockwork.advance(table.pk, table.version) is None
    assert all_of(table) == before


def test_what_the_company_does_is_news_and_a_move_is_none(clock: Clock) -> None:
    """Pages load what is beside the game anew when there is news of it, and not at every card."""
    table = in_play(3, limit=30)
    news, version = table.news, table.version
    move(table, on_turn(table))
    table.refresh_from_db()
    assert (table.news, table.version) == (news, version + 1)
    does(table, 0, AskPause())
    does(table, 1, Yes(1))
    does(table, 2, Leave())
    table.refresh_from_db()
    assert (table.news, table.version) == (news + 3, version + 4)


@pytest.mark.parametrize("seconds", [0, 9.9])
def test_nobody_is_timed_out_before_their_time(clock: Clock, seconds: float) -> None:
    table = dealt(3, limit=10)
    clock.goes(seconds)
    refused(table, "too-early", lambda: door.time_out(table.pk, 0, Bid(0), version=table.version))
    move(table, 1)
    table.refresh_from_db()
    refused(table, "not-waited-for", lambda: door.time_out(table.pk, 1, Bid(0), version=table.version))


def test_no_time_runs_out_at_a_table_without_a_clock(clock: Clock) -> None:
    table = dealt(3)
    clock.goes(3600)
    refused(table, "not-waited-for", lambda: door.time_out(table.pk, 0, Bid(0), version=table.version))


def silent(table: Table, clock: Clock, seat: int, until: int) -> None:
    """The others move at once; this one runs out of time again and again, so many times in a row."""
    while True:
        person = company(table).players[seat]
        assert person is not None
        if person.left or person.time_outs == until:
            return
        others = [other for other in engine.waited_for(state(table)) if other != seat]
        people = [other for other in others if not table.seats.get(index=other).bot]
        if people:
            move(table, people[0])
        else:
            clock.until_due(table)


def test_after_three_time_outs_in_a_row_the_player_has_left(clock: Clock) -> None:
    ranked = company_table(4, limit=10, kind=Kind.RANKED, most_cards=3)
    silent(ranked, clock, 2, until=2)
    assert ranked.seats.get(index=2).bot == ""
    silent(ranked, clock, 2, until=3)
    logged = Action.objects.get(table=ranked, number=ranked.version)
    assert (logged.seat, logged.source) == (2, Source.CLOCK)
    assert logged.action is not None  # the bot moves for them in the same breath
    assert logged.deed is not None
    seat = ranked.seats.get(index=2)
    assert (seat.bot, seat.left_at, seat.sits) == ("medium", clock.now, False)
    assert seat.player is not None
    assert said_by_table(ranked)[-2:] == [("timed-out", 2), ("left-time-outs", 2)]
    assert Action.objects.filter(table=ranked, source=Source.CLOCK).count() == 3

    left_at = clock.now
    while state(ranked).phase is not Phase.END:
        step(ranked)
    result = Result.objects.get(table=ranked, seat=2)
    assert (result.placement, result.left_at, result.player) == (4, left_at, seat.player)
    assert Result.objects.filter(table=ranked, left_at=None).count() == 3
    log_replays(ranked)

    record = record_of_table(ranked, list(ranked.seats.all()))
    assert [player.get("left", False) for player in record["players"]] == [False, False, True, False]
    assert not any(player.get("bot") for player in record["players"])
    verified = verify(record)
    assert verified["valid"], verified
    placed = Result.objects.filter(table=ranked).order_by("seat").values_list("placement", flat=True)
    assert verified["placements"] == list(placed)


def test_a_move_ends_a_row_of_time_outs(clock: Clock) -> None:
    table = dealt(3, limit=10)
    silent(table, clock, 1, until=2)
    while 1 not in engine.waited_for(state(table)):
        step(table)
    move(table, 1)
    assert company(table).players[1].time_outs == 0  # type: ignore[union-attr]


def test_when_the_last_one_has_run_out_three_times_the_game_is_over(clock: Clock) -> None:
    table = dealt(1, 2, limit=10, most_cards=3)
    silent(table, clock, 0, until=3)
    table.refresh_from_db()
    assert (table.status, table.due_at, table.ended_at) == ("ended", None, clock.now)
    logged = Action.objects.get(table=table, number=table.version)
    assert (logged.seat, logged.source, logged.action) == (0, Source.CLOCK, None)
    assert [word for word, _ in said_by_table(table)[-3:]] == [
        "timed-out",
        "left-time-outs",
        "everyone-left",
    ]
    assert set(Result.objects.filter(table=table).values_list("placement", flat=True)) == {None}
    log_replays(table)


def test_br41_a_deadline_lies_in_the_database_and_is_swept(
    clock: Clock, called: list[tuple[int, int]]
) -> None:
    """Whatever became of the worker and the broker: the sweep finds it, and twice is once."""
    table = dealt(3, limit=20)
    called.clear()
    clock.goes(20)
    assert tasks.sweep() == 0
    clock.goes(GRACE + 0.7)
    assert tasks.sweep() == 1
    assert called == [(table.pk, table.version)]
    tasks.advance(*called[0])
    after = all_of(table)
    tasks.advance(*called[0])
    assert all_of(table) == after
    assert Action.objects.filter(table=table, source=Source.CLOCK).count() == 1


# --- leaving ------------------------------------------------------------------------------------------------


def reached(phase: Phase, between: bool) -> Table:
    """A table of three people and a bot in a phase; `between`: when something has been done in it."""
    table = company_table(3, 1, most_cards=1 if phase is Phase.REVEAL else 2)
    while True:
        now = state(table)
        begun = any(bid is not None for bid in now.bids) if phase is Phase.BID else bool(now.round)
        begun = bool(now.tricks[-1].cards) if phase in (Phase.PLAY, Phase.REVEAL) and now.tricks else begun
        if now.phase is phase and begun == between:
            return table
        step(table)


@pytest.mark.parametrize("between", [False, True])
@pytest.mark.parametrize("phase", [Phase.DEAL, Phase.BID, Phase.PLAY, Phase.REVEAL])
def test_br32_the_game_goes_on_without_who_leaves(phase: Phase, between: bool) -> None:
    table = reached(phase, between)
    for leaver in (1, 0):
        seat, before = table.seats.get(index=leaver), table.version
        does(table, leaver, Leave())
        table.refresh_from_db()
        seat.refresh_from_db()
        assert (seat.bot, seat.sits, seat.left_at is None) == ("medium", False, False)
        logged = Action.objects.get(table=table, number=before + 1)
        assert (logged.seat, logged.source, logged.action) == (leaver, Source.PERSON, None)
        assert said_by_table(table)[-1] == ("left-wish", leaver)
        if any(table.seats.get(index=other).bot for other in engine.waited_for(state(table))):
            assert table.due_at is not None
            assert table.due_at <= timezone.now() + timedelta(seconds=3)
    if not between:
        return  # from here on it is as the others
    left = {1: table.seats.get(index=1).left_at, 0: table.seats.get(index=0).left_at}
    for _now in play_on(table):
        pass
    assert (table.status, table.due_at) == ("ended", None)
    results = {result.seat: result for result in Result.objects.filter(table=table)}
    # Two of four have left: both are third, whatever their points and whoever left first.
    assert (results[0].placement, results[1].placement) == (3, 3)
    assert {results[2].placement, results[3].placement} <= {1, 2}
    assert {seat: results[seat].left_at for seat in (0, 1)} == left
    assert not Seat.objects.filter(table=table, sits=True).exists()
    verified = verify(record_of_table(table, list(table.seats.all())))
    assert verified["valid"], verified
    assert verified["placements"] == [results[seat].placement for seat in range(4)]
    log_replays(table)


@pytest.mark.parametrize("phase", [Phase.DEAL, Phase.BID, Phase.PLAY, Phase.REVEAL])
def test_br32_with_the_last_one_the_game_ends(
    phase: Phase, called: list[tuple[int, int]], django_capture_on_commit_callbacks: Any
) -> None:
    table = reached(phase, between=True)
    Table.objects.filter(pk=table.pk).update(public=True)
    assert [row.public_id for row in load_tables("multiplayer").slice.running] == [table.public_id]
    does(table, 0, Leave())
    does(table, 1, Leave())
    called.clear()
    with django_capture_on_commit_callbacks(execute=True):
        does(table, 2, Leave())
    table.refresh_from_db()
    assert (table.status, table.due_at, table.due_for) == ("ended", None, "")
    assert called == []
    assert table.ended_at is not None
    assert load_tables("multiplayer").slice == load_tables("multiplayer").slice._replace(open=(), running=())
    results = list(Result.objects.filter(table=table).order_by("seat"))
    assert [result.placement for result in results] == [None] * 4
    assert [result.left_at is None for result in results] == [False, False, False, True]
    assert [result.total for result in results] == list(state(table).totals)
    assert not Seat.objects.filter(table=table, sits=True).exists()
    assert said_by_table(table)[-2:] == [("left-wish", 2), ("everyone-left", 0)]
    assert tasks.sweep() == 0
    record = record_of_table(table, list(table.seats.all()))
    verified = verify(record)
    assert verified["valid"], verified
    assert not verified["finished"]
    log_replays(table)
    refused(table, "game-over", lambda: does(table, 2, Leave()))
    refused(table, "game-over", lambda: door.do(table.pk, None, CatchUp(), version=table.version))


def test_the_record_of_a_game_that_all_have_left_is_checked_by_the_command(tmp_path: Any) -> None:
    table = in_play(2, 1)
    does(table, 0, Leave())
    does(table, 1, Leave())
    table.refresh_from_db()
    file = tmp_path / "game.json"
    file.write_text(json.dumps(record_of_table(table, list(table.seats.all()))))
    call_command("verify_record", str(file))


def test_who_has_left_does_nothing_any_more() -> None:
    table = dealt(3)
    ida = player(table, 1)
    does(table, 1, Leave())
    turn = engine.turn(state(table))
    refused(table, "not-seated", lambda: does(table, 1, Leave()))
    refused(
        table,
        "not-seated",
        lambda: door.act(table.pk, 1, Bid(0), source=Source.PERSON, turn=turn),
    )
    before = all_of(table)
    client = browser(ida)
    for address, form in (
        ("deed", {"deed": "leave"}),
        ("move", {"bid": "0", "turn": turn}),
        ("say", {"text": "hi"}),
    ):
        client.post(reverse(address, args=[table.public_id]), form)
    assert all_of(table) == before
    lobby.join(lobby_of(account()).pk, ida, name="Ida")  # and is free to sit elsewhere


def test_one_leaves_by_a_button() -> None:
    table = in_play(3)
    client = browser(player(table, 0))
    answer = client.post(reverse("deed", args=[table.public_id]), {"deed": "leave"})
    assert (answer.status_code, answer["Location"]) == (302, reverse("tables", args=["multiplayer"]))
    assert table.seats.get(index=0).bot == "medium"


def test_leaving_twice_is_leaving(monkeypatch: pytest.MonkeyPatch) -> None:
    """A double press: the second finds a bot on the seat, at once or at the table's lock."""
    table = in_play(3)
    client, page = browser(player(table, 0)), reverse("deed", args=[table.public_id])
    there_is = reverse("tables", args=["multiplayer"])
    do = door.do

    def beaten(table_id: int, seat: int | None, deed: Deed, **more: Any) -> object:
        do(table_id, seat, deed, **more)
        return do(table_id, seat, deed, **more)

    monkeypatch.setattr(door, "do", beaten)
    answers = [client.post(page, {"deed": "leave"}, headers={"HX-Request": "true"}) for _ in range(2)]
    assert [(answer.status_code, answer["HX-Redirect"]) for answer in answers] == [(204, there_is)] * 2
    assert company(table).players[0].left is not None  # type: ignore[union-attr]
    assert Action.objects.filter(table=table, deed__isnull=False).count() == 1
    log_replays(table)


def test_losing_the_connection_is_not_leaving(clock: Clock) -> None:
    table = in_play(3)
    for page in there(table, *(player(table, seat) for seat in range(3))):
        presence.depart([page])
    clock.goes(24 * 3600)
    assert tasks.sweep() <= 1  # to tell the others that they may ask
    if table.due_at:
        by_itself(table)
    assert [seat.sits for seat in table.seats.all()] == [True] * 3
    move(table, on_turn(table))


@pytest.mark.parametrize(
    "deed",
    ["", "fly", "yes", "yes x", "yes -1", "yes 1 2", "time-out 0", "time-out", "catch-up", "ready ²"],
)
def test_what_is_no_deed_is_refused(deed: str) -> None:
    table = dealt(3, limit=10)
    before = all_of(table)
    client = browser(player(table, 0))
    client.post(reverse("deed", args=[table.public_id]), {"deed": deed})
    assert all_of(table) == before


# --- pauses -------------------------------------------------------------------------------------------------


def test_br06_clocks_keep_what_was_left_on_them(clock: Clock) -> None:
    table = in_play(4, limit=30)
    one = on_turn(table)
    two, three, four = ((one + i) % 4 for i in (1, 2, 3))
    clock.goes(10)
    does(table, three, AskPause())
    for seat in (two, four, one):
        assert company(table).pause is None
        does(table, seat, Yes(1))
    assert left_of(table, one) == 20_000
    clock.goes(65)
    assert left_of(table, one) == 20_000
    for seat in (one, two, three):
        does(table, seat, Ready(1))
        assert company(table).pause is not None
    does(table, four, Ready(1))
    assert company(table).pause is None
    assert left_of(table, one) == 20_000
    table.refresh_from_db()
    assert table.due_at == clock.now + timedelta(seconds=20 + GRACE)
    clock.goes(5)
    assert left_of(table, one) == 15_000
    move(table, one)
    assert (on_turn(table), left_of(table, two)) == (two, 30_000)
    table.refresh_from_db()
    assert table.due_at == clock.now + timedelta(seconds=30 + GRACE)
    assert not Action.objects.filter(table=table, source=Source.CLOCK).exists()
    log_replays(table)


def test_a_pause_while_bids_are_open_keeps_every_clock(clock: Clock) -> None:
    table = dealt(3, limit=60)
    clock.goes(7)
    move(table, 1)
    does(table, 0, AskPause())
    does(table, 1, Yes(1))
    does(table, 2, Yes(1))
    clock.goes(599)
    for seat in range(3):
        does(table, seat, Ready(1))
    assert [left_of(table, seat) for seat in range(3)] == [53_000, None, 53_000]


def test_in_a_pause_nothing_moves(clock: Clock) -> None:
    table = paused(2, 2)
    table.refresh_from_db()
    began = clock.now
    assert table.due_at == began + timedelta(seconds=600.1)
    seat = on_turn(table)
    if table.seats.get(index=seat).bot:
        card = view(state(table), seat).legal[0]
        refused(
            table,
            "paused",
            lambda: door.act(table.pk, seat, card, source=Source.BOT, version=table.version),
        )
    else:
        refused(table, "paused", lambda: move(table, seat))
        refused(
            table,
            "paused",
            lambda: door.time_out(table.pk, seat, view(state(table), seat).legal[0], version=table.version),
        )
    refused(table, "paused", lambda: does(table, 0, AskPause()))
    before = all_of(table)
    clock.goes(300)
    clockwork.advance(table.pk, table.version)
    assert tasks.sweep() == 0
    assert all_of(table) == before


def test_the_last_no_answer_runs_out_of_time_and_the_pause_begins(clock: Clock) -> None:
    """With the third time-out in a row they have left, and everyone who is seated has said yes: the bot waits
    for the end of the pause."""
    table = dealt(3, limit=10)
    silent(table, clock, 1, until=2)
    while 1 not in engine.waited_for(state(table)):
        step(table)
    clock.goes(5)
    does(table, 0, AskPause())
    does(table, 2, Yes(1))
    before = state(table)
    while company(table).pause is None:
        clock.until_due(table)
    logged = Action.objects.get(table=table, number=table.version)
    assert (logged.seat, logged.source, logged.action) == (1, Source.CLOCK, None)
    assert state(table) == before
    assert [word for word, _ in said_by_table(table)[-3:]] == ["timed-out", "left-time-outs", "paused"]
    table.refresh_from_db()
    assert table.due_for.startswith("company.long-pause")
    for seat in (0, 2):
        does(table, seat, Ready(1))
    table.refresh_from_db()
    assert table.due_for.startswith("bot.1.")
    log_replays(table)


@pytest.mark.parametrize("people", [1, 2, 3])
def test_in_a_pause_bots_stop_and_with_its_end_they_go_on(clock: Clock, people: int) -> None:
    """On a bot's turn: it is due for its move, then for the pause alone, then for its move again."""
    table = in_play(people, 4 - people, limit=30)
    while not table.seats.get(index=on_turn(table)).bot:
        step(table)
    table.refresh_from_db()
    assert table.due_for.startswith("bot.")
    does(table, 0, AskPause())
    for seat in range(1, people):
        does(table, seat, Yes(1))
    table.refresh_from_db()
    assert table.due_for.startswith("company.long-pause")
    for seat in range(people):
        does(table, seat, Ready(1))
    table.refresh_from_db()
    assert table.due_for.startswith("bot.")
    assert table.due_at is not None
    assert clock.now < table.due_at < clock.now + timedelta(seconds=3)


def test_between_rounds_a_pause_holds_the_next_deal(clock: Clock) -> None:
    table = company_table(2, 1, limit=30, most_cards=1)
    does(table, 0, AskPause())
    does(table, 1, Yes(1))
    table.refresh_from_db()
    assert table.due_for.startswith("company.long-pause")
    refused(
        table,
        "paused",
        lambda: door.act(
            table.pk,
            None,
            clockwork.next_deal(table, list(table.seats.all()), state(table)),
            source=Source.TABLE,
            version=table.version,
        ),
    )
    for seat in (0, 1):
        does(table, seat, Ready(1))
    clock.until_due(table)
    assert state(table).phase is Phase.BID


def test_one_no_ends_the_vote(clock: Clock) -> None:
    table = in_play(4, limit=30)
    does(table, 0, AskPause())
    does(table, 1, Yes(1))
    does(table, 3, No(1))
    assert (company(table).vote, company(table).pause) == (None, None)
    assert said_by_table(table) == [("asks-pause", 0), ("refused", 3)]
    refused(table, "no-such-vote", lambda: does(table, 2, Yes(1)))
    refused(table, "too-early", lambda: does(table, 0, AskPause()))
    does(table, 1, AskPause())  # and may be asked again at once by another one
    assert company(table).vote is not None


def test_who_asked_in_vain_is_shown_the_button_again_in_a_minute(clock: Clock) -> None:
    table = in_play(3, limit=120)

    def may_pause(seat: int) -> object:
        beside = load_beside(table.pk, frozenset())
        return cut_beside(beside, seat, player(table, seat).pk)["company"].may_pause

    does(table, 0, AskPause())
    does(table, 0, No(1))
    assert [may_pause(seat) for seat in range(3)] == [False, True, True]
    news = table.news
    clock.until_due(table)
    table.refresh_from_db()
    assert clock.now == table.started_at + timedelta(seconds=60.1)  # type: ignore[operator]
    assert table.news > news
    assert may_pause(0) is True
    log_replays(table)


def test_a_vote_ends_after_a_minute_and_clocks_run_on(clock: Clock) -> None:
    table = in_play(3, limit=120)
    seat = on_turn(table)
    does(table, seat, AskPause())
    clock.goes(59)
    assert left_of(table, seat) == 61_000
    assert company(table).vote is not None
    clock.until_due(table)
    assert (company(table).vote, company(table).pause) == (None, None)
    assert said_by_table(table) == [("asks-pause", seat), ("expired", 0)]
    logged = Action.objects.get(table=table, number=table.version)
    assert (logged.source, logged.seat, logged.deed) == (Source.TABLE, None, {"type": "catch-up"})
    table.refresh_from_db()
    assert table.due_at == clock.now + timedelta(seconds=60 + GRACE - 0.1)


def test_a_vote_that_is_over_takes_no_answer_though_no_worker_came(clock: Clock) -> None:
    table = in_play(3, limit=120)
    does(table, 0, AskPause())
    clock.goes(60)
    refused(table, "no-such-vote", lambda: does(table, 1, Yes(1)))


def test_time_runs_out_during_a_vote(clock: Clock) -> None:
    table = in_play(3, limit=10)
    does(table, 0, AskPause())
    clock.until_due(table)
    assert Action.objects.filter(table=table, source=Source.CLOCK).count() == 1
    assert company(table).vote is not None


def test_no_pause_without_a_clock() -> None:
    table = in_play(3)
    refused(table, "no-clock", lambda: does(table, 0, AskPause()))


def test_br15_no_pause_without_a_yes_of_everyone_who_is_seated(clock: Clock) -> None:
    """Three people and a bot: who asked loses the connection; who said yes leaves."""
    table = in_play(3, 1, limit=120)
    pages = there(table, *(player(table, seat) for seat in range(3)))
    does(table, 0, AskPause())
    presence.depart(pages[:1])
    assert company(table).pause is None
    does(table, 1, Yes(1))
    does(table, 1, Leave())
    assert company(table).pause is None
    table.refresh_from_db()
    shown = cut_beside(load_beside(table.pk, frozenset()), 2, None)["company"].vote
    assert (shown.yes, shown.of) == (1, 2)
    refused(table, "not-seated", lambda: does(table, 1, Yes(1)))
    does(table, 2, Yes(1))
    assert company(table).pause is not None


def test_br15_who_left_and_plays_elsewhere_is_not_touched(clock: Clock) -> None:
    table = in_play(3, 1, limit=120)
    does(table, 0, AskPause())
    does(table, 1, Yes(1))
    does(table, 1, Leave())
    other = lobby_of(player(table, 1), account(), players=3)
    lobby.start(other.pk, player(table, 1))
    before = all_of(other)
    does(table, 2, Yes(1))
    assert all_of(other) == before


def test_the_last_no_answer_leaves_and_the_pause_begins(clock: Clock) -> None:
    table = in_play(3, limit=120)
    does(table, 0, AskPause())
    does(table, 2, Yes(1))
    does(table, 1, Leave())
    assert company(table).pause is not None
    assert said_by_table(table) == [("asks-pause", 0), ("left-wish", 1), ("paused", 0)]


def test_in_a_pause_the_last_who_is_not_ready_leaves_and_the_game_goes_on(clock: Clock) -> None:
    table = paused(3)
    does(table, 0, Ready(1))
    does(table, 1, Ready(1))
    refused(table, "already-said", lambda: does(table, 1, Ready(1)))
    does(table, 2, Leave())
    assert company(table).pause is None
    assert said_by_table(table)[-2:] == [("left-wish", 2), ("played-on", 0)]
    refused(table, "not-paused", lambda: does(table, 0, Ready(1)))


def test_after_ten_minutes_of_pause_a_bot_may_take_over_for_who_is_not_ready(clock: Clock) -> None:
    table = paused(4)
    for seat in (0, 1):
        does(table, seat, Ready(1))
    refused(table, "too-early", lambda: does(table, 0, AskReplace(3)))
    clock.until_due(table)
    assert said_by_table(table)[-1] == ("long-pause", 0)
    table.refresh_from_db()
    assert (table.due_at, table.status) == (None, "running")  # and stays paused for as long as they like
    refused(table, "not-ready", lambda: does(table, 2, AskReplace(3)))
    does(table, 0, AskReplace(3))
    refused(table, "not-asked", lambda: does(table, 2, Yes(2)))
    does(table, 1, Yes(2))
    assert table.seats.get(index=3).bot == "medium"
    assert said_by_table(table)[-2:] == [("asks-replace", 3), ("left-vote", 3)]
    assert company(table).pause is not None
    does(table, 2, Ready(1))
    assert company(table).pause is None
    log_replays(table)


def test_br07_who_loads_a_paused_game_sees_it_paused(clock: Clock) -> None:
    table = in_play(3, limit=30)
    seat = on_turn(table)
    clock.goes(12)
    does(table, 0, AskPause())
    does(table, 1, Yes(1))
    does(table, 2, Yes(1))
    does(table, 1, Ready(1))
    clock.goes(40)
    table.refresh_from_db()
    for own in range(3):
        shown = page_of(table, list(table.seats.all()), own).regions["clock"]
        assert shown == ClockSlice(30, stands=True, seats=((seat, 18_000),))
        beside = cut_beside(load_beside(table.pk, frozenset()), own, player(table, own).pk)["company"]
        assert beside.pause.may_get_ready == (own != 1)
    client, before = browser(player(table, seat)), all_of(table)
    turn = engine.turn(state(table))
    card = view(state(table), seat).legal[0]
    assert isinstance(card, Play)
    client.post(reverse("move", args=[table.public_id]), {"card": card.card, "turn": turn})
    assert all_of(table) == before
    page = client.get(reverse("table", args=[table.public_id])).content.decode()
    assert "paused" in page


def test_br41_a_paused_game_stays_paused_over_a_restart(clock: Clock, called: list[tuple[int, int]]) -> None:
    """All that lives in processes is gone: what lies in the database is a pause, with its time left."""
    table = paused(3)
    seat = on_turn(table)
    remaining = left_of(table, seat)
    there(table, *(player(table, own) for own in range(3)))
    called.clear()
    clock.goes(120)
    tasks.sweep()  # the first one after the restart: the processes that served are gone
    assert called == []
    assert company(table).pause is not None
    assert left_of(table, seat) == remaining
    for own in range(3):
        does(table, own, Ready(1))
    assert left_of(table, seat) == remaining


def test_the_last_card_may_be_played_while_a_vote_is_open(clock: Clock) -> None:
    """A game that has ended waits for no vote."""
    table = company_table(3, limit=30, most_cards=2)
    while not (state(table).round == 4 and state(table).phase is Phase.PLAY):
        step(table)
    while sum(map(len, state(table).hands)) > 1:
        step(table)
    does(table, 0, AskPause())
    assert company(table).vote is not None
    move(table, on_turn(table))
    table.refresh_from_db()
    assert (table.status, table.due_at, table.due_for) == ("ended", None, "")
    assert Result.objects.filter(table=table).count() == 3


# --- somebody else at a table without a clock ---------------------------------------------------------------


def someone_is_away(clock: Clock, others: int = 2) -> tuple[Table, int]:
    """Everybody's page is open; the one on turn closes theirs."""
    table = in_play(1 + others)
    seat = on_turn(table)
    pages = there(table, *(player(table, own) for own in range(1 + others)))
    presence.depart([pages[seat]])
    return table, seat


def test_after_a_minute_away_the_others_may_let_a_bot_take_over(clock: Clock) -> None:
    table, seat = someone_is_away(clock)
    one, two = ((seat + i) % 3 for i in (1, 2))
    table.refresh_from_db()
    assert table.due_at == clock.now + timedelta(seconds=60.1)
    clock.goes(59)
    refused(table, "too-early", lambda: does(table, one, AskReplace(seat)))
    clock.until_due(table)
    assert said_by_table(table) == [("may-be-replaced", seat)]
    refused(table, "not-replaceable", lambda: does(table, one, AskReplace(two)))
    refused(table, "not-replaceable", lambda: does(table, one, AskReplace(one)))
    does(table, one, AskReplace(seat))
    assert table.seats.get(index=seat).bot == ""
    refused(table, "vote-open", lambda: does(table, two, AskReplace(seat)))
    refused(table, "not-asked", lambda: does(table, seat, Yes(1)))
    does(table, two, Yes(1))
    taken = table.seats.get(index=seat)
    assert (taken.bot, taken.sits, taken.left_at) == ("medium", False, clock.now)
    assert said_by_table(table)[1:] == [("asks-replace", seat), ("left-vote", seat)]
    clock.until_due(table)  # the bot moves
    assert on_turn(table) == one
    log_replays(table)


def test_who_comes_back_is_not_replaced(clock: Clock) -> None:
    table, seat = someone_is_away(clock)
    one, two = ((seat + i) % 3 for i in (1, 2))
    clock.until_due(table)
    does(table, one, AskReplace(seat))
    there(table, player(table, seat))
    table.refresh_from_db()
    assert table.due_at == clock.now + timedelta(seconds=0.1)
    clock.until_due(table)
    assert company(table).vote is None
    assert said_by_table(table)[-1] == ("moot", 0)
    refused(table, "no-such-vote", lambda: does(table, two, Yes(1)))
    assert table.seats.get(index=seat).bot == ""
    log_replays(table)


def test_who_moves_is_not_replaced(clock: Clock) -> None:
    table, seat = someone_is_away(clock)
    clock.until_due(table)
    does(table, (seat + 1) % 3, AskReplace(seat))
    move(table, seat)
    assert company(table).vote is None
    assert said_by_table(table)[-1] == ("moot", 0)


def test_after_five_minutes_without_a_move_too(clock: Clock) -> None:
    table = in_play(3)
    seat = on_turn(table)
    there(table, *(player(table, own) for own in range(3)))
    table.refresh_from_db()
    assert table.due_at == clock.now + timedelta(seconds=300.1)
    clock.until_due(table)
    assert said_by_table(table) == [("may-be-replaced", seat)]
    does(table, (seat + 1) % 3, AskReplace(seat))
    does(table, (seat + 2) % 3, Yes(1))
    assert table.seats.get(index=seat).bot == "medium"


def test_a_silent_third_holds_the_vote_up_until_it_ends(clock: Clock) -> None:
    table, seat = someone_is_away(clock, others=3)
    clock.until_due(table)
    does(table, (seat + 1) % 4, AskReplace(seat))
    does(table, (seat + 2) % 4, Yes(1))
    clock.until_due(table)
    assert said_by_table(table)[-1] == ("expired", 0)
    assert table.seats.get(index=seat).bot == ""


def test_with_a_clock_nobody_is_replaced_for_being_away(clock: Clock) -> None:
    table = in_play(3, limit=120)
    seat = on_turn(table)
    clock.goes(100)
    refused(table, "not-paused", lambda: does(table, (seat + 1) % 3, AskReplace(seat)))


# --- the log ------------------------------------------------------------------------------------------------


def something(table: Table, clock: Clock, rng: random.Random) -> None:
    """A person moves, does a deed, comes or goes; or time goes on until something is due."""
    seats = list(table.seats.all())
    people = [seat for seat in seats if seat.is_played]
    what = rng.random()
    clock.goes(rng.choice([0, 0.004, 1.7, 9]))
    if what < 0.08 and people:
        own = rng.choice(people)
        pages = list(Visit.objects.filter(table=table, player=own.player).values_list("key", flat=True))
        if pages:
            presence.depart(pages)
        else:
            there(table, player(table, own.index))
    elif what < 0.35 and people:
        own = rng.choice(people)
        gone = {seat.index: ms(seat.away_since) for seat in people if seat.away_since}
        deeds = legal_deeds(company(table), own.index, ms(clock.now), gone)
        stays = [deed for deed in deeds if not isinstance(deed, Leave)]
        if stays or rng.random() < 0.1:
            does(table, own.index, rng.choice(stays or deeds))
    elif what < 0.7 and not company(table).pause:
        waiting = [seat.index for seat in people if seat.index in engine.waited_for(state(table))]
        if waiting:
            move(table, rng.choice(waiting), rng)
    else:
        table.refresh_from_db()
        if table.due_at is not None:
            clock.until_due(table)
        else:
            clock.goes(61)


@pytest.mark.parametrize("seed", range(3))
def test_the_log_played_again_is_what_is_stored(clock: Clock, seed: int) -> None:
    rng = random.Random(seed)
    limit, kind = (None, 10)[seed % 2], (Kind.MULTIPLAYER, Kind.RANKED)[seed % 3 == 0]
    table = company_table(4, limit=limit, kind=kind, most_cards=2)
    for count in range(120):
        something(table, clock, rng)
        table.refresh_from_db()
        if table.status == Table.Status.ENDED:
            break
        if count == 60:
            log_replays(table)
    log_replays(table)
    assert Action.objects.filter(table=table, deed__isnull=False).exists()
    if table.status == Table.Status.ENDED:
        assert verify(record_of_table(table, list(table.seats.all())))["valid"]
