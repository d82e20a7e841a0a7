"""What moderators read of people, moments and acts: plain English, whatever language their own pages have."""

from datetime import datetime, timedelta
from typing import Final

from django.utils import timezone
from django.utils.formats import date_format

from accounts.acts import ADMIN, MODERATOR
from accounts.models import Act, Report, Sanction, User

DELETED: Final = "a deleted account"
UNKNOWN: Final = "nobody we know"


def name_of(user: User | None, called: str = "") -> str:
    """What somebody is called; a guest, who has no name, as they are `called` at a table."""
    if user is None:
        return called or UNKNOWN
    if user.deleted_at is not None:
        return DELETED
    return (called or "a guest") if user.is_guest else user.username


def moment(at: datetime) -> str:
    """ "2 December 2026 14:00", where the site is at home."""
    return date_format(timezone.localtime(at), "j F Y H:i")


def ago(at: datetime, now: datetime | None = None) -> str:
    """ "just now", "12 minutes ago", "3 days ago"."""
    passed = (now or timezone.now()) - at
    for span, one, many in _SPANS:
        if passed >= span:
            number = int(passed / span)
            return f"{number} {one if number == 1 else many} ago"
    return "just now"


_SPANS: Final = (
    (timedelta(days=365), "year", "years"),
    (timedelta(days=30), "month", "months"),
    (timedelta(days=1), "day", "days"),
    (timedelta(hours=1), "hour", "hours"),
    (timedelta(minutes=1), "minute", "minutes"),
)


def until_text(until: datetime | None) -> str:
    """ "until 2 December 2026 14:00", "for good"."""
    return f"until {moment(until)}" if until else "for good"


def counted(number: int, one: str, many: str = "") -> str:
    """ "1 game", "3 games"."""
    return f"{number} {one if number == 1 else many or one + 's'}"


# --- acts -------------------------------------------------------------------------------------------------


def act_text(act: Act) -> str:
    """What was done, after the name of who did it: "banned Ida until 2 December 2026 14:00"."""
    whom, details = name_of(act.user), act.details
    match act.what:
        case Act.What.WARN:
            return f"warned {whom}"
        case Act.What.MUTE:
            return f"muted {whom} {until_text(act.until)}"
        case Act.What.BAN:
            return f"banned {whom} {until_text(act.until)}"
        case Act.What.LIFT:
            return f"lifted the {_LIFTED.get(details.get('kind', ''), 'sanction')} of {whom}"
        case Act.What.RENAME:
            return f"gave {whom} another name"
        case Act.What.END_TABLE:
            return "ended the game"
        case Act.What.VOID_GAME:
            return "voided the game"
        case Act.What.CORRECT_POINTS:
            moved = f" from {details['before']} to {details['after']}" if "after" in details else ""
            return f"set the rank points of {whom}{moved}"
        case Act.What.HANDLE_REPORT:
            return f"closed report {act.report}"
        case Act.What.REVIEW_FLAG:
            return f"reviewed a flag of {whom}"
        case Act.What.CHANGE_RIGHTS:
            return f"made {whom} {RANK_NAMES.get(details.get('after', ''), 'a player')}"
    return f"reset the second factor of {whom}"


RANK_NAMES: Final = {"": "a player without rights", MODERATOR: "a moderator", ADMIN: "an admin"}
_LIFTED: Final = {"warn": "warning", "mute": "mute", "ban": "ban"}


def sanction_state(sanction: Sanction, now: datetime | None = None) -> str:
    """What has become of it: "in force until …", "over", "lifted 2 December 2026", "not read yet"."""
    now = now or timezone.now()
    if sanction.lifted_at is not None:
        return f"lifted {moment(sanction.lifted_at)}"
    if sanction.kind in (Sanction.Kind.MUTE, Sanction.Kind.BAN):
        if sanction.until is None:
            return "in force, for good"
        return f"in force until {moment(sanction.until)}" if sanction.until > now else "over"
    return f"read {moment(sanction.seen_at)}" if sanction.seen_at else "not read yet"


# --- reports ----------------------------------------------------------------------------------------------

REPORTED_FOR: Final = {
    Report.Reason.INSULTING: "insulting words",
    Report.Reason.SPAM: "spam",
    Report.Reason.CHEATING: "cheating",
    Report.Reason.NAME: "the name",
    Report.Reason.OTHER: "something else",
}
