"""What people see who only watch: the public view, which everyone at the table sees, too.

At a ranked table they see it a round late: while a round is played, the one before it, as far as it had
come after as many moves. So nobody can be told from outside what helps them, and a one-card round is seen
only when it is settled.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from game import logs, store
from game.live.cut import Slices
from game.live.page import players_of
from game.live.render import Drawings
from game.live.scene import Scene
from game.live.sheet_cut import cut_sheet
from game.models import Kind, Seat, Table
from game.rules.exact_bid import codec, engine
from game.rules.exact_bid.values import Deal, Phase, State
from game.rules.exact_bid.view import view


class LateSlice(NamedTuple):
    """`#late`: the round that is played, and the one that is shown; 0 and 0 when nothing is late any more."""

    played: int
    shown: int


@dataclass(frozen=True)
class Watched:
    version: int
    news: int
    regions: Slices
    allowed: bool
    abandoned: bool  # everyone has left: there is nothing to see any more
    drawn: Drawings = field(default_factory=Drawings)  # once for all who watch in one language


def load_watched(table_id: int, _users: frozenset[int]) -> Watched:
    table = Table.objects.get(pk=table_id)
    return watched(table, list(Seat.objects.filter(table=table)))


def watched(table: Table, seats: Sequence[Seat]) -> Watched:
    """Everything that a watcher sees of a table."""
    state = shown_state(table)
    rounds = logs.rounds_of(table)
    if is_late(table):
        rounds = rounds[: max(0, state.round - (state.points is None))]
    players = players_of(seats)
    sheet = cut_sheet(view(state, None), players, rounds)
    # Who watches a ranked game sees no clock, which would be of another round, and their page has none.
    scene = Scene(state, players, None if table.kind == Kind.RANKED else store.company_of(table))
    regions = scene.cut_for(None) | sheet
    if table.kind == Kind.RANKED:
        regions["late"] = LateSlice(_round_of(table), state.round)
    abandoned = table.status == Table.Status.ENDED and state.phase is not Phase.END
    return Watched(table.version, table.news, regions, may_watch(table), abandoned)


def _round_of(table: Table) -> int:
    """The round that is played while an earlier one is shown; the first one is as soon as the game begins."""
    return max(1, store.state_of(table).round) if is_late(table) else 0


def may_watch(table: Table) -> bool:
    """Whether anybody may look on who does not sit at a table."""
    return table.public and table.watching and table.kind != Kind.SINGLEPLAYER and table.state is not None


def sat_there(table: Table, user: int | None) -> bool:
    """Who has left a game may see how it goes on, in any case."""
    return table.state is not None and table.seats.filter(player=user, player__isnull=False).exists()


def is_late(table: Table) -> bool:
    return table.kind == Kind.RANKED and table.status == Table.Status.RUNNING


def shown_state(table: Table) -> State:
    """The state of the game that watchers see."""
    if not is_late(table):
        return store.state_of(table)
    moves = logs.moves_of(table)
    state = engine.start(codec.decode_options(table.options), store.state_of(table).first_dealer)
    for seat, action in moves[: late(moves)]:
        state, _ = engine.apply(state, seat, action)
    return state


def late(moves: Sequence[tuple[int | None, object]]) -> int:
    """How many of a running game's moves are shown: all up to the round before this one, and of that round
    as many as this one has had."""
    deals = [number for number, (_, action) in enumerate(moves) if isinstance(action, Deal)]
    if len(deals) < 2:
        return 0
    before, this = deals[-2], deals[-1]
    return min(this, before + len(moves) - this)
