"""Friends: two players of whom each has said so.

One row a direction: who asks has one, who accepts has asked back. Guests have no friends, since nobody would
find them again. Whoever is blocked may ask and is told nothing; the other is not told of it either. All that
changes anything holds both accounts, so that two who ask each other at once are friends, and whoever blocks
another is friends with them no more, whatever was just accepted.
"""

from collections.abc import Iterable
from typing import Any, Final

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext_lazy as _

from accounts.models import Relation, User

MOST: Final = 200
"""Friends and open requests of one's own together, so that a page of friends stays one."""
MOST_OPEN: Final = 50

PROBLEMS: Final = {
    "oneself": _("That is you."),
    "no-account": _("Only players with an account can be friends."),
    "blocked": _("You have blocked this player. Let them be again first."),
    "no-request": _("This request is no longer open."),
    "too-many-friends": _("You have 200 friends and requests, and there is no room for more."),
    "too-many-requests": _("50 of your requests are unanswered. Wait for an answer, or take one back."),
}
"""What is refused here, as `ValidationError`s with these codes and sentences."""


def _refused(code: str) -> ValidationError:
    return ValidationError(PROBLEMS[code], code=code)


# --- asking, accepting, ending ----------------------------------------------------------------------------


def ask(user: User, other: User) -> bool:
    """The user wants to be friends with the other. True if they are now, since the other has asked already.

    Raises `ValidationError` with one of the codes of `PROBLEMS`.
    """
    with transaction.atomic():
        _hold(user, other)
        if _row(user, other).exists():
            return _row(other, user).exists()
        own = Relation.objects.filter(who=user, kind=Relation.Kind.FRIEND)
        if own.count() >= MOST:
            raise _refused("too-many-friends")
        asked_back = _row(other, user).exists()
        if not asked_back and _unanswered(own).count() >= MOST_OPEN:
            raise _refused("too-many-requests")
        Relation.objects.create(who=user, whom=other, kind=Relation.Kind.FRIEND)
        return asked_back


def accept(user: User, other: User) -> None:
    """As `ask`, where the other has asked, and still does. Raises `ValidationError`."""
    with transaction.atomic():
        _hold(user, other)
        if not _row(other, user).exists():
            raise _refused("no-request")
        ask(user, other)


def end(user: User, other: User) -> None:
    """The two are no friends, and neither asks the other to be: a friendship ends, a request is taken back or
    declined. The other is not told."""
    with transaction.atomic():
        _lock(user, other)
        between(user, other).delete()


def _hold(user: User, other: User) -> None:
    """Lock both, who must be able to be friends."""
    if user.pk == other.pk:
        raise _refused("oneself")
    if _lock(user, other) < 2:
        raise _refused("no-account")
    if Relation.objects.filter(who=user, whom=other, kind=Relation.Kind.BLOCK).exists():
        raise _refused("blocked")


def _lock(user: User, other: User) -> int:
    """How many of the two have an account, which is locked in the order in which all do it."""
    both = User.objects.select_for_update(no_key=True).filter(pk__in=[user.pk, other.pk])
    return len(both.filter(is_guest=False, deleted_at=None).order_by("pk").values_list("pk"))


def _row(who: User, whom: User) -> QuerySet[Relation]:
    return Relation.objects.filter(who=who, whom=whom, kind=Relation.Kind.FRIEND)


def between(one: User, other: User) -> QuerySet[Relation]:
    """What the two want of each other as friends."""
    return _row(one, other) | _row(other, one)


# --- looking ----------------------------------------------------------------------------------------------


def _answer() -> Exists:
    """Whether who is asked by a row has asked back."""
    back = Relation.objects.filter(who=OuterRef("whom"), whom=OuterRef("who"), kind=Relation.Kind.FRIEND)
    return Exists(back)


def _unanswered(asked: QuerySet[Relation]) -> QuerySet[Relation]:
    return asked.filter(~_answer())


def friends_of(user: User) -> QuerySet[Relation]:
    """A row for each friend (`whom`), the latest first."""
    return Relation.objects.filter(_answer(), who=user, kind=Relation.Kind.FRIEND).select_related("whom")


def friend_ids(user: User) -> list[int]:
    return list(friends_of(user).values_list("whom", flat=True))


def asked_by(user: User) -> QuerySet[Relation]:
    """The user's own requests (`whom`) that wait for an answer."""
    return _unanswered(Relation.objects.filter(who=user, kind=Relation.Kind.FRIEND)).select_related("whom")


def asking(user: User) -> QuerySet[Relation]:
    """Who (`who`) wants to be friends with the user and waits for an answer; nobody whom the user blocks."""
    blocked = Relation.objects.filter(who=user, whom=OuterRef("who"), kind=Relation.Kind.BLOCK)
    asked = Relation.objects.filter(~Exists(blocked), whom=user, kind=Relation.Kind.FRIEND)
    return _unanswered(asked).select_related("who")


def standing_between(user: User, other: User) -> str:
    """What a page of the other can offer the user: "friends", "asked" (by the user), "asking" (the other
    does), or "" for none of it."""
    found = set(between(user, other).values_list("who", flat=True))
    if found == {user.pk, other.pk}:
        return "friends"
    if user.pk in found:
        return "asked"
    return "asking" if asking(user).filter(who=other).exists() else ""


# --- people come and go -----------------------------------------------------------------------------------


def part_from(user: User, others: Iterable[int]) -> None:
    """Of those with whom the user is not to be seated none is a friend, or asks to be one."""
    ids = list(others)
    friends = Relation.objects.filter(kind=Relation.Kind.FRIEND)
    friends.filter(Q(who=user, whom__in=ids) | Q(whom=user, who__in=ids)).delete()


def own(account: User) -> dict[str, Any]:
    """An account's friends and requests, for its download."""
    return {
        "friends": [{"name": each.name, "since": each.at} for each in friends_of(account)],
        "friend_requests": [{"name": each.name, "at": each.at} for each in asked_by(account)],
        "asked_by": [{"name": each.who.username, "at": each.at} for each in asking(account)],
    }
