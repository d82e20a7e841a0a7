"""How a running game lies in the database. The door is the only writer.

A move costs four statements: lock the table, read its seats, write the log, update the table; a
finished round adds one, the end of a game another.
"""

from collections.abc import Sequence

from django.utils import timezone

from game.models import Action as LoggedAction
from game.models import Result, Round, Seat, Source, Table
from game.rules.exact_bid import codec
from game.rules.exact_bid.values import Action, Event, GameEnded, RoundScored, State
from game.sheet import bids_made, round_result

_UPDATED = ("state", "version", "due_at", "due_for", "status", "ended_at")


def lock(table_id: int) -> tuple[Table, list[Seat]]:
    """The table, locked until the transaction ends, and its seats in order."""
    table = Table.objects.select_for_update().get(pk=table_id)
    return table, list(Seat.objects.filter(table_id=table_id))


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
    LoggedAction.objects.create(
        table=table, number=table.version, seat=seat, source=source, action=codec.encode_action(action)
    )
    for event in events:
        if isinstance(event, RoundScored):
            Round.objects.create(table=table, number=event.round, result=round_result(state))
        elif isinstance(event, GameEnded):
            _end(table, seats, state, event)
    table.save(update_fields=_UPDATED)


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
