"""How a running game lies in the database. The door is the only writer.

A move costs four statements: lock the table, read its seats, write the log, update the table; a
finished round adds one, the end of a game two more. The four are plain SQL: the ORM spends several
times as long on putting them together as they take to send. What comes back are the models all the
same, with the columns that a move has no use for left deferred.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final

from django.db import OperationalError, connection

from game.errors import Refused
from game.lines import line_of
from game.models import Message, Result, Round, Said, Seat, Source, Table
from game.moment import Moment
from game.rules.company import codec as companies
from game.rules.company.values import Company, Deed, EveryoneLeft, PlayerLeft
from game.rules.company.values import Event as Told
from game.rules.exact_bid import codec as exact_bid
from game.rules.exact_bid import engine
from game.rules.exact_bid.values import Action, Event, Phase, RoundScored, State
from game.sheet import bids_made, round_result
from game.signals import game_ended

LOCK_NOT_AVAILABLE: Final = "55P03"  # PostgreSQL's code

_OF_TABLE: Final = (
    "id", "kind", "pace", "status", "state", "company", "version", "news", "due_at", "due_for", "ended_at",
)  # fmt: skip
_OF_SEAT: Final = (
    "id", "table_id", "index", "player_id", "bot", "name", "language", "away_since", "left_at", "rank_points",
)  # fmt: skip

_COLUMNS: Final = ", ".join(_OF_TABLE), ", ".join(f'"{name}"' for name in _OF_SEAT)
_LOCK: Final = f"SELECT {_COLUMNS[0]} FROM game_table WHERE id = %s"  # noqa: S608
_SEATS: Final = f'SELECT {_COLUMNS[1]} FROM game_seat WHERE table_id = %s ORDER BY "index"'  # noqa: S608
_LOG: Final = """
    INSERT INTO game_action (table_id, number, seat, source, action, deed, away, at)
    VALUES (%s, %s, %s, %s, %s, %s, %s, %s)
"""
_UPDATE: Final = """
    UPDATE game_table SET state = %s, company = %s, version = %s, news = %s, due_at = %s, due_for = %s,
        status = %s, ended_at = %s, stopped_at = %s
    WHERE id = %s
"""


@dataclass(frozen=True, slots=True)
class Log:
    """Who did what, and by what the company judged it: who was away, and when it was."""

    seat: int | None
    source: Source
    action: Action | None
    deed: Deed | None
    away: Mapping[int, int]
    at: datetime


def lock(table_id: int) -> tuple[Table, list[Seat]]:
    """The table, locked until the transaction ends, and its seats in order. Raises
    `Table.DoesNotExist`, and `Refused` ("busy") where the lock is not to be had in time (settings)."""
    # SQLite's transactions are immediate (settings): they hold the whole database already.
    for_update = " FOR UPDATE" if connection.features.has_select_for_update else ""
    with _in_time():
        rows, seats = _together((_LOCK + for_update, [table_id]), (_SEATS, [table_id]))
    if not rows:
        raise Table.DoesNotExist
    return _table(rows[0]), [_seat(seat) for seat in seats]


def hold(table_id: int) -> Table:
    """As `lock`, for what happens beside the game: the whole row of the table, and no seats."""
    with _in_time():
        return Table.objects.select_for_update().get(pk=table_id)


@contextmanager
def _in_time() -> Iterator[None]:
    try:
        yield
    except OperationalError as error:
        if getattr(error.__cause__, "sqlstate", None) == LOCK_NOT_AVAILABLE:
            raise Refused("busy") from error
        raise


def _together(*statements: tuple[str, list[Any]]) -> list[list[Any]]:
    """Execute statements one after the other; the rows of each. PostgreSQL is sent them in one message,
    since its answer takes longer to come than to find. Each sees what was committed before it."""
    with connection.cursor() as cursor:
        if connection.vendor != "postgresql":
            return [_rows(cursor.execute(*statement)) for statement in statements]
        cursor.execute(
            "; ".join(sql for sql, _ in statements), [value for _, all in statements for value in all]
        )
        found = [_rows(cursor)]
        while cursor.nextset():
            found.append(_rows(cursor))
        return found


def _rows(cursor: Any) -> list[Any]:
    return cursor.fetchall() if cursor.description else []


def _table(row: Sequence[Any]) -> Table:
    columns = dict(zip(_OF_TABLE, row, strict=True))
    for name in ("state", "company"):
        columns[name] = None if columns[name] is None else json.loads(columns[name])
    columns["due_at"], columns["ended_at"] = _time(columns["due_at"]), _time(columns["ended_at"])
    return Table.from_db(connection.alias, _OF_TABLE, tuple(columns.values()))


def _seat(row: Sequence[Any]) -> Seat:
    columns = dict(zip(_OF_SEAT, row, strict=True))
    columns["away_since"], columns["left_at"] = _time(columns["away_since"]), _time(columns["left_at"])
    return Seat.from_db(connection.alias, _OF_SEAT, tuple(columns.values()))


def _time(stored: datetime | None) -> datetime | None:
    """SQLite keeps times without a zone, in UTC."""
    return stored.replace(tzinfo=UTC) if stored is not None and stored.tzinfo is None else stored


def state_of(table: Table) -> State:
    """The running or finished game of a table that has begun."""
    assert table.state is not None
    return exact_bid.decode_state(table.state)


def company_of(table: Table) -> Company | None:
    return None if table.company is None else companies.decode_company(table.company)


def save(
    table: Table,
    seats: Sequence[Seat],
    moment: Moment,
    events: Sequence[Event],
    told: Sequence[Told],
    log: Log,
) -> None:
    """Write the snapshot and the log row of one change; a round or a game that ended with it, too, and who
    left."""
    table.state = exact_bid.encode_state(moment.state)
    table.company = None if moment.company is None else companies.encode_company(moment.company)
    for event in events:
        if isinstance(event, RoundScored):
            Round.objects.create(table=table, number=event.round, result=round_result(moment.state))
    _unseat(seats, told, log.at)
    _tell(table, seats, told)
    everyone_left = any(isinstance(event, EveryoneLeft) for event in told)
    if moment.state.phase is Phase.END or moment.stopped or everyone_left:
        _end(table, seats, moment, log.at)
    stored_time = connection.ops.adapt_datetimefield_value
    _together(
        (
            _LOG,
            [
                table.pk,
                table.version,
                log.seat,
                log.source.value,
                _json(log.action and exact_bid.encode_action(log.action)),
                _json(log.deed and companies.encode_deed(log.deed)),
                _json(dict(log.away) or None),
                stored_time(log.at),
            ],
        ),
        (
            _UPDATE,
            [
                json.dumps(table.state),
                _json(table.company),
                table.version,
                table.news,
                stored_time(table.due_at),
                table.due_for,
                str(table.status),
                stored_time(table.ended_at),
                stored_time(table.ended_at if moment.stopped else None),
                table.pk,
            ],
        ),
    )


def _json(value: object) -> str | None:
    return None if value is None else json.dumps(value)


def _unseat(seats: Sequence[Seat], told: Sequence[Told], now: datetime) -> None:
    """A bot sits down for each who has left."""
    for event in told:
        if isinstance(event, PlayerLeft):
            seat = seats[event.seat]
            seat.left_at = now
            Seat.objects.filter(pk=seat.pk).update(bot=seat.bot, left_at=now, sits=False, away_since=None)


def _tell(table: Table, seats: Sequence[Seat], told: Sequence[Told]) -> None:
    """Keep what the table has to say of it, beside what people say."""
    lines = [line for event in told if (line := line_of(event)) is not None]
    Message.objects.bulk_create(
        Message(table=table, seat=seat, name=seats[seat].name, kind=Said.TABLE, words=code)
        for code, seat in lines
    )


def _end(table: Table, seats: Sequence[Seat], moment: Moment, now: datetime) -> None:
    """The game is over: everyone's end of it. Where everyone has left, or a moderator has ended it, nobody is
    placed."""
    table.status, table.ended_at = Table.Status.ENDED, now
    table.stopped_at = now if moment.stopped else None
    state, left = moment.state, frozenset(seat.index for seat in seats if seat.left_at)
    placements = engine.placements(state, left) if state.phase is Phase.END else [None] * len(seats)
    results = list(Round.objects.filter(table=table).values_list("result", flat=True))
    made, played = bids_made(results, len(seats))
    Result.objects.bulk_create(
        Result(
            table=table,
            seat=seat.index,
            player_id=seat.player_id,
            placement=placements[seat.index],
            total=state.totals[seat.index],
            bids_made=made[seat.index],
            rounds=played[seat.index],
            left_at=seat.left_at,
            rank_points=seat.rank_points,
            at=now,
        )
        for seat in seats
    )
    if moment.company is not None:
        Seat.objects.filter(table=table, sits=True).update(sits=False)
    game_ended.send(Table, table=table)
