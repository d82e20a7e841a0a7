"""The picture of one player: who they are, what others say of them, what moderators have done, how they play.

Every list is the latest of its kind, with one row more asked for to know whether there are others: nothing is
counted."""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, NamedTuple

from django.db.models import Q, QuerySet
from django.utils import timezone

from accounts.models import Act, NameChange, Report, Sanction, User
from accounts.settings import language_of
from accounts.traces import Shared, shared_with
from game import cooldown
from game.models import Kind, Message, Result, Said
from piratbridge_site.desk.sentences import act_text, name_of, sanction_state
from ranking.models import Flag, RankChange, Tally
from ranking.profiles import percent
from ranking.standings import points_of
from ranking.words import rank_text

SHOWN: Final = 8
GAMES: Final = 20
SHARED: Final = 10
WITH_PEOPLE: Final = (Kind.MULTIPLAYER, Kind.RANKED)


class Listed(NamedTuple):
    """The latest of something, and whether there is more."""

    rows: tuple[Any, ...]
    more: bool


class EarlierReport(NamedTuple):
    """`other` is who reported, or who was reported. `came_of_it` are acts that it led to, in words."""

    report: Report
    other: str
    came_of_it: tuple[str, ...]


class Done(NamedTuple):
    """An act, in words, and what has become of what was laid."""

    act: Act
    text: str
    state: str


@dataclass(frozen=True, slots=True)
class Playing:
    """`games` and `left` of all that count; the rest of the latest games with people, `lately` of them."""

    games: int
    left: int
    lately: int
    left_lately: int
    timed_out_lately: int
    cooldown: datetime | None

    @property
    def completed(self) -> int | None:
        """Of a hundred games, how many they have played to the end, as on the profile."""
        return percent(self.games - self.left, self.games) if self.games else None


@dataclass(frozen=True, slots=True)
class Picture:
    user: User
    name: str
    language: str
    in_force: tuple[Sanction, ...]
    done: Listed
    about: Listed
    made: Listed
    names: tuple[NameChange, ...]
    playing: Playing
    points: int
    rank: str
    moved: Listed
    flags: tuple[Flag, ...]
    shared: tuple[Shared, ...] | None  # None for whom it is none of their business

    @property
    def is_new_here(self) -> bool:
        """Whether no moderator has ever done anything about them."""
        return not self.done.rows


def picture_of(user: User, viewer: User, called: str = "", but: Report | None = None) -> Picture:
    """As `viewer` may see it. `called` is what a guest is called at the table it is about; of reports all
    `but` the one that is looked at."""
    points = points_of([user.pk]).get(user.pk, 0)
    about = _reports(Report.objects.filter(reported=user), but, lambda report: name_of(report.reporter))
    made = _reports(Report.objects.filter(reporter=user), but, lambda report: report.called)
    return Picture(
        user=user,
        name=name_of(user, called),
        language=language_of(user) or "en",
        in_force=tuple(in_force(user)),
        done=_done(user, viewer),
        about=about,
        made=made,
        names=tuple(NameChange.objects.filter(user=user)[:5]),
        playing=_playing(user),
        points=points,
        rank=rank_text(points),
        moved=_moved(user, viewer),
        flags=_flags(user, viewer),
        shared=tuple(shared_with(user)[:SHARED]) if viewer.has_perm("accounts.see_traces") else None,
    )


def in_force(user: User) -> list[Sanction]:
    """Mutes and bans that hold, and warnings that have not been read; the latest first."""
    now = timezone.now()
    holds = Q(kind__in=("mute", "ban")) & (Q(until=None) | Q(until__gt=now))
    return list(Sanction.objects.filter(holds | Q(kind="warn", seen_at=None), user=user, lifted_at=None))


def _few(rows: QuerySet[Any]) -> Listed:
    found = list(rows[: SHOWN + 1])
    return Listed(tuple(found[:SHOWN]), len(found) > SHOWN)


def _reports(reports: QuerySet[Report], but: Report | None, other: Callable[[Report], str]) -> Listed:
    if but is not None:
        reports = reports.exclude(pk=but.pk)
    rows, more = _few(reports.select_related("reporter", "reported", "handled_by"))
    came = acts_of_reports([report.pk for report in rows])
    return Listed(tuple(EarlierReport(each, other(each), came.get(each.pk, ())) for each in rows), more)


def acts_of_reports(reports: Sequence[int]) -> Mapping[int, tuple[str, ...]]:
    """What was done because of reports, beside closing them, in words."""
    acts = Act.objects.filter(report__in=reports).exclude(what=Act.What.HANDLE_REPORT)
    found: dict[int, list[str]] = defaultdict(list)
    for act in acts.select_related("user", "moderator").order_by("pk"):
        found[act.report or 0].append(f"{act.moderator.username} {act_text(act)}")
    return {report: tuple(texts) for report, texts in found.items()}


def _done(user: User, viewer: User) -> Listed:
    if not viewer.has_perm("accounts.view_act"):
        return Listed((), False)
    acts = Act.objects.filter(user=user).exclude(what=Act.What.HANDLE_REPORT)
    rows, more = _few(acts.select_related("moderator", "user"))
    laid = {each.act_id: each for each in Sanction.objects.filter(act__in=[act.pk for act in rows])}
    return Listed(tuple(done_by(act, laid.get(act.pk)) for act in rows), more)


def done_by(act: Act, laid: Sanction | None = None) -> Done:
    return Done(act, act_text(act), sanction_state(laid) if laid and laid.kind != "rename" else "")


def _playing(user: User) -> Playing:
    tallies = Tally.objects.filter(user=user, kind__in=WITH_PEOPLE).values_list("games", "left")
    latest = Result.objects.filter(player=user, table__kind__in=WITH_PEOPLE).order_by("-at")
    seats = {
        table: (seat, left) for table, seat, left in latest.values_list("table", "seat", "left_at")[:GAMES]
    }
    timed_out = Message.objects.filter(table__in=list(seats), kind=Said.TABLE, words="timed-out")
    return Playing(
        games=sum(games for games, _ in tallies),
        left=sum(left for _, left in tallies),
        lately=len(seats),
        left_lately=sum(left is not None for _, left in seats.values()),
        timed_out_lately=sum(
            seats[table][0] == seat for table, seat in timed_out.values_list("table", "seat")
        ),
        cooldown=cooldown.ends_at(user.pk),
    )


def _moved(user: User, viewer: User) -> Listed:
    if not viewer.has_perm("ranking.view_rankchange"):
        return Listed((), False)
    return _few(RankChange.objects.filter(user=user).defer("terms").order_by("-at"))


def _flags(user: User, viewer: User) -> tuple[Flag, ...]:
    if not viewer.has_perm("accounts.review_flag"):
        return ()
    flags = Flag.objects.filter(Q(user=user) | Q(other=user), reviewed_at=None)
    return tuple(flags.select_related("user", "other")[:SHOWN])
