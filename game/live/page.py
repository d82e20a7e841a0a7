"""The whole table page of a viewpoint, freshly loaded: for a view, a reconnect, or a gap."""

from collections.abc import Sequence
from dataclasses import dataclass

from game import store
from game.live.cut import Slices, cut
from game.live.sheet_cut import cut_final, cut_scores
from game.live.slices import Player
from game.models import Round, Seat, Table
from game.rules.exact_bid.values import State
from game.rules.exact_bid.view import view


@dataclass(frozen=True, slots=True)
class Page:
    version: int
    regions: Slices


def players_of(seats: Sequence[Seat]) -> tuple[Player, ...]:
    return tuple(Player(seat.name, seat.bot) for seat in seats)


def load_page(table_id: int, seat: int | None) -> Page:
    """Everything a viewpoint sees of a table, and the version it is of: three queries."""
    table = Table.objects.get(pk=table_id)
    return page_of(table, list(Seat.objects.filter(table=table)), seat)


def page_of(table: Table, seats: Sequence[Seat], seat: int | None) -> Page:
    """As `load_page`, for a table already at hand: one query, for the finished rounds."""
    state = store.state_of(table)
    players = players_of(seats)
    regions = cut(view(state, seat), players)
    regions.update(sheet_regions(table, state, players, seat))
    return Page(table.version, regions)


def sheet_regions(table: Table, state: State, players: Sequence[Player], seat: int | None) -> Slices:
    """The regions that follow from finished rounds: `scores` and `final`."""
    results = list(Round.objects.filter(table=table).values_list("result", flat=True))
    return {
        "scores": cut_scores(results, players, state.options, seat),
        "final": cut_final(results, players, view(state, seat).placements, state.totals, seat),
    }
