"""The game record of a finished table, for download and for checking (RECORD)."""

from typing import Any

from game import store
from game.models import Action, Seat, Table
from game.rules.exact_bid import codec
from game.rules.record import Fairness, Player, record_of


def record_of_table(table: Table, seats: list[Seat]) -> dict[str, Any]:
    """The whole record, seed and salts included. Only of a game that has ended: the seed gives away
    every card still to come."""
    if table.status != Table.Status.ENDED:
        raise ValueError("only ended games have a record")
    log = Action.objects.filter(table=table, action__isnull=False).values_list("seat", "action")
    return record_of(
        table.game,
        codec.decode_options(table.options),
        store.state_of(table).first_dealer,
        [_player(seat) for seat in seats],
        [(seat, codec.decode_action(action)) for seat, action in log],
        kind=table.kind,
        fairness=Fairness(seed=bytes.fromhex(table.seed), salts=tuple(seat.salt for seat in seats)),
    )


def _player(seat: Seat) -> Player:
    return Player(
        name=seat.name,
        bot=seat.player_id is None,
        left=seat.left_at is not None,
        rank_points=seat.rank_points,
    )
