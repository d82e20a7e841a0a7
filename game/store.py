"""How a running game lies in the database. The door is the only writer.

A move costs four statements: lock the table, read its seats, write the log, update the table; a
finished round adds one, the end of a game two more. The four are plain SQL: the ORM spends several
times as long on putting them together as they take to send. What comes back are the models all the
same, with the columns that a move has no use for left deferred.
"""

import json
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any, Final

from django.db import OperationalError, connection
from django.utils import timezone

from game.errors import Refused
from game.models import Result, Round, Seat, Source, Table
from game.rules.exact_bid import codec
from game.rules.exact_bid.values import Action, Event, GameEnded, RoundScored, State
from game.sheet import bids_made, round_result

LOCK_NOT_AVAILABLE: Final = "55P03"  # PostgreSQL's code

_OF_TABLE: Final = ("id", "kind", "pace", "status", "state", "version", "due_at", "due_for", "ended_at")
_OF_SEAT: Final = ("id", "table_id", "index", "player_id", "bot", "name", "language")

_COLUMNS: Final = ", ".join(_OF_TABLE), ", ".join(f'"{name}"' for name in _OF_SEAT)
_LOCK: Final = f"SELECT {_COLUMNS[0]} FROM game_table WHERE id = %s"  # noqa: S608
_SEATS: Final = f'SELECT {_COLUMNS[1]} FROM game_seat WHERE table_id = %s ORDER BY "index"'  # noqa: S608
_LOG: Final = """
    INSERT INTO game_action (table_id, number, seat, source, action, at) VALUES (%s, %s, %s, %s, %s, %s)
"""
_UPDATE: Final = """
    UPDATE game_table SET state = %s, version = %s, due_at = %s, due_for = %s, status = %s, ended_at = %s
    WHERE id = %s
"""


def lock(table_id: int) -> tuple[Table, list[Seat]]:
    """The table, locked until the transaction ends, and its seats in order. Raises
    `Table.DoesNotExist`, and `Refused` ("busy") where the lock is not to be had in time (settings)."""
    # SQLite's transactions are immediate (settings): they hold the whole database already.
    for_update = " FOR UPDATE" if connection.features.has_select_for_update else ""
    try:
        rows, seats = _together((_LOCK + for_update, [table_id]), (_SEATS, [table_id]))
    except OperationalError as error:
        if getattr(error.__cause__, "sqlstate", None) == LOCK_NOT_AVAILABLE:
            raise Refused("busy") from error
        raise
    if not rows:
        raise Table.DoesNotExist
    return _table(rows[0]), [Seat.from_db(connection.alias, _OF_SEAT, seat) for seat in seats]


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
    columns["state"] = json.loads(columns["state"])
    columns["due_at"], columns["ended_at"] = _time(columns["due_at"]), _time(columns["ended_at"])
    return Table.from_db(connection.alias, _OF_TABLE, tuple(columns.values()))


def _time(stored: datetime | None) -> datetime | None:
    """SQLite keeps times without a zone, in UTC."""
    return stored.replace(tzinfo=UTC) if stored and stored.tzinfo is None else stored


def state_of(table: Table) -> State:
    return codec.decode_state(table.state)


def save(
    table: Table,
    seats: Sequence[Seat],
    state: State,
    events: Sequence[Event],
    *,
    seat: int | None,
    source: Source,
    action: Action,
) -> None:
    """Write the snapshot and the log row of one change; a round or a game that ended with it, too."""
    table.state = codec.encode_state(state)
    for event in events:
        if isinstance(event, RoundScored):
            Round.objects.create(table=table, number=event.round, result=round_result(state))
        elif isinstance(event, GameEnded):
            _end(table, seats, state, event)
    stored_time = connection.ops.adapt_datetimefield_value
    logged = json.dumps(codec.encode_action(action))
    _together(
        (_LOG, [table.pk, table.version, seat, source.value, logged, stored_time(timezone.now())]),
        (
            _UPDATE,
            [
                json.dumps(table.state),
                table.version,
                stored_time(table.due_at),
                table.due_for,
                str(table.status),
                stored_time(table.ended_at),
                table.pk,
            ],
        ),
    )


def _end(table: Table, seats: Sequence[Seat], state: State, ended: GameEnded) -> None:
    table.status, table.ended_at = Table.Status.ENDED, timezone.now()
    results = list(Round.objects.filter(table=table).values_list("result", flat=True))
    made, played = bids_made(results, len(seats))
    Result.objects.bulk_create(
        Result(
            table=table,
            seat=seat.index,
            player_id=seat.player_id,
            placement=ended.placements[seat.index],
            total=state.totals[seat.index],
            bids_made=made[seat.index],
            rounds=played[seat.index],
        )
        for seat in seats
    )
