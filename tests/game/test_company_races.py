"""Several at once at one table, of the company as well as of the game: nothing is lost, nothing is done twice
(BR-05, BR-15, BR-42)."""

import random
from collections.abc import Callable
from functools import partial

import pytest
from django.db import connection

from game import clockwork, door, presence, talk
from game.models import Action, Message, Seat, Source, Table, Visit
from game.rules.company.values import AskPause, Deed, Leave, Ready, Yes
from game.rules.exact_bid.values import Bid, Phase
from game.rules.exact_bid.view import view
from tests.game.company import (
    Clock,
    account,
    at_once,
    company,
    dealt,
    in_play,
    log_replays,
    move,
    on_turn,
    player,
    state,
    there,
)

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database]

SERVER = connection.vendor == "postgresql"
"""SQLite lets one after the other into the whole database, so that there is less to find out."""


def few(on_server: int, embedded: int) -> range:
    return range(on_server if SERVER else embedded)


def does(table: Table, seat: int, deed: Deed) -> Callable[[], object]:
    return partial(door.do, table.pk, seat, deed)


def bids(table: Table, seat: int, bid: int) -> Callable[[], object]:
    return partial(door.act, table.pk, seat, Bid(bid), source=Source.PERSON, turn="1.bid")


def says(table: Table, seat: int, words: str) -> Callable[[], object]:
    return partial(talk.say, table.pk, player(table, seat), "text", words)


def test_br05_a_bid_a_yes_a_line_and_a_leave_at_once_all_count() -> None:
    """The four change different things of one row."""
    for repetition in few(100, 8):
        table = dealt(4, limit=120)
        door.do(table.pk, 2, AskPause())
        bid = repetition % 9
        calls = [
            bids(table, 0, bid),
            does(table, 1, Yes(1)),
            says(table, 2, f"line {repetition}"),
            does(table, 3, Leave()),
        ]
        order = random.Random(repetition).sample(range(4), 4)
        outcomes = dict(zip(order, at_once(*(calls[index] for index in order)), strict=True))
        # With the yes of 1 and without 3 nobody is left to say yes but 0: no pause, whatever the order.
        assert outcomes == {0: "done", 1: "done", 2: "done", 3: "done"}, repetition
        assert state(table).bids[0] == bid
        vote = company(table).vote
        assert vote is not None
        assert vote.yes == (1, 2)
        assert Message.objects.filter(table=table, words=f"line {repetition}").count() == 1
        assert (table.seats.get(index=3).bot, table.seats.get(index=3).sits) == ("medium", False)
        log_replays(table)


def test_br05_six_bids_at_once_are_six_bids_and_the_clocks_stand(clock: Clock) -> None:
    six = [account() for _ in range(6)]
    for repetition in few(100, 3):
        table = dealt(players=six, limit=30)
        said = [(repetition + seat) % 9 for seat in range(6)]
        assert at_once(*(bids(table, seat, said[seat]) for seat in range(6))) == ["done"] * 6
        assert (state(table).bids, state(table).phase) == (tuple(said), Phase.PLAY)
        clocks = company(table).clocks
        assert [seat for seat in range(6) if clocks[seat]] == [on_turn(table)]
        log_replays(table)
        Seat.objects.filter(table=table).update(sits=False)  # so that they can sit down once more


def test_ready_and_leave_at_once() -> None:
    """The last who is not ready leaves at the moment when another gets ready: the game goes on once."""
    for _repetition in few(12, 4):
        table = in_play(3, limit=30)
        door.do(table.pk, 0, AskPause())
        for seat in (1, 2):
            door.do(table.pk, seat, Yes(1))
        door.do(table.pk, 0, Ready(1))
        assert at_once(does(table, 1, Ready(1)), does(table, 2, Leave())) == ["done", "done"]
        assert company(table).pause is None
        said = list(Message.objects.filter(table=table, kind="table").values_list("words", flat=True))
        assert said.count("played-on") == 1
        log_replays(table)


def test_every_ready_at_once() -> None:
    table = in_play(4, limit=120)
    for repetition in few(100, 3):
        pause = repetition + 1
        door.do(table.pk, 0, AskPause())
        assert at_once(*(does(table, seat, Yes(pause)) for seat in (1, 2, 3))) == ["done"] * 3
        assert company(table).pause is not None
        assert at_once(*(does(table, seat, Ready(pause)) for seat in range(4))) == ["done"] * 4
        assert company(table).pause is None
    move(table, on_turn(table))
    log_replays(table)


def test_br15_a_yes_and_a_leave_at_once() -> None:
    """Who said nothing leaves while the last yes comes: the pause begins. Who said yes and leaves: it does
    not count, and the pause begins with the yes of those who stay."""
    for repetition in few(100, 4):
        table = in_play(3, limit=120)
        door.do(table.pk, 0, AskPause())
        leaver = repetition % 2  # 0 has asked, 1 has said nothing
        assert at_once(does(table, 2, Yes(1)), does(table, leaver, Leave())) == ["done", "done"]
        assert (company(table).pause is not None) == (leaver == 1)
        log_replays(table)


def test_two_who_ask_at_once_have_one_vote() -> None:
    for _repetition in few(12, 3):
        table = in_play(3, limit=120)
        outcomes = at_once(does(table, 0, AskPause()), does(table, 1, AskPause()))
        assert sorted(outcomes) == ["done", "vote-open"]
        assert company(table).votes == 1


def test_br32_all_leave_at_once() -> None:
    for _repetition in few(12, 3):
        table = in_play(4)
        assert at_once(*(does(table, seat, Leave()) for seat in range(4))) == ["done"] * 4
        table.refresh_from_db()
        assert (table.status, table.due_at) == ("ended", None)
        assert table.results.count() == 4
        assert not Seat.objects.filter(table=table, sits=True).exists()
        log_replays(table)


def test_br42_a_time_out_that_runs_three_times_is_one(clock: Clock) -> None:
    for _repetition in few(12, 3):
        table = dealt(3, limit=10)
        clock.goes(11)
        table.refresh_from_db()
        version = table.version
        outcomes = at_once(*[partial(clockwork.advance, table.pk, version)] * 3)
        assert sorted(outcomes) == ["done", "stale", "stale"]
        table.refresh_from_db()
        assert table.version == version + 1
        assert Action.objects.filter(table=table, source=Source.CLOCK).count() == 1
        assert [person and person.time_outs for person in company(table).players] == [1, 0, 0]
        log_replays(table)


def test_a_bid_and_the_time_out_of_it_at_once_are_one_of_both(clock: Clock) -> None:
    for _repetition in few(12, 4):
        table = dealt(3, limit=10)
        clock.goes(11)
        table.refresh_from_db()
        version = table.version
        outcomes = at_once(bids(table, 0, 8), partial(clockwork.advance, table.pk, version))
        timed_out = outcomes[1] == "done"
        assert Action.objects.filter(table=table, source=Source.CLOCK).exists() == timed_out
        # A bid may be changed until all are in, so that the one who was a moment late has the last word.
        assert outcomes[0] == "done"
        assert state(table).bids[0] == 8
        log_replays(table)


def test_a_card_and_the_time_out_of_it_at_once_are_one_of_both(clock: Clock) -> None:
    for _repetition in few(12, 4):
        table = in_play(3, limit=10)
        seen = view(state(table), on_turn(table))
        seat, cards, version = on_turn(table), len(seen.hand), table.version
        clock.goes(11)
        outcomes = at_once(
            partial(door.act, table.pk, seat, seen.legal[0], source=Source.PERSON, turn=seen.turn),
            partial(clockwork.advance, table.pk, version),
        )
        assert outcomes.count("done") == 1
        assert len(state(table).hands[seat]) == cards - 1
        assert table.version == version + 1
        log_replays(table)


def test_who_comes_and_goes_while_others_move_costs_no_move() -> None:
    """Presence writes the same row: the version, the log and what is due stay in step."""
    for repetition in few(12, 4):
        table = dealt(3)
        people = [player(table, seat) for seat in range(3)]
        (page,) = there(table, people[0])
        outcomes = at_once(
            bids(table, 0, repetition % 9),
            partial(presence.depart, [page]),
            partial(there, table, people[1]),
            bids(table, 2, 3),
        )
        assert outcomes == ["done"] * 4
        assert state(table).bids == (repetition % 9, None, 3)
        away = [seat.away_since is not None for seat in table.seats.all()]
        assert away == [True, False, True]
        assert Visit.objects.filter(table=table).count() == 1
        log_replays(table)
