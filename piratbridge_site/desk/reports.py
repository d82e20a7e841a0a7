"""A report and what it is about, and which others wait."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Final, NamedTuple

from django.db.models import QuerySet
from django.utils import timezone

from accounts.models import Act, Report, Sanction, User
from accounts.traces import Shared
from game.models import Message, Table
from piratbridge_site.desk import players, tables
from piratbridge_site.desk.players import Done, done_by
from piratbridge_site.desk.sentences import REPORTED_FOR, ago, moment, name_of
from piratbridge_site.desk.talk import Talk, talk_around, text_of

LATELY: Final = timedelta(days=90)
MANY: Final = 100
"""Of open reports no more are looked through; then there are "100+"."""


# --- those that wait --------------------------------------------------------------------------------------


class Waiting(NamedTuple):
    """Open reports of one thing: the first of them, and how many there are."""

    report: Report
    times: int
    title: str
    running: bool

    @property
    def is_old(self) -> bool:
        return timezone.now() - self.report.at > timedelta(days=1)


def open_reports() -> QuerySet[Report]:
    """Those that wait, the oldest first."""
    return Report.objects.filter(handled_at=None).select_related("reported", "reporter").order_by("at", "pk")


def waiting() -> tuple[list[Waiting], str]:
    """What waits, reports of the same thing together; and how many reports that is: "3", "100+"."""
    found = list(open_reports()[: MANY + 1])
    groups: dict[object, list[Report]] = {}
    for report in found[:MANY]:
        groups.setdefault(_thing(report), []).append(report)
    places = [report.place for report in found[:MANY]]
    stages = dict(Table.objects.filter(public_id__in=places).values_list("public_id", "status"))
    rows = [
        Waiting(same[0], len(same), heading(same[0]), stages.get(same[0].place) == Table.Status.RUNNING)
        for same in groups.values()
    ]
    return rows, f"{MANY}+" if len(found) > MANY else str(len(found))


def _thing(report: Report) -> object:
    """What a report is about: the same for all of the same player at the same table (or from the profile), or
    the same message, for the same reason."""
    if report.reported_id is None:
        return report.pk
    return report.reported_id, report.place, report.message, report.reason


def alike(report: Report) -> list[Report]:
    """Other open reports of the same thing."""
    if report.reported_id is None:
        return []
    same = open_reports().filter(
        reported=report.reported_id, place=report.place, message=report.message, reason=report.reason
    )
    return list(same.exclude(pk=report.pk)[:MANY])


def next_after(report: Report) -> Report | None:
    """The oldest that waits and is about something else."""
    others = open_reports().exclude(pk=report.pk)[:MANY]
    return next((other for other in others if _thing(other) != _thing(report)), None)


def heading(report: Report) -> str:
    """ "Ida, for insulting words"."""
    return f"{name_of(report.reported, report.called)}, for {REPORTED_FOR[Report.Reason(report.reason)]}"


# --- one of them ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ReportPicture:
    report: Report
    sentence: str
    quote: str
    table: tables.TablePicture | None
    talk: Talk | None
    reported: players.Picture | None
    reporter: players.Picture | None
    between: Shared | None  # what the two share
    alike: Sequence[Report]
    usual: str
    before: str  # what was done about the reported lately, on which the usual depends
    done: Sequence[Done]  # because of it
    next: Report | None


def picture_of(report: Report, viewer: User) -> ReportPicture:
    table = tables.table_at(report.place)
    talk = None
    if table is not None and viewer.has_perm("game.view_message"):
        talk = talk_around(table, report.at, report.message, report.reported)
    reported = _player(report.reported, viewer, report.called, report)
    reporter = _player(report.reporter, viewer, _called_there(table, report.reporter), report)
    shared = reported.shared if reported and reported.shared else ()
    return ReportPicture(
        report=report,
        sentence=sentence_of(report, table),
        quote=_quote(report),
        table=tables.picture_of(table, viewer) if table and viewer.has_perm("game.view_table") else None,
        talk=talk,
        reported=reported,
        reporter=reporter,
        between=next((each for each in shared if each.user.pk == report.reporter_id), None),
        alike=alike(report),
        usual=USUAL[Report.Reason(report.reason)],
        before=_before(reported),
        done=_done(report, viewer),
        next=next_after(report),
    )


def _player(user: User | None, viewer: User, called: str, report: Report) -> players.Picture | None:
    if user is None or user.deleted_at is not None:
        return None
    return players.picture_of(user, viewer, called, but=report)


def _before(reported: players.Picture | None) -> str:
    """ "In the last 90 days Ida was warned once and muted twice."."""
    if reported is None:
        return ""
    since = timezone.now() - LATELY
    laid = Sanction.objects.filter(user=reported.user, at__gt=since, lifted_at=None).exclude(kind="rename")
    counts = Counter(laid.values_list("kind", flat=True))
    times = [f"{_LAID[kind]} {_TIMES.get(number, f'{number} times')}" for kind, number in counts.items()]
    told = f"{', '.join(times[:-1])} and {times[-1]}" if len(times) > 1 else "".join(times)
    return (
        f"In the last {LATELY.days} days {reported.name} was {told or 'neither warned nor muted nor banned'}."
    )


_LAID: Final = {"warn": "warned", "mute": "muted", "ban": "banned"}
_TIMES: Final = {1: "once", 2: "twice"}


def _called_there(table: Table | None, user: User | None) -> str:
    """A guest has a name at the table alone."""
    if table is None or user is None or not user.is_guest:
        return ""
    return table.seats.filter(player=user).values_list("name", flat=True).first() or ""


def sentence_of(report: Report, table: Table | None) -> str:
    """Who reported whom for what, when, and where: one sentence."""
    what = REPORTED_FOR[Report.Reason(report.reason)]
    reporter = name_of(report.reporter, "A guest" if report.reporter_id else "Somebody who is gone")
    reported = name_of(report.reported, report.called)
    about = "one message" if report.message else "what they did"
    if report.reason == Report.Reason.NAME:
        about = "the name they go by"
    where = tables.title_of(table) if table else "a table that is gone"
    if not report.place:
        about = "the name they go by" if report.reason == Report.Reason.NAME else "the player"
        return (
            f"{reporter[0].upper()}{reporter[1:]} reported {reported} for {what}, on {moment(report.at)} "
            f"({ago(report.at)}), from the player's profile: it is about {about}, and about no table."
        )
    return (
        f"{reporter[0].upper()}{reporter[1:]} reported {reported} for {what}, on {moment(report.at)} "
        f"({ago(report.at)}): it is about {about} at {where}."
    )


def _quote(report: Report) -> str:
    """What was said, as people read it. The report keeps the words, though the message may be gone."""
    kind = Message.objects.filter(pk=report.message or 0).values_list("kind", flat=True).first()
    return text_of(kind, report.quote) if kind else report.quote


def _done(report: Report, viewer: User) -> list[Done]:
    if not viewer.has_perm("accounts.view_act"):
        return []
    return [done_by(act) for act in Act.objects.filter(report=report.pk).select_related("moderator", "user")]


USUAL: Final = {
    Report.Reason.INSULTING: (
        "Read the message with what came before it. The first time, a warning is usual; the second, a mute "
        "for a day; after that a mute for a week or a month. Threats, and hatred of a group of people: a "
        "ban."
    ),
    Report.Reason.SPAM: (
        "Is the same thing said again and again, or something advertised? The first time, a mute for an "
        "hour is usual; again, a day or more."
    ),
    Report.Reason.CHEATING: (
        "Look at the replay, at who shares browsers and networks, and at what they said: one person on two "
        "seats, or two who help each other? A lucky game is no cheating. Where it is, void the game and ban "
        "for a week; again, for longer. Not sure: close the report and say so; the next one will find it "
        "here."
    ),
    Report.Reason.NAME: (
        "Would you say the name aloud at a family's table? If not, give them another one. Who takes such a "
        "name again is warned, and then banned for a day."
    ),
    Report.Reason.OTHER: (
        "The reporter's own words say what it is. Somebody being slow, losing badly or leaving is no matter "
        "for us: leaving costs points, and a wait before the next ranked game, by itself."
    ),
}
"""What is usual, for who decides it for the first time."""
