"""The one door: `act` is the only code that changes a running game.

People, bots, time-outs and the table's own doings (dealing, revealing) all come through here and
differ by their `source` alone. Inside one transaction: lock the table, judge staleness, apply the
rules, store; after the commit: tell the pages, and set the clock for what is due next.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from game import schedule, store
from game.errors import Refused
from game.models import Seat, Source, Table
from game.rules.errors import IllegalAction
from game.rules.exact_bid import engine
from game.rules.exact_bid.values import Action, Event, State


@dataclass(frozen=True, slots=True)
class Change:
    """A stored change of a game: what publishing needs to know of it."""

    table: Table
    seats: Sequence[Seat]
    before: State
    after: State
    events: tuple[Event, ...]
    version: int


def act(
    table_id: int,
    seat: int | None,
    action: Action,
    *,
    source: Source,
    turn: str | None = None,
    version: int | None = None,
) -> Change | None:
    """Apply one action to a running game, store it, and let everyone know.

    `seat` is None for the table's own actions. The actor says what they saw: a person the `turn` of
    the page (`View.turn`), the server's own tasks the `version` they decided on. Returns None where
    nothing came of it (a bid made again). Raises `Refused` (stale, game-over, or a code of the
    rules), leaving everything as it was.
    """
    with transaction.atomic():
        table, seats = store.lock(table_id)
        before = store.state_of(table)
        _check_fresh(table, before, turn, version)
        try:
            after, events = engine.apply(before, seat, action)
        except IllegalAction as error:
            raise Refused(error.code) from error
        if not events:
            return None
        table.version += 1
        set_due(table, seats, after, timezone.now())
        store.save(table, seats, after, events, seat=seat, source=source, action=action)
        change = Change(table, seats, before, after, events, table.version)
        transaction.on_commit(lambda: _announce(change))
    return change


def _check_fresh(table: Table, state: State, turn: str | None, version: int | None) -> None:
    if version is not None and version != table.version:
        raise Refused("stale")
    if table.status != Table.Status.RUNNING:
        raise Refused("game-over")
    if turn is not None and turn != engine.turn(state):
        raise Refused("stale")


def set_due(table: Table, seats: Sequence[Seat], state: State, now: datetime) -> None:
    """Note on a table, not yet saved, what it must do next by itself, and when. What it was waiting for
    already keeps its time."""
    due = schedule.due(state, [seat.bot for seat in seats])
    if due is None:
        table.due_at, table.due_for = None, ""
    elif due.key != table.due_for:
        delay = schedule.delay(state, due, table.pace, random.Random())
        table.due_at, table.due_for = now + timedelta(seconds=delay), due.key


def _announce(change: Change) -> None:
    from game.live.publish import publish
    from game.tasks import call_when_due

    publish(change)
    call_when_due(change.table)
