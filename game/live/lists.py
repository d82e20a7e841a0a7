"""The list of a kind's open tables, and of those at which a game can be watched: two queries, their seats,
and the rank points of who sits there, however many look at it. The same for all who read it in one
language."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from django.db.models import Count, F, Prefetch, QuerySet

from game import lobby
from game.live.beside import draw_region
from game.live.room import points_of
from game.models import Seat, Table
from game.rules.exact_bid.options import round_plan
from game.stakes import badge_of
from game.standing import Badge
from game.terms import Terms, minutes, terms_of

MOST: Final = 50
"""How many of each are shown: the newest."""


class Who(NamedTuple):
    """A person at a table; guests have no badge."""

    name: str
    badge: Badge | None


class Row(NamedTuple):
    """A table in the list: `sitting` says of each seat who is there ("person", "bot", "" for nobody), its
    `people` with the host first; `bots` and `free` count seats. `round` is the one that is played, of
    `rounds`."""

    public_id: str
    name: str
    host: str
    sitting: tuple[str, ...]
    people: tuple[Who, ...]
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
    opened, watched = _newest(lobby.open_lobbies(kind))[::-1], _newest(running)
    points = points_of([seat for table in (*opened, *watched) for seat in table.seats.all()])
    return Tables(ListSlice(kind, _rows(opened, points), _rows(watched, points)))


def _newest(tables: QuerySet[Table]) -> list[Table]:
    counted = tables.annotate(rounds_played=Count("rounds")).defer("state", "company")
    seats = Prefetch("seats", Seat.objects.annotate(guest=F("player__is_guest")).order_by("index"))
    return list(counted.prefetch_related(seats).order_by("-pk")[:MOST])


def _rows(tables: Sequence[Table], points: Mapping[int, int]) -> tuple[Row, ...]:
    return tuple(_row(table, points) for table in tables)


def _row(table: Table, points: Mapping[int, int]) -> Row:
    terms, seats = terms_of(table), list(table.seats.all())
    people = sorted((seat for seat in seats if seat.is_played), key=lambda s: s.player_id != table.host_id)
    host = next((seat.name for seat in people if seat.player_id == table.host_id), "")
    kinds = {seat.index: "person" if seat.is_played else "bot" for seat in seats}
    rounds = len(round_plan(terms.options()))
    return Row(
        public_id=table.public_id,
        name=table.name,
        host=host,
        sitting=tuple(kinds.get(index, "") for index in range(terms.players)),
        people=tuple(Who(seat.name, badge_of(points.get(seat.player_id or 0))) for seat in people),
        bots=sum(1 for seat in seats if seat.bot),
        free=terms.players - len(seats),
        terms=terms,
        minutes=minutes(terms),
        round=min(table.rounds_played + 1, rounds),  # type: ignore[attr-defined]
        rounds=rounds,
    )
