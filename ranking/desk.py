"""What moderators do to the ladder, each with its entry in the audit log (`accounts.acts`)."""

from typing import Final, NamedTuple

from django.core.exceptions import ValidationError
from django.db import transaction

from accounts import acts
from accounts.models import Act, User
from game.models import Kind, Seat, Table
from ranking import ladder, people
from ranking.models import Cause, Flag, RankChange, Settlement
from ranking.settlement import correct, void
from ranking.standings import points_of

MOST_POINTS: Final = 1_000_000
"""Nobody comes near it: what is above is a slip of the hand."""

PROBLEMS: Final = {
    "not-a-ranked-game": "Only a ranked game that has ended can be voided.",
    "counts-for-nothing": "A moderator has ended this game: it counts for nothing already.",
    "no-such-points": f"Points are a whole number from 0 to {MOST_POINTS}.",
    "same-points": "They have so many points already.",
    "points-moved": "Their points have changed since you looked: look again.",
}
"""What is refused here beside `acts.PROBLEMS`."""


def _refused(code: str) -> ValidationError:
    return ValidationError(PROBLEMS[code], code=code)


# --- a game that is not to count --------------------------------------------------------------------------


class Return(NamedTuple):
    """What voiding a game does to one player: `change` is what the game had really brought; the points go
    from `before` to `after`, and no lower than the floor of the tier held."""

    user: User
    change: int
    before: int
    after: int

    @property
    def held(self) -> bool:
        return self.after != self.before - self.change


def returns_of(table: Table) -> list[Return]:
    """What voiding a game would do now, to each in the order of their places. Nothing where nobody has got
    or lost anything (yet)."""
    changes = list(
        RankChange.objects.filter(table=table, cause=Cause.GAME)
        .select_related("user")
        .order_by("placement", "pk")
    )
    points = points_of([change.user_id for change in changes])
    return [
        _return(change, points.get(change.user_id, 0)) for change in changes if change.user.deleted_at is None
    ]


def _return(change: RankChange, points: int) -> Return:
    return Return(change.user, change.real, points, ladder.points_after(points, -change.real))


def is_voidable(table: Table) -> bool:
    """Whether a game counts for rank points, and a moderator has not taken it back."""
    if table.kind != Kind.RANKED or table.status != Table.Status.ENDED or table.stopped_at is not None:
        return False
    return Settlement.objects.filter(pk=table.pk, voided_at=None).exists()


def void_game(moderator: User, public_id: str, reason: str, report: int | None = None) -> Act:
    """A ranked game counts no more: what it changed is taken back from each, and floors hold. Who played in
    it does not void it.

    Raises `ValidationError` with a code of `acts.PROBLEMS` (of two who do it at once, one has) or of
    `PROBLEMS`.
    """
    acts.check(moderator, Act.What.VOID_GAME)
    with transaction.atomic():
        table = Table.objects.filter(public_id=public_id).defer("state", "company").first()
        if table is None or table.kind != Kind.RANKED or table.status != Table.Status.ENDED:
            raise _refused("not-a-ranked-game")
        if table.stopped_at is not None:
            raise _refused("counts-for-nothing")
        if Seat.objects.filter(table=table, player=moderator).exists():
            raise acts.refused("oneself")
        if not void(table.pk):
            raise acts.refused("done-already")
        taken = RankChange.objects.filter(table=table, cause=Cause.VOID)
        details = {
            "table": table.pk,
            "changes": list(taken.values("user", "worth", "before", "after")),
        }
        return acts.enter(
            moderator, Act.What.VOID_GAME, reason, place=public_id, details=details, report=report
        )


# --- points -----------------------------------------------------------------------------------------------


def correct_points(
    moderator: User,
    user: User,
    points: int,
    reason: str,
    report: int | None = None,
    *,
    seen: int | None = None,
) -> Act:
    """Let an account have so many points, whatever they were. `seen` is what the moderator has seen that they
    were: where they have moved since, it is refused.

    Raises `ValidationError` with a code of `acts.PROBLEMS` or of `PROBLEMS`.
    """
    acts.check(moderator, Act.What.CORRECT_POINTS, user)
    if not 0 <= points <= MOST_POINTS:
        raise _refused("no-such-points")
    with transaction.atomic():
        account = people.hold([user.pk]).get(user.pk)
        if account is None:
            raise acts.refused("gone")
        if account.is_guest:
            raise acts.refused("guest")
        if seen is not None and points_of([user.pk]).get(user.pk, 0) != seen:
            raise _refused("points-moved")
        change = correct(user.pk, points)
        if change is None:
            raise _refused("same-points")
        details = {"change": change.pk, "before": change.before, "after": change.after}
        return acts.enter(
            moderator, Act.What.CORRECT_POINTS, reason, user=account, details=details, report=report
        )


# --- flags ------------------------------------------------------------------------------------------------


def review_flag(moderator: User, flag: Flag, note: str) -> Act:
    """Somebody has looked at what was flagged; the note says what they make of it. Raises `ValidationError`
    with a code of `acts.PROBLEMS`: of two who do it at once, one has. Who is flagged does not review it."""
    if moderator.pk == flag.other_id:
        raise acts.refused("oneself")
    with transaction.atomic():
        details = {"flag": flag.pk, "kind": flag.kind, "other": flag.other_id}
        act = acts.enter(moderator, Act.What.REVIEW_FLAG, note, user=flag.user, details=details)
        still_open = Flag.objects.filter(pk=flag.pk, reviewed_at=None)
        if not still_open.update(reviewed_at=act.at, reviewed_by=moderator, note=act.reason):
            raise acts.refused("done-already")
    return act
