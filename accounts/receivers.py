"""What is done when somebody logs in or leaves for good, or a password changes."""

from typing import Any

from allauth.account.signals import password_changed, password_reset, password_set
from django.contrib.auth.signals import user_logged_in, user_logged_out
from django.dispatch import receiver
from django.http import HttpRequest

from accounts import relations, sanctions, traces
from accounts.models import SignIn, User
from accounts.services import bring_home, end_sessions
from accounts.signals import account_deleted, guest_came_home, own_data_wanted


@receiver(user_logged_in)
def note_sign_in(request: HttpRequest, user: User, **_: Any) -> None:
    """Remember where the account is logged in, and take along what this browser's guest has begun."""
    if user.is_guest:
        return
    _note_session(request, user)
    traces.note(request, user)
    guest = getattr(request, "guest", None)
    if guest is not None and guest.pk != user.pk:
        bring_home(guest, user)


@receiver(user_logged_out)
def forget_sign_in(request: HttpRequest, **_: Any) -> None:
    """Called before the session ends."""
    SignIn.objects.filter(session_key=request.session.session_key or "").delete()


@receiver([password_changed, password_reset, password_set])
def log_out_elsewhere(request: HttpRequest, user: User, **_: Any) -> None:
    """Whoever knew the old password is out at once, open sockets and all (BR-48)."""
    here = request.session.session_key if request.user == user else None
    end_sessions(user, but=here)
    if here:
        _note_session(request, user)


@receiver(guest_came_home)
def take_relations_along(guest: User, account: User, **_: Any) -> None:
    relations.take_along(guest, account)


@receiver(guest_came_home)
def take_sanctions_and_traces_along(guest: User, account: User, **_: Any) -> None:
    sanctions.take_along(guest, account)
    traces.take_along(guest, account)


@receiver(account_deleted)
def forget_relations(account: User, **_: Any) -> None:
    relations.forget(account)


@receiver(account_deleted)
def forget_sanctions_and_traces(account: User, **_: Any) -> None:
    sanctions.forget(account)
    traces.forget(account)


@receiver(own_data_wanted)
def relations_of(account: User, **_: Any) -> dict[str, Any]:
    return relations.own(account)


@receiver(own_data_wanted)
def sanctions_and_traces_of(account: User, **_: Any) -> dict[str, Any]:
    return sanctions.own(account) | traces.own(account)


def _note_session(request: HttpRequest, user: User) -> None:
    if not request.session.session_key:
        request.session.create()
    SignIn.objects.update_or_create(session_key=request.session.session_key, defaults={"user": user})
