"""What a moderator may do here, each with what it will do in words, and what the player will read.

Only what can be done now and by this moderator is offered; the services ask again. `Subject` is what a page
is about.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Final, NamedTuple

from allauth.mfa.models import Authenticator
from django.db.models import Q, QuerySet
from django.utils import timezone, translation
from django.utils.translation import gettext

from accounts import acts
from accounts.models import Act, Report, Sanction, User
from accounts.settings import language_of
from accounts.words import sanction_text
from game.models import Seat, Table
from piratbridge_site.desk.players import in_force
from piratbridge_site.desk.reasons import CLOSE, DURATIONS, USUAL_DURATION, Ready, ready_reasons
from piratbridge_site.desk.reports import alike
from piratbridge_site.desk.sentences import RANK_NAMES, counted, moment, name_of, until_text
from ranking.desk import MOST_POINTS, Return, is_voidable, returns_of
from ranking.ladder import tier_of
from ranking.models import Flag
from ranking.standings import points_of
from ranking.words import rank_text, tier_name

MARK: Final = "…"
"""Stands in a sentence where the reason will."""


# --- what a page is about ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Subject:
    """A player, called `called` where it is a guest; a table; the report or the flag that leads to them."""

    user: User | None = None
    called: str = ""
    table: Table | None = None
    report: Report | None = None
    flag: Flag | None = None

    @property
    def name(self) -> str:
        return name_of(self.user, self.called)

    def acts(self) -> QuerySet[Act]:
        """What moderators have done about it, the latest first."""
        about = Q(pk=None)
        if self.user is not None:
            about |= Q(user=self.user)
        if self.table is not None:
            about |= Q(place=self.table.public_id)
        if self.report is not None:
            about |= Q(report=self.report.pk)
        if self.flag is not None and self.flag.other_id is not None:
            about |= Q(user=self.flag.other_id)
        return Act.objects.filter(about).select_related("moderator", "user")

    def seen(self) -> int:
        """The latest of them, as a page says what it knew of. 0 for none."""
        return (
            Act.objects.filter(pk__in=self.acts().values("pk")[:1]).values_list("pk", flat=True).first() or 0
        )


# --- what is offered --------------------------------------------------------------------------------------


class Span(NamedTuple):
    """How long something may hold; what it does then, and what the player reads."""

    code: str
    label: str
    does: str
    reads: str
    usual: bool


@dataclass(frozen=True, slots=True)
class Offer:
    """`title` opens it, `press` does it, `does` says what that is. `reads` is what the player will read, with
    `MARK` where the reason stands; "" where they read nothing. `asks`: what else must be said ("name",
    "points", "group")."""

    what: str
    title: str
    press: str
    does: str
    reasons: tuple[Ready, ...]
    reads: str = ""
    kind: str = ""
    spans: tuple[Span, ...] = ()
    returns: tuple[Return, ...] = ()
    asks: str = ""
    groups: tuple[tuple[str, str], ...] = ()
    was: str = ""
    closes: str = ""
    grave: bool = False

    @property
    def is_read(self) -> bool:
        """Whether the player reads the reason."""
        return bool(self.spans) or MARK in self.reads

    @property
    def key(self) -> str:
        return f"{self.what}-{self.kind}" if self.kind else self.what

    @property
    def most_points(self) -> int:
        return MOST_POINTS


class Desk(NamedTuple):
    """`notes` say why something is not offered. `seen` goes with every form."""

    offers: tuple[Offer, ...]
    notes: tuple[str, ...]
    seen: int


class _Case(NamedTuple):
    """What is asked of the database once: whether the moderator stands above the player, sits at the table,
    and what they may close."""

    moderator: User
    subject: Subject
    above: bool
    sits: bool
    closes: str

    def may(self, what: str) -> bool:
        return self.moderator.has_perm(acts.PERMISSION_FOR[what])


def desk_for(moderator: User, subject: Subject) -> Desk:
    seen = subject.seen()
    above = subject.user is not None and acts.may_act_on(moderator, subject.user)
    case = _Case(
        moderator,
        subject,
        above,
        sits=subject.table is not None and _sits_at(moderator, subject.table),
        closes=_closes(moderator, subject, above),
    )
    offers: tuple[Offer, ...] = ()
    if subject.report is None or subject.report.reporter_id != moderator.pk:
        offers = (*_about_user(case), *_about_table(case), *_about_flag(case), *_closing(case))
    if subject.report is not None and subject.report.reason == Report.Reason.NAME:
        offers = tuple(sorted(offers, key=lambda offer: offer.what != Act.What.RENAME))
    return Desk(offers, tuple(_notes(case)), seen)


def _notes(case: _Case) -> Iterator[str]:
    user, subject = case.subject.user, case.subject
    if (user is None and subject.report is not None) or (user is not None and user.deleted_at is not None):
        yield "The account has been deleted: there is nobody to warn or to ban."
    elif user is not None and user.pk == case.moderator.pk:
        yield "This is about yourself: somebody else has to decide it."
    elif user is not None and not case.above:
        yield f"{subject.name} is staff of your rank or above: somebody above has to decide it."
    elif user is not None and user.is_guest:
        yield "A guest has no account: they cannot be banned or renamed. They can be muted."
    if subject.report is not None and subject.report.reporter_id == case.moderator.pk:
        yield acts.PROBLEMS["own-report"]
    if subject.flag is not None and subject.flag.other is not None:
        other = name_of(subject.flag.other)
        yield f"What you do here is about {subject.name}. What is about {other} is done on their own page."
    if case.sits:
        yield "You have a seat at this table: somebody else has to end or void its game."


def _sits_at(moderator: User, table: Table) -> bool:
    return Seat.objects.filter(table=table, player=moderator).exists()


# --- players ----------------------------------------------------------------------------------------------


def _about_user(case: _Case) -> Iterator[Offer]:
    user = case.subject.user
    if user is None or not case.above or user.deleted_at is not None:
        return
    if case.may(Act.What.WARN):
        yield _warn(case, user)
        yield _mute(case, user)
        if not user.is_guest:
            yield _ban(case, user)
    if not user.is_guest and case.may(Act.What.RENAME):
        yield _rename(case, user)
    if case.may(Act.What.LIFT):
        for kind in dict.fromkeys(sanction.kind for sanction in in_force(user)):
            yield _lift(case.subject, kind)
    if not user.is_guest and case.may(Act.What.CORRECT_POINTS):
        yield _correct(case, user)
    if case.subject.report is None and not user.is_guest:
        yield from _about_account(case, user)


def _warn(case: _Case, user: User) -> Offer:
    subject = case.subject
    return Offer(
        what=Act.What.WARN,
        title="Warn",
        press=f"Warn {subject.name}",
        does=f"{subject.name} sees the warning on every page until they say that they have read it. "
        "Nothing else changes for them.",
        reads=_reads(user, Sanction.Kind.WARNING, None),
        reasons=ready_reasons(Act.What.WARN, _language(user)),
        closes=case.closes,
    )


def _mute(case: _Case, user: User) -> Offer:
    subject = case.subject
    does = "{name} says nothing at any table {until}. They play on as before."
    return Offer(
        what=Act.What.MUTE,
        title="Mute",
        press=f"Mute {subject.name}",
        does="",
        spans=_spans(subject, user, Sanction.Kind.MUTE, does),
        reasons=ready_reasons(Act.What.MUTE, _language(user)),
        closes=case.closes,
    )


def _ban(case: _Case, user: User) -> Offer:
    subject = case.subject
    does = "{name} is logged out at once, everywhere, and cannot log in {until}."
    if Seat.objects.filter(player=user, sits=True).exists():
        does += " They sit at a table now: their seat waits there, as for anybody who is away."
    return Offer(
        what=Act.What.BAN,
        title="Ban",
        press=f"Ban {subject.name}",
        does="",
        spans=_spans(subject, user, Sanction.Kind.BAN, does),
        reasons=ready_reasons(Act.What.BAN, _language(user)),
        closes=case.closes,
        grave=True,
    )


def _spans(subject: Subject, user: User, kind: str, does: str) -> tuple[Span, ...]:
    now, spans = timezone.now(), []
    for code, (label, length) in DURATIONS.items():
        until = None if length is None else now + length
        if until is None and kind == Sanction.Kind.MUTE:
            continue
        said = until_text(until) if until else "any more, for good"
        spans.append(
            Span(
                code=code,
                label=f"{label}, until {moment(until)}" if until else label,
                does=does.format(name=subject.name, until=said),
                reads=_reads(user, kind, until),
                usual=code == USUAL_DURATION,
            )
        )
    return tuple(spans)


def _rename(case: _Case, user: User) -> Offer:
    subject = case.subject
    return Offer(
        what=Act.What.RENAME,
        title="Rename",
        press=f"Rename {subject.name}",
        does=f"{subject.name} is called otherwise from now on, also at old tables. They log in with the new "
        "name, and may choose another one in a month.",
        reads=_reads(user, Sanction.Kind.RENAMING, None),
        reasons=ready_reasons(Act.What.RENAME, _language(user)),
        asks="name",
        was=user.username,
        closes=case.closes,
    )


def _lift(subject: Subject, kind: str) -> Offer:
    what = {"warn": "warning", "mute": "mute", "ban": "ban"}[kind]
    does = {
        "warn": f"{subject.name} sees the warning no more, though they have not read it.",
        "mute": f"{subject.name} may talk at tables again, at once.",
        "ban": f"{subject.name} can log in again, at once.",
    }[kind]
    return Offer(
        what=Act.What.LIFT,
        kind=kind,
        title=f"Lift the {what}",
        press=f"Lift the {what} of {subject.name}",
        does=does,
        reasons=ready_reasons(Act.What.LIFT, "en"),
    )


def _correct(case: _Case, user: User) -> Offer:
    subject = case.subject
    points = points_of([user.pk]).get(user.pk, 0)
    return Offer(
        what=Act.What.CORRECT_POINTS,
        title="Correct points",
        press=f"Set the points of {subject.name}",
        does=f"{subject.name} has {points} rank points ({rank_text(points)}). They have as many as you type, "
        "at once; a tier can be lost by this alone.",
        reads=f"A moderator has corrected your rank points. Why: {MARK}",
        reasons=ready_reasons(Act.What.CORRECT_POINTS, _language(user)),
        asks="points",
        was=str(points),
        closes=case.closes,
    )


def _about_account(case: _Case, user: User) -> Iterator[Offer]:
    """On a player's own page: what is no matter of what they have done."""
    name = case.subject.name
    if case.may(Act.What.RESET_SECOND_FACTOR) and Authenticator.objects.filter(user=user).exists():
        yield Offer(
            what=Act.What.RESET_SECOND_FACTOR,
            title="Reset the second factor",
            press=f"Reset the second factor of {name}",
            does=f"{name} is logged out everywhere, and logs in with the password alone until they have set "
            "up another second factor. Be sure that it is them who ask.",
            reasons=ready_reasons(Act.What.RESET_SECOND_FACTOR, "en"),
            grave=True,
        )
    if case.may(Act.What.CHANGE_RIGHTS):
        yield Offer(
            what=Act.What.CHANGE_RIGHTS,
            title="Change rights",
            press=f"Change the rights of {name}",
            does=f"{name} is {RANK_NAMES[acts.group_of(user)]}. They may do what the group that you choose "
            "may do, from their next page on, and nothing else; with a second factor alone.",
            reasons=ready_reasons(Act.What.CHANGE_RIGHTS, "en"),
            asks="group",
            was=acts.group_of(user),
            groups=_groups(case.moderator, user),
            grave=True,
        )


def _groups(moderator: User, user: User) -> tuple[tuple[str, str], ...]:
    """Those that the moderator may put somebody into, with their names."""
    highest, now = acts.rank(moderator), acts.rank(user)
    return tuple(
        (group, RANK_NAMES[group])
        for group, rank in acts.RANKS.items()
        if rank != now and (rank < highest or moderator.is_superuser)
    )


def _language(user: User) -> str:
    return language_of(user) or "en"


def _reads(user: User, kind: str, until: datetime | None) -> str:
    """What the player reads, in the language that they have chosen."""
    with translation.override(_language(user)):
        said = sanction_text(Sanction(kind=kind, until=until))
        return f"{said} {gettext('Why: %(reason)s') % {'reason': MARK}}"


# --- tables -----------------------------------------------------------------------------------------------


def _about_table(case: _Case) -> Iterator[Offer]:
    table = case.subject.table
    if table is None or case.sits:
        return
    if table.status == Table.Status.RUNNING and case.may(Act.What.END_TABLE):
        yield Offer(
            what=Act.What.END_TABLE,
            title="End the game",
            press="End the game",
            does="The game ends at once where it stands, for everyone at the table. Nobody is placed, and it "
            "counts for nothing.",
            reads=f"A moderator has ended this game. It counts for nothing. Why: {MARK}",
            reasons=ready_reasons(Act.What.END_TABLE, "en"),
            closes=case.closes,
            grave=True,
        )
    if is_voidable(table) and case.may(Act.What.VOID_GAME):
        returns = tuple(returns_of(table))
        yield Offer(
            what=Act.What.VOID_GAME,
            title="Void the game",
            press="Void the game",
            does="The game counts no more, in the ladder and in all statistics."
            + (" The points go back:" if returns else " It has changed nobody's points."),
            returns=returns,
            reads=f"A moderator has voided this game. Why: {MARK}",
            reasons=ready_reasons(Act.What.VOID_GAME, "en"),
            closes=case.closes,
            grave=True,
        )


def return_text(one: Return) -> str:
    """ "the game brought +40; now 1020 points, then 1000: no lower, where Silver begins"."""
    moved = f"the game brought {one.change:+d}; now {one.before} points, then {one.after}"
    held = f": no lower, where {tier_name(tier_of(one.before))} begins" if one.held else ""
    return moved.replace("-", "−") + held


# --- flags and reports ------------------------------------------------------------------------------------


def _about_flag(case: _Case) -> Iterator[Offer]:
    flag = case.subject.flag
    if flag is None or flag.reviewed_at is not None or not case.may(Act.What.REVIEW_FLAG):
        return
    if case.above and case.moderator.pk != flag.other_id:
        yield Offer(
            what=Act.What.REVIEW_FLAG,
            title="Done with this flag",
            press="Mark as reviewed",
            does="The flag leaves the front of the desk, with your note. It is not raised again for a month. "
            "The players are told nothing.",
            reasons=ready_reasons(Act.What.REVIEW_FLAG, "en"),
        )


def _closing(case: _Case) -> Iterator[Offer]:
    if case.closes:
        yield Offer(
            what=CLOSE,
            title="Close without doing anything",
            press=case.closes[0].upper() + case.closes[1:],
            does="Nobody is told. What you write stands with the report, for whoever looks at the next one.",
            reasons=ready_reasons(CLOSE, "en"),
        )


def _closes(moderator: User, subject: Subject, above: bool) -> str:
    """What may be closed with the same press: "close the report"."""
    report = subject.report
    if report is None or report.handled_at is not None:
        return ""
    if not moderator.has_perm(acts.PERMISSION_FOR[Act.What.HANDLE_REPORT]):
        return ""
    if subject.user is not None and not above:
        return ""
    others = sum(other.reporter_id != moderator.pk for other in alike(report))
    return "close the report" + (f", and {counted(others, 'other')} of the same" if others else "")
