"""What time brings about in a lobby: the next host, a seat that somebody has gone from, its end.

Values of a table that is locked, changed in place and saved by the caller (`game.lobby.held`).
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from game.models import Seat, Table
from game.schedule import SURELY

HOST_AWAY: Final = timedelta(seconds=5)
"""A host who has no page open for so long is host no more, if somebody else is there (BR-43)."""
SEAT_AWAY: Final = timedelta(minutes=5)
"""And somebody who sits there has no seat any more."""
EMPTY: Final = timedelta(minutes=10)
"""A lobby in which nobody is, is gone after so long."""
DUE_FOR_EMPTY: Final = "lobby.empty"


def next_host(seats: Sequence[Seat]) -> int | None:
    """Who has been there longest, of those who are there if any are."""
    people = [seat for seat in seats if seat.player_id is not None]
    first = min(people, key=lambda seat: (seat.away_since is not None, seat.joined_at, seat.pk), default=None)
    return first.player_id if first else None


def is_empty(seats: Sequence[Seat]) -> bool:
    """Whether nobody is there: everyone who sits there is away."""
    return all(seat.player_id is None or seat.away_since is not None for seat in seats)


def due(table: Table, seats: Sequence[Seat], now: datetime) -> tuple[datetime | None, str]:
    """When the lobby must be looked after next, and for what. An empty one keeps its time."""
    away = {seat: seat.away_since for seat in seats if seat.away_since is not None}
    if is_empty(seats):
        if table.due_for == DUE_FOR_EMPTY and table.due_at is not None:
            return table.due_at, table.due_for
        return now + EMPTY + SURELY, DUE_FOR_EMPTY
    due = [(since + SEAT_AWAY + SURELY, "lobby.seat") for since in away.values()]
    for seat, since in away.items():
        if seat.player_id == table.host_id:
            due.append((since + HOST_AWAY + SURELY, "lobby.host"))
    return min(due) if due else (None, "")


def is_over(table: Table, seats: Sequence[Seat], now: datetime) -> bool:
    """Whether nobody has been there for so long that the lobby is to go."""
    due = table.due_for == DUE_FOR_EMPTY and table.due_at is not None and now >= table.due_at - SURELY
    return due and is_empty(seats)


def gone(seats: Sequence[Seat], now: datetime) -> list[Seat]:
    """The seats that people have gone from for good; none while nobody is there to want them."""
    people = [seat for seat in seats if seat.player_id is not None]
    if all(seat.away_since is not None for seat in people):
        return []
    return [seat for seat in people if seat.away_since is not None and now >= seat.away_since + SEAT_AWAY]


def host_of(table: Table, seats: Sequence[Seat], now: datetime) -> int | None:
    """Who is host from now on."""
    there = [seat for seat in seats if seat.player_id is not None and seat.away_since is None]
    host = next((seat for seat in seats if seat.player_id == table.host_id), None)
    if host is None:
        return next_host(seats)
    is_away = host.away_since is not None and now >= host.away_since + HOST_AWAY
    return next_host(there) if there and is_away else table.host_id
