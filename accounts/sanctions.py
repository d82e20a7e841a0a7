"""What moderators lay on players: warnings, mutes, bans, another name. Each says why, and until when.

A warning is read and done with. Who is muted says nothing at any table. Who is banned is logged out, and not
let in until the ban ends, which it does by itself. Of two who act at once on the same player the second finds
what the first has done, and is refused where nothing is left to do.
"""

import secrets
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from allauth.mfa.models import Authenticator
from django.contrib.auth.models import Group
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import Case, F, Q, QuerySet, TextField, Value, When
from django.utils import timezone

from accounts import acts, names
from accounts.models import Act, Report, Sanction, User
from accounts.services import end_sessions, is_free, note_new_name
from accounts.signals import renamed, sanctioned

FOREVER: Final = datetime(9000, 1, 1, tzinfo=UTC)
"""`User.banned_until` of whoever is banned for good."""
SHOWN_FOR: Final = timedelta(days=30)
"""How long a warning stands on the account's page."""
NEUTRAL: Final = "Spiller"
"""What somebody is called whose name could not stay, with a number after it; in every language."""

Kind = Sanction.Kind


# --- what moderators do -----------------------------------------------------------------------------------
#
# All raise `ValidationError` with a code of `acts.PROBLEMS`. `report` is the number of the report that led
# to it.


def warn(moderator: User, user: User, reason: str, *, report: int | None = None) -> Sanction:
    """The player is shown the reason until they say that they have read it."""
    with _held(user) as account:
        return _lay(moderator, account, Kind.WARNING, reason, None, report)


def mute(
    moderator: User, user: User, reason: str, until: datetime | None, *, report: int | None = None
) -> Sanction:
    """The player says nothing at any table until then."""
    if until is None:
        raise acts.refused("until-missing")
    with _held(user) as account:
        return _lay(moderator, account, Kind.MUTE, reason, until, report)


def ban(
    moderator: User, user: User, reason: str, until: datetime | None, *, report: int | None = None
) -> Sanction:
    """The player is out at once, open pages and all, and comes in no more until then (None: for good). A
    guest is not known again, and cannot be banned."""
    with _held(user) as account:
        if account.is_guest:
            raise acts.refused("guest")
        laid = _lay(moderator, account, Kind.BAN, reason, until, report)
        _follow_bans(account)
        end_sessions(account)
    return laid


def lift(moderator: User, user: User, kind: str, reason: str, *, report: int | None = None) -> list[Sanction]:
    """End what is in force of a kind ("mute" or "ban") before its time, or take back warnings that have not
    been read."""
    with _held(user) as account:
        now = timezone.now()
        there = list(_in_force(account, kind, now))
        acts.check(moderator, Act.What.LIFT, account)
        if kind not in (Kind.WARNING, Kind.MUTE, Kind.BAN) or not there:
            raise acts.refused("nothing-to-lift")
        details = {"kind": str(kind), "sanctions": [each.pk for each in there]}
        acts.enter(moderator, Act.What.LIFT, reason, user=account, details=details, report=report)
        for each in there:
            each.lifted_at = now
            each.save(update_fields=["lifted_at"])
        _follow_bans(account)
        _tell(account)
    return there


def rename(
    moderator: User, user: User, reason: str, name: str = "", *, report: int | None = None
) -> Sanction:
    """Give an account this name instead of its own, or a neutral one. It stands where the old one did, at old
    tables, too. `user` is as the moderator saw it: where the name has changed since, it is refused
    (done-already). Also raises what `names` has against a name."""
    wanted = names.normal(name.strip())
    if wanted:
        names.check(wanted)
    try:
        with _held(user) as account:
            if account.is_guest:
                raise acts.refused("guest")
            if account.username != user.username:
                raise acts.refused("done-already")
            new, old = wanted or _neutral_name(), account.username
            if not is_free(new, of=account):
                raise ValidationError(names.TAKEN, code="name_taken")
            laid = _lay(moderator, account, Kind.RENAMING, reason, None, report)
            note_new_name(account, old, new)
            account.username = new
            account.save(update_fields=["username"])
            transaction.on_commit(lambda: renamed.send_robust(User, account=account))
    except IntegrityError:
        raise ValidationError(names.TAKEN, code="name_taken") from None
    user.username = new
    return laid


def reset_second_factor(moderator: User, user: User, reason: str, *, report: int | None = None) -> Act:
    """Somebody has lost their second factor: they log in with the password alone, and set up another."""
    with _held(user) as account:
        act = acts.enter(moderator, Act.What.RESET_SECOND_FACTOR, reason, user=account, report=report)
        if not Authenticator.objects.filter(user=account).delete()[0]:
            raise acts.refused("done-already")
        end_sessions(account)
    return act


def change_rights(
    moderator: User,
    user: User,
    group: str,
    reason: str,
    *,
    seen: str | None = None,
    report: int | None = None,
) -> Act:
    """Make somebody a moderator or an admin (`acts.MODERATOR`, `acts.ADMIN`), or a player again (""), with
    the rights of that group and no others. Nobody but superusers makes others as high as they are themselves.
    `seen` is the group as the moderator saw it: where it has changed since, it is refused (done-already)."""
    with _held(user) as account:
        acts.check(moderator, Act.What.CHANGE_RIGHTS, account)
        before = acts.group_of(account)
        if account.is_guest:
            raise acts.refused("guest")
        if group not in acts.RANKS:
            raise acts.refused("no-such-rank")
        if not moderator.is_superuser and acts.RANKS[group] >= acts.rank(moderator):
            raise acts.refused("too-high")
        if seen not in (None, before) or acts.rank(account) == acts.RANKS[group]:
            raise acts.refused("done-already")
        details = {"before": before, "after": group}
        act = acts.enter(
            moderator, Act.What.CHANGE_RIGHTS, reason, user=account, details=details, report=report
        )
        account.groups.set(Group.objects.filter(name=group))
        account.user_permissions.clear()
        account.is_staff, account.is_superuser = bool(group), False
        account.save(update_fields=["is_staff", "is_superuser"])
    return act


def handle_report(moderator: User, report: Report, reason: str) -> Act:
    """A report has been dealt with; the reason says how, and is its note where it has none."""
    with transaction.atomic():
        still_open = Report.objects.filter(pk=report.pk, handled_at=None)
        act = acts.enter(
            moderator,
            Act.What.HANDLE_REPORT,
            reason,
            user=report.reported,
            place=report.place,
            report=report.pk,
        )
        note = Case(When(note="", then=Value(act.reason)), default="note", output_field=TextField())
        if not still_open.update(handled_at=act.at, handled_by=moderator, note=note):
            raise acts.refused("done-already")
    return act


@contextmanager
def _held(user: User) -> Iterator[User]:
    """The account, as it is now, for one moderator at a time."""
    with transaction.atomic():
        account = User.objects.select_for_update(no_key=True).get(pk=user.pk)
        if account.deleted_at is not None:
            raise acts.refused("gone")
        yield account


def _lay(
    moderator: User, account: User, kind: Kind, reason: str, until: datetime | None, report: int | None
) -> Sanction:
    """Write down the act and what it means for the account, which is locked."""
    now = timezone.now()
    acts.check(moderator, str(kind), account)
    if until is not None and until <= now:
        raise acts.refused("until-past")
    if _is_done(account, kind, until, report, now):
        raise acts.refused("done-already")
    act = acts.enter(moderator, str(kind), reason, user=account, until=until, report=report)
    laid = Sanction.objects.create(
        user=account, kind=kind, reason=act.reason, until=until, act=act, at=act.at
    )
    if kind is not Kind.BAN:
        account.to_be_told = True
        account.save(update_fields=["to_be_told"])
    _tell(account)
    return laid


def _is_done(account: User, kind: Kind, until: datetime | None, report: int | None, now: datetime) -> bool:
    """Whether somebody has been here first: the same for the same report, or one that lasts as long."""
    if report is not None and Act.objects.filter(user=account, what=str(kind), report=report).exists():
        return True
    if kind not in (Kind.MUTE, Kind.BAN):
        return False
    longer = Q(until=None) if until is None else Q(until=None) | Q(until__gte=until)
    return _in_force(account, kind, now).filter(longer).exists()


def _follow_bans(account: User) -> None:
    ban = sanction_on(account, Kind.BAN)
    account.banned_until = None if ban is None else ban.until or FOREVER
    account.save(update_fields=["banned_until"])


def _tell(account: User) -> None:
    transaction.on_commit(lambda: sanctioned.send_robust(User, user=account))


def _neutral_name() -> str:
    for digits in (4, 4, 4, 4, 6, 8, 10):
        name = f"{NEUTRAL} {secrets.randbelow(9 * 10 ** (digits - 1)) + 10 ** (digits - 1)}"
        if is_free(name):
            return name
    raise ValidationError(names.TAKEN, code="name_taken")


# --- what holds -------------------------------------------------------------------------------------------


def sanction_on(user: User, kind: str, now: datetime | None = None) -> Sanction | None:
    """The mute or the ban in force that lasts longest; None if there is none."""
    lasting = F("until").desc(nulls_first=True)
    return _in_force(user, kind, now or timezone.now()).order_by(lasting, "-pk").first()


def muted(users: Collection[int]) -> dict[int, Sanction]:
    """Who of these says nothing just now, by id, and the mute of each that lasts longest."""
    mutes = Sanction.objects.filter(user__in=users, kind=Kind.MUTE, lifted_at=None, until__gt=timezone.now())
    return {each.user_id: each for each in mutes.order_by("until")}


def in_force(user: User) -> list[Sanction]:
    """What an account is shown of itself, the latest first: mutes and bans that hold, and what it has been
    told lately."""
    now = timezone.now()
    told = Q(kind__in=(Kind.WARNING, Kind.RENAMING), at__gt=now - SHOWN_FOR)
    holds = Q(kind__in=(Kind.MUTE, Kind.BAN)) & (Q(until=None) | Q(until__gt=now))
    return list(Sanction.objects.filter(told | holds, user=user, lifted_at=None))


def unread(user: User) -> list[Sanction]:
    """What a player is still to be told, the oldest first. (Of a ban the login tells.)"""
    return list(_unread(user)) if user.to_be_told else []


def _unread(user: User) -> QuerySet[Sanction]:
    news = Q(kind__in=(Kind.WARNING, Kind.RENAMING)) | Q(kind=Kind.MUTE, until__gt=timezone.now())
    return Sanction.objects.filter(news, user=user, lifted_at=None, seen_at=None).order_by("pk")


def read(user: User, pk: int) -> None:
    """The player has read it. Reading twice is reading."""
    with transaction.atomic():
        account = User.objects.select_for_update(no_key=True).get(pk=user.pk)
        Sanction.objects.filter(pk=pk, user=account, seen_at=None).update(seen_at=timezone.now())
        account.to_be_told = _unread(account).exists()
        account.save(update_fields=["to_be_told"])


def _in_force(user: User, kind: str, now: datetime) -> QuerySet[Sanction]:
    there = Sanction.objects.filter(user=user, kind=kind, lifted_at=None)
    if kind in (Kind.WARNING, Kind.RENAMING):
        return there.filter(seen_at=None)
    return there.filter(Q(until=None) | Q(until__gt=now))


# --- people come and go -----------------------------------------------------------------------------------


def take_along(guest: User, account: User) -> None:
    """What was laid on a guest is the account's: nobody shakes off a mute by logging in."""
    if Sanction.objects.filter(user=guest).update(user=account):
        User.objects.filter(pk=account.pk).update(to_be_told=True)


def forget(account: User) -> None:
    """An account is deleted. What was done to it stays in the audit log, about nobody's name."""
    Sanction.objects.filter(user=account).delete()


def own(account: User) -> dict[str, Any]:
    """What has been laid on an account, for its download."""
    return {
        "sanctions": list(account.sanctions.values("kind", "reason", "at", "until", "lifted_at", "seen_at"))
    }
