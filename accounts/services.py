"""Changes of users."""

import secrets
from datetime import timedelta

from django.contrib.auth import login
from django.http import HttpRequest

from accounts.models import User

GUEST_BACKEND = "django.contrib.auth.backends.ModelBackend"
LOOKING_IN = timedelta(days=2)
"""How long a browser is known, and a guest kept, that has looked in and not sat down."""


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
