"""Lists of past games, newest first, a page at a time.

However many games there are, a page is found by a few queries: which games stand on it (a stretch of an
index), and then all that is told of them at once.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, NamedTuple, TypeVar

from django.contrib.auth.models import AnonymousUser
from django.db.models import Exists, Model, OuterRef, Q, QuerySet

from accounts.models import User
from accounts.services import user_named
from game.looking import EVERYBODYS, seen_by
from game.models import Result, Seat, Table
from game.past.filters import Filters, Place
from game.stakes import badge_of
from game.standing import Badge, Moved, ladder

PAGE: Final = 25
LOOKED_THROUGH: Final = 20_000
"""So many of everybody's games are looked through for those of a preset: lately is not ever."""

Anyone = User | AnonymousUser
AnyModel = TypeVar("AnyModel", bound=Model)

_NOT_NEEDED: Final = ("state", "company", "turned_away", "seed", "seal", "next_seed")


class Player(NamedTuple):
    """`account` is what the account is called now, "" for who has none; `badge` their rank when it began."""

    name: str
    account: str
    badge: Badge | None
    bot: bool  # one that sat there from the beginning
    left: bool
    placement: int | None
    total: int
    user: int | None


class Row(NamedTuple):
    """A game. `own` is the player in whose history it stands, `moved` what it did to their rank points."""

    public_id: str
    name: str
    kind: str
    preset: str
    at: datetime
    players: tuple[Player, ...]  # best first
    own: Player | None
    moved: Moved | None
    voided: bool
    stopped: bool
    placed: bool  # somebody has a place


@dataclass(frozen=True, slots=True)
class Page:
    rows: tuple[Row, ...]
    before: str  # where the next page begins; "" where there is none


def history(whose: User, reader: Anyone, filters: Filters, before: Place | None) -> Page:
    """The games of a player that the reader may look into; all of them, where it is the reader."""
    found = Result.objects.filter(_between("at", filters), player=whose)
    if reader.pk != whose.pk:
        table = Table.objects.filter(seen_by(reader), pk=OuterRef("table"))
        found = found.filter(Exists(table))
    found = found.filter(_like(filters, "table__"), _against(filters.opponent, "table"))
    page, more = _page(found.select_related("table").defer(*_deferred("table__")), "at", before)
    return _told([result.table for result in page], whose.pk, more and Place(page[-1].at, page[-1].pk))


def lately(filters: Filters, before: Place | None) -> Page:
    """Everybody's games; with a name, those of that account."""
    if filters.opponent:
        player = user_named(filters.opponent)
        alone = Filters(filters.kind, filters.preset, "", filters.first, filters.last)
        return history(player, AnonymousUser(), alone, before) if player else Page((), "")
    found = Table.objects.filter(EVERYBODYS, _between("ended_at", filters), _of_kind(filters))
    if filters.preset:
        last = _further(found.order_by("-ended_at", "-pk"), "ended_at", before).values("pk")[:LOOKED_THROUGH]
        found = Table.objects.filter(game=filters.preset, pk__in=last)
    tables, more = _page(found.defer(*_deferred()), "ended_at", before)
    return _told(tables, None, more and Place(tables[-1].ended_at or tables[-1].created_at, tables[-1].pk))


# --- which games ---------------------------------------------------------------------------------------


def _page(found: QuerySet[AnyModel], time: str, before: Place | None) -> tuple[list[AnyModel], bool]:
    """The rows after a place, and whether there are more."""
    rows = list(_further(found, time, before).order_by(f"-{time}", "-pk")[: PAGE + 1])
    return rows[:PAGE], len(rows) > PAGE


def _further(found: QuerySet[AnyModel], time: str, before: Place | None) -> QuerySet[AnyModel]:
    if before is None:
        return found
    earlier = Q(**{f"{time}__lt": before.at}) | Q(pk__lt=before.pk)
    return found.filter(earlier, **{f"{time}__lte": before.at})


def _between(time: str, filters: Filters) -> Q:
    asked = {f"{time}__gte": filters.since, f"{time}__lt": filters.until}
    return Q(**{name: value for name, value in asked.items() if value is not None})


def _of_kind(filters: Filters) -> Q:
    return Q(kind=filters.kind) if filters.kind else Q()


def _like(filters: Filters, table: str) -> Q:
    asked = {f"{table}kind": filters.kind, f"{table}game": filters.preset}
    return Q(**{name: value for name, value in asked.items() if value})


def _against(name: str, table: str) -> Q:
    """That somebody of this name played, too: the account that has it, whatever it was called then, or else a
    bot or a guest."""
    if not name:
        return Q()
    if player := user_named(name):
        return Q(Exists(Result.objects.filter(table=OuterRef(table), player=player)))
    return Q(Exists(Seat.objects.filter(table=OuterRef(table), name__iexact=name)))


def _deferred(table: str = "") -> list[str]:
    return [table + name for name in _NOT_NEEDED]


# --- what is told of them ------------------------------------------------------------------------------


def _told(tables: Sequence[Table], whose: int | None, more: Place | bool) -> Page:
    ids = [table.pk for table in tables]
    players = _players(ids)
    briefs = ladder().brief(ids)
    rows = []
    for table in tables:
        best_first = players[table.pk]
        own = next((player for player in best_first if player.user == whose), None) if whose else None
        brief = briefs.get(table.pk)
        rows.append(
            Row(
                public_id=table.public_id,
                name=table.name,
                kind=table.kind,
                preset=table.game,
                at=table.ended_at or table.created_at,
                players=best_first,
                own=own,
                moved=brief.moved.get(whose) if brief and whose else None,
                voided=bool(brief and brief.voided),
                stopped=table.stopped_at is not None,
                placed=any(player.placement for player in best_first),
            )
        )
    return Page(tuple(rows), str(more) if isinstance(more, Place) else "")


def _players(tables: Iterable[int]) -> Mapping[int, tuple[Player, ...]]:
    """By table, best first, and who has no place by seat."""
    ids = list(tables)
    results: dict[tuple[int, int], Any] = {
        (row.table_id, row.seat): row for row in Result.objects.filter(table__in=ids)
    }
    players: dict[int, list[Player]] = defaultdict(list)
    for seat in Seat.objects.filter(table__in=ids).select_related("player").only(*_OF_SEAT):
        result = results.get((seat.table_id, seat.index))
        if result is not None:
            players[seat.table_id].append(_player(seat, result))
    return {
        table: tuple(sorted(sitting, key=lambda player: player.placement or 99))
        for table, sitting in players.items()
    }


_OF_SEAT: Final = (
    "table", "index", "name", "rank_points", "player__username", "player__is_guest", "player__deleted_at",
)  # fmt: skip


def account_name(seat: Seat) -> str:
    """By what name the profile of a seat's player is found; "" for a bot, a guest, and who has deleted it."""
    player = seat.player
    return "" if player is None or player.is_guest or player.deleted_at else player.username


def _player(seat: Seat, result: Result) -> Player:
    return Player(
        name=seat.name,
        account=account_name(seat),
        badge=badge_of(seat.rank_points),
        bot=seat.player_id is None,
        left=result.left_at is not None,
        placement=result.placement,
        total=result.total,
        user=seat.player_id,
    )
