"""The game record of a finished table, for download and for checking (RECORD)."""

import re
from typing import Any

from game import logs, store
from game.models import Kind, Seat, Table
from game.rules.exact_bid import codec
from game.rules.record import Fairness, Player, record_of


def record_of_table(table: Table, seats: list[Seat]) -> dict[str, Any]:
    """The whole record, seed and salts included. Only of a game that has ended: the seed gives away
    every card still to come."""
    if table.status != Table.Status.ENDED:
        raise ValueError("only ended games have a record")
    return record_of(
        table.game,
        codec.decode_options(table.options),
        store.state_of(table).first_dealer,
        [_player(seat, ranked=table.kind == Kind.RANKED) for seat in seats],
        logs.moves_of(table),
        kind=table.kind,
        fairness=Fairness(seed=bytes.fromhex(table.seed), salts=tuple(seat.salt for seat in seats)),
    )


def file_name(table: Table) -> str:
    """What a record is called where it is kept as a file."""
    day = f"{table.created_at:%Y-%m-%d}"
    return f"{table.game}-{day}-{re.sub('[^A-Za-z0-9]', '', table.public_id)[:6]}.json"


def _player(seat: Seat, *, ranked: bool) -> Player:
    return Player(
        name=seat.name,
        bot=seat.player_id is None,
        left=seat.left_at is not None,
        rank_points=seat.rank_points if ranked else None,
    )
