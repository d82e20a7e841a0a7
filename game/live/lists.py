"""The list of a kind's open tables, and of those at which a game can be watched: two queries and their
seats, however many look at it. The same for all who read it in one language."""

from dataclasses import dataclass
from typing import Final, NamedTuple

from django.db.models import Count, Prefetch, QuerySet

from game import lobby
from game.live.beside import draw_region
from game.models import Seat, Table
from game.rules.exact_bid.options import round_plan
from game.terms import Terms, minutes, terms_of

MOST: Final = 50
"""How many of each are shown: the newest."""


class Row(NamedTuple):
    """A table in the list: `sitting` says of each seat who is there ("person", "bot", "" for nobody), `names`
    are those of people; `bots` and `free` count seats. `round` is the one that is played, of `rounds`."""

    public_id: str
    name: str
    host: str
    sitting: tuple[str, ...]
    names: tuple[str, ...]
    bots: int
    free: int
    terms: Terms
    minutes: int
    round: int
    rounds: int


class ListSlice(NamedTuple):
    """`#tables`. Those that have been open longest come first: a new one moves nobody's button away."""

    kind: str
    open: tuple[Row, ...]
    running: tuple[Row, ...]


@dataclass(frozen=True)
class Tables:
    slice: ListSlice
    version: int = 0
    news: int = 0

    def html(self, language: str) -> dict[str, str]:
        return {"tables": draw_region("lists/tables", self.slice, language)}


def load_tables(kind: str, _users: frozenset[int] = frozenset()) -> Tables:
    running = Table.objects.filter(kind=kind, public=True, status=Table.Status.RUNNING, watching=True)
    return Tables(ListSlice(kind, _rows(lobby.open_lobbies(kind))[::-1], _rows(running)))


def _rows(tables: QuerySet[Table]) -> tuple[Row, ...]:
    counted = tables.annotate(rounds_played=Count("rounds")).defer("state", "company")
    seats = Prefetch("seats", Seat.objects.order_by("index"))
    return tuple(map(_row, counted.prefetch_related(seats).order_by("-pk")[:MOST]))


def _row(table: Table) -> Row:
    terms, seats = terms_of(table), list(table.seats.all())
    host = next((seat.name for seat in seats if seat.player_id and seat.player_id == table.host_id), "")
    kinds = {seat.index: "person" if seat.is_played else "bot" for seat in seats}
    rounds = len(round_plan(terms.options()))
    return Row(
        public_id=table.public_id,
        name=table.name,
        host=host,
        sitting=tuple(kinds.get(index, "") for index in range(terms.players)),
        names=tuple(seat.name for seat in seats if seat.is_played),
        bots=sum(1 for seat in seats if seat.bot),
        free=terms.players - len(seats),
        terms=terms,
        minutes=minutes(terms),
        round=min(table.rounds_played + 1, rounds),  # type: ignore[attr-defined]
        rounds=rounds,
    )
