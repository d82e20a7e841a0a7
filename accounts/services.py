"""Changes of users."""

import logging
import secrets
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib.auth import login
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.models import Session
from django.core.exceptions import ValidationError
from django.db import DatabaseError, IntegrityError, transaction
from django.db.models import ProtectedError
from django.http import HttpRequest
from django.utils import timezone

from accounts import names
from accounts.models import NameChange, SignIn, User
from accounts.settings import clean, keeper_of
from accounts.signals import account_deleted, guest_came_home, own_data_wanted

log = logging.getLogger(__name__)

GUEST_BACKEND = "django.contrib.auth.backends.ModelBackend"
LOOKING_IN = timedelta(days=2)
"""How long a browser is known, and a guest kept, that has looked in and not sat down."""
BETWEEN_NAMES = timedelta(days=30)
"""A name may be changed once in this time."""


def player_of(request: HttpRequest) -> User:
    """The user who is asking; someone unknown becomes a guest and stays one for this browser."""
    user = request.user
    if isinstance(user, User):
        return user
    guest = User(username=f"guest-{secrets.token_hex(12)}", is_guest=True)
    guest.set_unusable_password()
    guest.save()
    token = request.META.get("CSRF_COOKIE")
    login(request, guest, backend=GUEST_BACKEND)
    request.session.set_expiry(int(LOOKING_IN.total_seconds()))
    if token:
        # Signing in changes the token of forms, which is right where someone takes on rights; a guest
        # has none, and the forms of the pages that are open already should go on working.
        request.META["CSRF_COOKIE"] = token
    return guest


def remember(request: HttpRequest) -> None:
    """The player has sat down: from now on this browser is known for as long as sessions live."""
    request.session.set_expiry(None)


def is_free(name: str, of: User | None = None) -> bool:
    """Whether nobody else has a name, or one like it. The database has the last word."""
    others = User.objects.exclude(pk=of.pk) if of else User.objects.all()
    return not (
        others.filter(name_key=names.key(name)).exists() or others.filter(name_look=names.look(name)).exists()
    )


def user_named(name: str) -> User | None:
    """Whose name this is, however it is spelt."""
    if "\0" in name:  # which PostgreSQL does not take
        return None
    return User.objects.filter(name_key=names.key(name)).first()


def next_name_from(user: User) -> datetime | None:
    """When the name may be changed again; None if it may be now."""
    last = user.name_changes.first()
    due = last.at + BETWEEN_NAMES if last else None
    return due if due and due > timezone.now() else None


def change_name(user: User, name: str) -> None:
    """Call an account something else from now on. `ValidationError` where that cannot be."""
    names.check(name)
    try:
        with transaction.atomic():
            account = User.objects.select_for_update().get(pk=user.pk)
            if account.username == name:
                return
            if next_name_from(account):
                raise ValidationError(names.TOO_SOON, code="name_too_soon")
            note_new_name(account, account.username, name)
            account.username = name
            account.save(update_fields=["username"])
    except IntegrityError:
        raise ValidationError(names.TAKEN, code="name_taken") from None
    user.username = name


def note_new_name(account: User, old: str, new: str) -> None:
    NameChange.objects.create(user=account, old=old, new=new)


def keep_settings(user: User | AnonymousUser, given: Mapping[str, Any]) -> bool:
    """Keep some settings for an account, beside those that it has. What is no setting is passed over.

    False for guests and strangers, for whom nothing is kept here.
    """
    if not isinstance(user, User) or keeper_of(user) == "browser":
        return False
    if chosen := clean(given):
        with transaction.atomic():
            there = User.objects.select_for_update().filter(pk=user.pk, deleted_at=None)
            if not (account := there.first()):
                return False
            account.settings |= chosen
            account.save(update_fields=["settings"])
        user.settings = account.settings
    return True


def bring_home(guest: User, account: User) -> None:
    """What a guest has begun in a browser goes to the account that logs in there: its seats, at running and
    finished tables, so that no game is lost.

    Only a guest's: `guest` is the user of the session that logs in, and is looked at again under a lock; an
    account's things never go anywhere; nor does anything go to an account that is being deleted. Where the
    account has a seat at the same table, the guest's stays the guest's, which nobody is any more: one person
    has one seat. A failure costs the guest's games and not the login.
    """
    try:
        with transaction.atomic():
            # `no_key`: who holds a table may seat the guest there, or keep what they said, meanwhile. Both,
            # in the order of their ids, as everyone locks users who locks several.
            both = User.objects.select_for_update(no_key=True).filter(pk__in=[guest.pk, account.pk])
            found = {user.pk: user for user in both.filter(deleted_at=None).order_by("pk")}
            if found.keys() == {guest.pk, account.pk} and found[guest.pk].is_guest:
                guest_came_home.send(User, guest=found[guest.pk], account=account)
                _delete_if_unneeded(found[guest.pk])
    except DatabaseError:
        log.exception("guest %s could not be brought home to account %s", guest.pk, account.pk)


def end_sessions(account: User, but: str | None = None) -> None:
    """Log an account out everywhere, except in one session. Its sockets find out (`game.live.watch`)."""
    others = account.sign_ins.exclude(session_key=but or "")
    Session.objects.filter(session_key__in=list(others.values_list("session_key", flat=True))).delete()
    others.delete()


def own_data(account: User) -> dict[str, Any]:
    """All that is kept of a person, as JSON has it."""
    data: dict[str, Any] = {
        "name": account.username,
        "joined": account.date_joined.isoformat(),
        "last_login": account.last_login.isoformat() if account.last_login else None,
        "addresses": list(EmailAddress.objects.filter(user=account).values("email", "verified", "primary")),
        "earlier_names": [
            {"name": change.old, "until": change.at.isoformat()} for change in account.name_changes.all()
        ],
        "second_factors": [
            {"type": factor.type, "added": factor.created_at.isoformat()}
            for factor in Authenticator.objects.filter(user=account)
        ],
        "logged_in_browsers": account.sign_ins.count(),
        "settings": account.settings,
    }
    for _, part in own_data_wanted.send(User, account=account):
        data |= dict(part)  # type: ignore[arg-type]
    return data


def delete_account(user: User) -> None:
    """Forget a person. Games of others stay whole: if there are any, the row that they point to stays, and
    nothing stands in it."""
    with transaction.atomic():
        account = User.objects.select_for_update(no_key=True).get(pk=user.pk)
        end_sessions(account)
        account_deleted.send(User, account=account)
        if not _delete_if_unneeded(account):
            _empty(account)


def _delete_if_unneeded(user: User) -> bool:
    """Delete a row unless something holds on to it."""
    try:
        with transaction.atomic():
            user.delete()
    except ProtectedError:
        return False
    return True


def _empty(account: User) -> None:
    EmailAddress.objects.filter(user=account).delete()
    Authenticator.objects.filter(user=account).delete()
    SignIn.objects.filter(user=account).delete()
    account.name_changes.all().delete()
    account.groups.clear()
    account.user_permissions.clear()
    account.username = f"deleted-{secrets.token_hex(12)}"
    account.email = account.first_name = account.last_name = ""
    account.is_active = account.is_staff = account.is_superuser = False
    account.last_login = None
    account.settings = {}
    account.banned_until, account.to_be_told = None, False
    account.deleted_at = timezone.now()
    account.set_unusable_password()
    account.save()
