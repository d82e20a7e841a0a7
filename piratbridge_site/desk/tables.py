"""The picture of one table: who sat there, how it went, what it did to their rank points.

The state of the game, its seed and its moves are not read here while the game runs."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import Q

from accounts.models import Act, Report, User
from game.admin import SECRET
from game.models import Kind, Message, Result, Said, Seat, Table
from game.terms import terms_of
from game.words import table_line
from game.words.past import kind_name, preset_name
from game.words.rank import place_name
from piratbridge_site.desk.log import GameLog, game_log
from piratbridge_site.desk.players import Done, done_by
from piratbridge_site.desk.sentences import counted, name_of
from ranking.models import Cause, RankChange, Settlement


class Sitting(NamedTuple):
    """Somebody at the table. `left` says how they left, "" if they did not."""

    seat: int
    name: str
    user: User | None
    bot: bool
    left: str
    away: bool
    place: str
    total: int | None
    made: str
    time_outs: int
    change: RankChange | None
    taken_back: RankChange | None


@dataclass(frozen=True, slots=True)
class TablePicture:
    table: Table
    title: str
    stage: str
    terms: str
    sitting: tuple[Sitting, ...]
    log: GameLog | None
    watchable: bool
    voided: bool
    ranked: bool
    acts: tuple[Done, ...]

    @property
    def ended(self) -> bool:
        return self.table.status == Table.Status.ENDED

    @property
    def running(self) -> bool:
        return self.table.status == Table.Status.RUNNING


def table_at(public_id: str) -> Table | None:
    """A table without what is secret about it."""
    return Table.objects.filter(public_id=public_id).defer(*SECRET).first()


def picture_of(table: Table, viewer: User) -> TablePicture:
    seats = list(Seat.objects.filter(table=table).select_related("player"))
    begun = table.status in (Table.Status.RUNNING, Table.Status.ENDED)
    log = game_log(table, seats) if begun else None
    settlement = Settlement.objects.filter(pk=table.pk).first()
    return TablePicture(
        table=table,
        title=title_of(table),
        stage=_stage(table),
        terms=_terms(table),
        sitting=_sitting(table, seats, log, viewer),
        log=log,
        watchable=_is_watchable(table),
        voided=settlement is not None and settlement.voided_at is not None,
        ranked=table.kind == Kind.RANKED,
        acts=_acts(table, viewer),
    )


def title_of(table: Table) -> str:
    """ "the ranked table “Friday”", "a game against bots"."""
    if table.kind == Kind.SINGLEPLAYER:
        return "a game against bots"
    called = f" “{table.name}”" if table.name else ""
    return f"the {kind_name(table.kind).lower()} table{called}"


def _is_watchable(table: Table) -> bool:
    """As `game.live.watching.may_watch` has it, which would read the state."""
    seen = table.public and table.watching and table.kind != Kind.SINGLEPLAYER
    return seen and table.status == Table.Status.RUNNING


def _stage(table: Table) -> str:
    if table.stopped_at is not None:
        return "ended by a moderator: it counts for nothing"
    return {
        Table.Status.LOBBY: "a lobby: the game has not begun",
        Table.Status.RUNNING: "running now",
        Table.Status.ENDED: "over",
        Table.Status.GONE: "a lobby that everyone has left",
    }[Table.Status(table.status)]


def _terms(table: Table) -> str:
    terms = terms_of(table)
    time = f"{terms.limit} seconds for each bid or card" if terms.limit else "no time limit"
    seen = "public" if table.public else "private"
    return (
        f"{preset_name(table.game)}, {counted(terms.players, 'player')}, "
        f"{counted(terms.most_cards, 'card')} in the longest round, {time}, {seen}"
    )


def _sitting(table: Table, seats: Sequence[Seat], log: GameLog | None, viewer: User) -> tuple[Sitting, ...]:
    results = {result.seat: result for result in Result.objects.filter(table=table)}
    changes, voids = _changes(table, viewer)
    left = _how_they_left(table)
    rows = []
    for seat in seats:
        result, user = results.get(seat.index), seat.player_id or 0
        gone = seat.left_at is not None
        rows.append(
            Sitting(
                seat=seat.index,
                name=seat.name,
                user=seat.player,
                bot=seat.player_id is None,
                left=left.get(seat.index, "left the game") if gone else "",
                away=seat.away_since is not None and not gone,
                place=place_name(result.placement) if result and result.placement else "",
                total=result.total if result else log.totals[seat.index] if log else None,
                made=f"{result.bids_made} of {result.rounds}" if result else "",
                time_outs=log.time_outs.get(seat.index, 0) if log else 0,
                change=changes.get(user),
                taken_back=voids.get(user),
            )
        )
    if any(row.place for row in rows):
        rows.sort(key=lambda row: results[row.seat].placement or 99)
    return tuple(rows)


def _changes(table: Table, viewer: User) -> tuple[Mapping[int, RankChange], Mapping[int, RankChange]]:
    """By user, what the game brought, and what was taken back."""
    if table.kind != Kind.RANKED or not viewer.has_perm("ranking.view_rankchange"):
        return {}, {}
    found: dict[str, dict[int, RankChange]] = {Cause.GAME: {}, Cause.VOID: {}}
    for change in RankChange.objects.filter(table=table).defer("terms"):
        found[change.cause][change.user_id] = change
    return found[Cause.GAME], found[Cause.VOID]


def _how_they_left(table: Table) -> Mapping[int, str]:
    said = Message.objects.filter(table=table, kind=Said.TABLE, words__startswith="left-").order_by("pk")
    return {each.seat: table_line(each.words, each.name, mine=False) for each in said}


def _acts(table: Table, viewer: User) -> tuple[Done, ...]:
    """What moderators have done here: at the table, or because of what was reported from it."""
    if not viewer.has_perm("accounts.view_act"):
        return ()
    reports = list(
        Report.objects.filter(place=table.public_id).order_by("-pk").values_list("pk", flat=True)[:50]
    )
    acts = Act.objects.filter(Q(place=table.public_id) | Q(report__in=reports))
    return tuple(done_by(act) for act in acts.select_related("moderator", "user")[:20])


def open_reports_at(table: Table) -> list[tuple[Report, str]]:
    """Reports from this table that wait, the oldest first, with who is reported."""
    waiting = Report.objects.filter(place=table.public_id, handled_at=None).order_by("at")
    return [(each, name_of(each.reported, each.called)) for each in waiting.select_related("reported")[:20]]
