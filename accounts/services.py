"""Changes of users."""

import secrets

from django.contrib.auth import login
from django.http import HttpRequest

from accounts.models import User

GUEST_BACKEND = "django.contrib.auth.backends.ModelBackend"


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
    if token:
        # Signing in changes the token of forms, which is right where someone takes on rights; a guest
        # has none, and the forms of the pages that are open already should go on working.
        request.META["CSRF_COOKIE"] = token
    return guest
