"""Leaderboards: pages of the ladder, read from its indexes.

A board is sorted by points, then by name as in Danish, then by id. A place is one more than the players who
have more points, so players level on points share it, also where a page ends between them.

A page is found by a row: those after it, before it, or around it. So no page costs more for lying far down,
and nothing counts a whole board: one row more tells whether there is another page. What is counted, over the
index alone, is who has more points than the first row of a page.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any, Final

from django.db.models import Q, QuerySet

from ranking.ladder import TIER_POINTS, TIERS
from ranking.models import Gain, Period, Standing
from ranking.standings import starts

ON_A_PAGE: Final = 50
ABOVE: Final = 10
"""So many rows of a page around somebody are above theirs."""
AWAY: Final = timedelta(days=60)
"""Who has not played a ranked game for so long is not on the board of now."""


class Board(StrEnum):
    NOW = "now"
    MONTH = "month"
    WEEK = "week"
    ALL = "all"


class Way(StrEnum):
    """Where a page lies, seen from a player's row."""

    AFTER = "after"
    BEFORE = "before"
    AROUND = "around"


PERIODS: Final = {Board.MONTH: Period.MONTH, Board.WEEK: Period.WEEK}


@dataclass(frozen=True, slots=True)
class Choice:
    """Which board, and who is on it: players of one `tier` (by the points that they have now), or those
    `among` some users alone; None for everyone."""

    board: Board = Board.NOW
    tier: int | None = None
    among: frozenset[int] | None = None


@dataclass(frozen=True, slots=True)
class Row:
    """`points` are those that the board is about; `rank` are the rank points, for the badge."""

    place: int
    user: int
    name: str
    points: int
    games: int
    rank: int


@dataclass(frozen=True, slots=True)
class Page:
    """Whether there are rows before and after these; and the row of who looks, wherever it is (None for who
    is not on the board)."""

    rows: tuple[Row, ...]
    more_before: bool
    more_after: bool
    own: Row | None


def page_of(
    choice: Choice,
    now: datetime,
    *,
    own: int | None = None,
    way: Way | None = None,
    of: int | None = None,
) -> Page:
    """A page of a board for the user `own` (None for who has no account): the first one, or the one that lies
    so from the row of the user `of`, if they are on it."""
    found = _found(choice, now)
    mark = _entry(found, of) if way else None
    if mark is None or way is None:
        entries = _first(found, ON_A_PAGE + 1)
        before, after = False, len(entries) > ON_A_PAGE
        entries = entries[:ON_A_PAGE]
    else:
        entries, before, after = _WAYS[way](found, mark)
    rows = _placed(found, entries, more_before=before)
    mine = next((row for row in rows if row.user == own), None)
    return Page(rows, before, after, mine or _row_of(found, own))


def place_of(standing: Standing, now: datetime) -> int | None:
    """The place of a player on the board of now; None for who is not on it."""
    if standing.played_at is None or standing.played_at < now - AWAY:
        return None
    return _place(_found(Choice(), now), standing.points)


# --- who is on a board -------------------------------------------------------------------------------------


def _found(choice: Choice, now: datetime) -> QuerySet[Any]:
    """The rows of a board, unsorted."""
    period = PERIODS.get(choice.board)
    found = _gained(period, choice, now) if period else _standing(choice, now)
    return found if choice.among is None else found.filter(user__in=choice.among)


def _standing(choice: Choice, now: datetime) -> QuerySet[Any]:
    found = (Standing.objects.all() if choice.tier is None else _of_tier(choice.tier)).filter(games__gt=0)
    return found.filter(played_at__gte=now - AWAY) if choice.board is Board.NOW else found


def _gained(period: Period, choice: Choice, now: datetime) -> QuerySet[Any]:
    found = Gain.objects.filter(start=starts(now)[period], games__gt=0)
    if choice.among is None:
        found = found.filter(period=period)
    else:
        # Said so, SQLite looks each of the few up, and not through all who have played.
        found = found.exclude(period__in=set(Period) - {period})
    return found if choice.tier is None else found.filter(tier=choice.tier)


def _of_tier(tier: int) -> QuerySet[Standing]:
    found = Standing.objects.filter(points__gte=tier * TIER_POINTS)
    return found if tier == len(TIERS) - 1 else found.filter(points__lt=(tier + 1) * TIER_POINTS)


# --- rows in their order -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Entry:
    """A row that has no place yet; `order` is its name as it sorts."""

    user: int
    name: str
    order: str
    points: int
    games: int
    rank: int | None


def _entries(found: QuerySet[Any]) -> list[_Entry]:
    names = ("user", "user__username", "order", "points", "games", "user__standing__points")
    return [_Entry(*values) for values in found.values_list(*names)]


def _entry(found: QuerySet[Any], user: int | None) -> _Entry | None:
    entries = _entries(found.filter(user=user)) if user is not None else []
    return entries[0] if entries else None


def _first(found: QuerySet[Any], count: int) -> list[_Entry]:
    return _entries(found.order_by("-points", "order", "user")[:count])


def _last(found: QuerySet[Any], count: int) -> list[_Entry]:
    return _entries(found.order_by("points", "-order", "-user")[:count])[::-1]


def _after(found: QuerySet[Any], mark: _Entry) -> QuerySet[Any]:
    # What is said of the points alone bounds the index, the rest is looked at in it.
    later = Q(order__gt=mark.order) | Q(order=mark.order, user__gt=mark.user)
    return found.filter(points__lte=mark.points).filter(Q(points__lt=mark.points) | later)


def _before(found: QuerySet[Any], mark: _Entry) -> QuerySet[Any]:
    return found.filter(points__gte=mark.points).filter(Q(points__gt=mark.points) | _earlier(mark))


def _earlier(mark: _Entry) -> Q:
    """Of rows level on points, those that stand before one."""
    return Q(order__lt=mark.order) | Q(order=mark.order, user__lt=mark.user)


# --- pages: the rows, and whether there are more before and after them --------------------------------------

_Found = tuple[list[_Entry], bool, bool]


def _page_after(found: QuerySet[Any], mark: _Entry) -> _Found:
    entries = _first(_after(found, mark), ON_A_PAGE + 1)
    return entries[:ON_A_PAGE], True, len(entries) > ON_A_PAGE


def _page_before(found: QuerySet[Any], mark: _Entry) -> _Found:
    entries = _last(_before(found, mark), ON_A_PAGE + 1)
    return entries[-ON_A_PAGE:], len(entries) > ON_A_PAGE, True


def _page_around(found: QuerySet[Any], mark: _Entry) -> _Found:
    above = _last(_before(found, mark), ABOVE + 1)
    below = _first(_after(found, mark), ON_A_PAGE - ABOVE)
    shown = [*above[-ABOVE:], mark, *below]
    return shown[:ON_A_PAGE], len(above) > ABOVE, len(shown) > ON_A_PAGE


_WAYS: Final = {Way.AFTER: _page_after, Way.BEFORE: _page_before, Way.AROUND: _page_around}


# --- places ------------------------------------------------------------------------------------------------


def _placed(found: QuerySet[Any], entries: list[_Entry], *, more_before: bool) -> tuple[Row, ...]:
    """Who has the points of the one above shares the place; anybody else has as many above as it looks."""
    if not entries:
        return ()
    place = position = 1
    if more_before:
        first = entries[0]
        place = _place(found, first.points)
        position = place + found.filter(points=first.points).filter(_earlier(first)).count()
    rows: list[Row] = []
    for at, entry in enumerate(entries, position):
        if rows and entry.points != rows[-1].points:
            place = at
        rows.append(_row(entry, place))
    return tuple(rows)


def _place(found: QuerySet[Any], points: int) -> int:
    return 1 + found.filter(points__gt=points).count()


def _row(entry: _Entry, place: int) -> Row:
    return Row(place, entry.user, entry.name, entry.points, entry.games, entry.rank or 0)


def _row_of(found: QuerySet[Any], user: int | None) -> Row | None:
    entry = _entry(found, user)
    return _row(entry, _place(found, entry.points)) if entry else None
