"""What moderators may do, and to whom; and the writing down of it.

Every service for moderators, also those of the game and of the ladder, calls `enter` in the transaction in
which it does what it does: what was not written down was not done. What is refused here is told to moderators
alone, and so in English.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

from django.core.exceptions import ValidationError

from accounts.models import Act, Report, User

MODERATOR: Final = "moderator"
ADMIN: Final = "admin"
"""The groups of staff (`piratbridge_site.groups` has what each may do)."""

LONGEST_REASON: Final = 1000

PERMISSION_FOR: Final[Mapping[str, str]] = {
    Act.What.WARN: "accounts.sanction_user",
    Act.What.MUTE: "accounts.sanction_user",
    Act.What.BAN: "accounts.sanction_user",
    Act.What.LIFT: "accounts.sanction_user",
    Act.What.RENAME: "accounts.rename_user",
    Act.What.END_TABLE: "accounts.end_table",
    Act.What.VOID_GAME: "accounts.void_game",
    Act.What.CORRECT_POINTS: "accounts.correct_points",
    Act.What.HANDLE_REPORT: "accounts.handle_report",
    Act.What.REVIEW_FLAG: "accounts.review_flag",
    Act.What.RESET_SECOND_FACTOR: "accounts.reset_second_factor",
    Act.What.CHANGE_RIGHTS: "accounts.change_user",
}

PROBLEMS: Final = {
    "not-allowed": "Your group may not do that.",
    "oneself": "That is about yourself: somebody else has to do it.",
    "staff": "They are staff of your rank or above: somebody above has to do it.",
    "gone": "This account has been deleted.",
    "guest": "That cannot be done to a guest, who has no account.",
    "own-report": "You have reported this yourself: somebody else has to decide it.",
    "too-high": "You can give no rank as high as your own.",
    "no-such-rank": "Choose a rank.",
    "no-reason": "Say why.",
    "reason-too-long": f"A reason has up to {LONGEST_REASON} characters.",
    "until-missing": "Say until when.",
    "until-past": "That moment has passed already.",
    "done-already": "Somebody has done that already.",
    "nothing-to-lift": "There is nothing in force to lift.",
}


def refused(code: str) -> ValidationError:
    return ValidationError(PROBLEMS[code], code=code)


RANKS: Final[Mapping[str, int]] = {"": 0, MODERATOR: 1, ADMIN: 2}
"""How high the groups stand. "" are players."""


def rank(user: User) -> int:
    """How high somebody stands: 0 for players, then moderators (and staff without a group), admins and
    superusers."""
    if user.is_superuser:
        return 3
    return max(RANKS[group_of(user)], int(user.is_staff))


def group_of(user: User) -> str:
    """The higher group of staff that somebody is in, "" for none."""
    groups = set(user.groups.values_list("name", flat=True))
    return next((group for group in (ADMIN, MODERATOR) if group in groups), "")


def may_act_on(moderator: User, user: User) -> bool:
    """Whether somebody stands above somebody else. Nobody does above themselves."""
    return moderator.pk != user.pk and (moderator.is_superuser or rank(moderator) > rank(user))


def check(moderator: User, what: str, user: User | None = None) -> None:
    """Raises `ValidationError` (not-allowed, oneself, staff)."""
    if not (moderator.is_staff and moderator.has_perm(PERMISSION_FOR[what])):
        raise refused("not-allowed")
    if user is not None and moderator.pk == user.pk:
        raise refused("oneself")
    if user is not None and not may_act_on(moderator, user):
        raise refused("staff")


def enter(
    moderator: User,
    what: str,
    reason: str,
    *,
    user: User | None = None,
    place: str = "",
    until: datetime | None = None,
    details: Mapping[str, Any] | None = None,
    report: int | None = None,
) -> Act:
    """Write down what a moderator does, in the transaction in which it is done.

    `what` is one of `Act.What`, `user` whom it is about, `place` the public id of a table, `details` ids and
    numbers as JSON has them (never names), `report` the number of the report that led to it. Raises
    `ValidationError` with a code of `PROBLEMS` where they may not, or give no reason. Nobody decides what
    they have reported themselves.
    """
    check(moderator, what, user)
    if report is not None and Report.objects.filter(pk=report, reporter=moderator).exists():
        raise refused("own-report")
    return Act.objects.create(
        moderator=moderator,
        what=what,
        user=user,
        place=place,
        reason=clean_reason(reason),
        until=until,
        details=dict(details or {}),
        report=report,
    )


def reason_for(place: str, what: str) -> str:
    """Why a moderator has done this at a table, for those who sat there: the latest reason, "" for none."""
    acts = Act.objects.filter(place=place, what=what).order_by("-pk")
    return acts.values_list("reason", flat=True).first() or ""


def clean_reason(reason: str) -> str:
    """Raises `ValidationError` (no-reason, reason-too-long)."""
    reason = reason.replace("\0", "").encode("utf-8", "replace").decode().strip()
    if not reason:
        raise refused("no-reason")
    if len(reason) > LONGEST_REASON:
        raise refused("reason-too-long")
    return reason
