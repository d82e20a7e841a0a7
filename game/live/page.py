"""The whole table page of a viewpoint, freshly loaded: for a view, a reconnect, or a gap."""

from collections.abc import Sequence
from dataclasses import dataclass

from accounts.acts import reason_for
from accounts.models import Act
from game import logs, store
from game.live.cut import Slices
from game.live.scene import Scene
from game.live.sheet_cut import STOPPED, cut_sheet
from game.live.slices import Player
from game.models import Seat, Table
from game.rules.exact_bid.view import view


@dataclass(frozen=True, slots=True)
class Page:
    version: int
    regions: Slices


def players_of(seats: Sequence[Seat], bots: Sequence[str] | None = None) -> tuple[Player, ...]:
    """By seat. `bots` if other bots played then: the level of each seat's, "" for a person."""
    levels = [seat.bot for seat in seats] if bots is None else bots
    return tuple(
        Player(seat.name, bot, bool(bot) and seat.player_id is not None, seat.rank_points)
        for seat, bot in zip(seats, levels, strict=True)
    )


def load_page(table_id: int, seat: int, player: int | None) -> Page | None:
    """Everything that a player sees of a table, and the version it is of: three queries. None where the
    seat is not theirs any more."""
    table = Table.objects.get(pk=table_id)
    seats = list(Seat.objects.filter(table=table))
    own = seats[seat]
    return page_of(table, seats, seat) if own.is_played and own.player_id == player else None


def page_of(table: Table, seats: Sequence[Seat], seat: int | None) -> Page:
    """As `load_page`, for a table already at hand: one query, for the finished rounds."""
    state = store.state_of(table)
    players = players_of(seats)
    sheet = cut_sheet(view(state, seat), players, logs.rounds_of(table))
    stopped = table.stopped_at is not None
    if stopped:
        sheet["final"] = STOPPED._replace(why=reason_for(table.public_id, Act.What.END_TABLE))
    scene = Scene(state, players, store.company_of(table), stopped=stopped)
    return Page(table.version, scene.cut_for(seat) | sheet)
