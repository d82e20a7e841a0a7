"""What players keep against each other: whom they mute or block, and what they report to moderators.

Who is muted or blocked is not told. Muted are those whose words one does not want; blocked are those whom
one does not want at the same table either, and so may not be seated with by Quick game, whichever of the
two has blocked the other. A block ends a friendship (`accounts.friends`); a mute does not.
"""

from collections.abc import Collection
from datetime import timedelta
from typing import Any, Final

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts import friends
from accounts.models import Relation, Report, User
from accounts.signals import NOBODY

MOST_OPEN_REPORTS: Final = 20
"""Of one reporter, in one day."""

AGAINST: Final = (Relation.Kind.MUTE, Relation.Kind.BLOCK)

PROBLEMS: Final = {
    "oneself": _("That is you."),
    "unknown-reason": _("Choose a reason."),
    "report-too-long": _("A report has up to 500 characters."),
    "too-many-reports": _("You have reported a lot today. Wait until the moderators have looked at it."),
}
"""What is refused here, as `ValidationError`s with these codes and sentences."""


def _refused(code: str) -> ValidationError:
    return ValidationError(PROBLEMS[code], code=code)


# --- muting and blocking ----------------------------------------------------------------------------------


def mute(user: User, other: User, called: str = "") -> None:
    """From now on the user does not want the other's words; a block is softened to that.

    `called` is the other's name at the table, by which the user will find a guest in the list again.
    Raises `ValidationError` ("oneself").
    """
    _keep(Relation.Kind.MUTE, user, other, called)


def block(user: User, other: User, called: str = "") -> None:
    """As `mute`, and the two are not to be seated together, nor to be friends."""
    with transaction.atomic():
        friends.end(user, other)
        _keep(Relation.Kind.BLOCK, user, other, called)


def _keep(kind: Relation.Kind, user: User, other: User, called: str) -> None:
    if user.pk == other.pk:
        raise _refused("oneself")
    kept = {"kind": kind, "called": (called or gettext("Guest")) if other.is_guest else ""}
    Relation.objects.update_or_create(who=user, whom=other, kind__in=AGAINST, defaults=kept)


def let_be(user: User, other: User) -> None:
    """The user neither mutes nor blocks the other any more."""
    Relation.objects.filter(who=user, whom=other, kind__in=AGAINST).delete()


def kept_by(user: User) -> QuerySet[Relation]:
    """Whom the user has muted or blocked, the latest first."""
    return Relation.objects.filter(who=user, kind__in=AGAINST).select_related("whom")


def silenced(users: Collection[int]) -> dict[int, frozenset[int]]:
    """Whose words users do not want, by the id of each: who is muted or blocked. Who has silenced nobody is
    not among them."""
    found: dict[int, set[int]] = {}
    kept = Relation.objects.filter(who__in=users, kind__in=AGAINST)
    for who, whom in kept.values_list("who", "whom"):
        found.setdefault(who, set()).add(whom)
    return {who: frozenset(whom) for who, whom in found.items()}


def blocked_either_way(user_id: int) -> frozenset[int]:
    """With whom the user is not to be seated: who has blocked the user, or is blocked."""
    blocks = Relation.objects.filter(kind=Relation.Kind.BLOCK)
    pairs = blocks.filter(Q(who=user_id) | Q(whom=user_id)).values_list("who", "whom")
    return frozenset(whom if who == user_id else who for who, whom in pairs)


# --- reports ----------------------------------------------------------------------------------------------


def report(
    reporter: User,
    reported: User,
    *,
    place: str,
    reason: str,
    words: str = "",
    message: int | None = None,
    quote: str = "",
    called: str = "",
) -> Report:
    """Ask moderators to look at a player.

    `place` is where it was (a table's public id), `message` and `quote` the number of a message there and
    what it said, `called` what the reported player is called there, `words` what the reporter types. As long
    as nobody has looked at it, reporting the same again gives the report that is there already. Raises
    `ValidationError` with one of the codes of `PROBLEMS`.
    """
    if reporter.pk == reported.pk:
        raise _refused("oneself")
    if reason not in Report.Reason.values:
        raise _refused("unknown-reason")
    words = _as_text(words)
    if len(words) > Report.LONGEST_WORDS:
        raise _refused("report-too-long")
    with transaction.atomic():
        # One after the other, so that a double click finds the first and nobody gets past the limit.
        User.objects.select_for_update(no_key=True).get(pk=reporter.pk)
        open_ones = Report.objects.filter(reporter=reporter, handled_at=None)
        if already := open_ones.filter(reported=reported, place=place, message=message).first():
            return already
        if open_ones.filter(at__gt=timezone.now() - timedelta(days=1)).count() >= MOST_OPEN_REPORTS:
            raise _refused("too-many-reports")
        return Report.objects.create(
            reporter=reporter,
            reported=reported,
            called=called or reported.username,
            place=place,
            message=message,
            quote=quote[: Report.LONGEST_QUOTE],
            reason=reason,
            words=words,
        )


def _as_text(words: str) -> str:
    """Without what no database takes: NUL and halves of characters."""
    return words.replace("\0", "").encode("utf-8", "replace").decode().strip()


# --- people come and go -----------------------------------------------------------------------------------


def take_along(guest: User, account: User) -> None:
    """What a guest kept, and what others keep against the guest, is the account's: nobody shakes off a
    block by logging in. Where both have the same, the stronger of the two stays, and whom it parts are
    friends no more."""
    Relation.objects.filter(Q(who=guest, whom=account) | Q(who=account, whom=guest)).delete()
    kept = Relation.objects.filter(kind__in=AGAINST)
    _merge(kept.filter(who=guest), kept.filter(who=account), "whom", who=account)
    _merge(kept.filter(whom=guest), kept.filter(whom=account), "who", whom=account)
    friends.part_from(account, blocked_either_way(account.pk))
    for each in Report.objects.filter(Q(reporter=guest) | Q(reported=guest)):
        _make_over(each, guest, account)


def _merge(theirs: QuerySet[Relation], own: QuerySet[Relation], with_: str, **become: User) -> None:
    blocks = theirs.filter(kind=Relation.Kind.BLOCK).values_list(with_, flat=True)
    own.filter(**{f"{with_}__in": list(blocks)}).update(kind=Relation.Kind.BLOCK)
    theirs.filter(**{f"{with_}__in": list(own.values_list(with_, flat=True))}).delete()
    theirs.update(**become)


def _make_over(moved: Report, guest: User, account: User) -> None:
    if moved.reporter_id == guest.pk:
        moved.reporter = account
    else:
        moved.reported = account
    try:
        with transaction.atomic():
            moved.save(update_fields=["reporter", "reported"])
    except IntegrityError:
        moved.delete()  # the account has reported the same already, or would have reported itself


def forget(account: User) -> None:
    """An account is deleted. With it go its friends, all that it muted and blocked, and all that others kept
    against it.

    Reports that it made stay, without saying whose they are. So do open ones about it: nobody gets away
    with what they said by being gone before a moderator has looked.
    """
    Relation.objects.filter(Q(who=account) | Q(whom=account)).delete()
    Report.objects.filter(reporter=account).update(reporter=None)
    about = Report.objects.filter(reported=account)
    about.filter(handled_at__isnull=False).delete()
    about.update(reported=None, called=NOBODY)


def own(account: User) -> dict[str, Any]:
    """What an account has muted, blocked and reported, for its download."""
    reports = account.reports_made.values(
        "called", "place", "message", "quote", "reason", "words", "at", "handled_at"
    )
    return {
        "muted_and_blocked": [
            {"name": each.name, "kind": each.kind, "since": each.at} for each in kept_by(account)
        ],
        "reports": list(reports),
    } | friends.own(account)
