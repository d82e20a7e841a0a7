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
    login(request, guest, backend=GUEST_BACKEND)
    return guest
