"""What every page of the site gets beside its own context."""

from typing import Any

from django.conf import settings
from django.contrib.messages import get_messages
from django.http import HttpRequest
from django.utils.translation import get_language

from accounts import friends
from accounts.models import User
from accounts.sanctions import unread
from accounts.settings import keeper_of, settings_of

MOST_REQUESTS = 99
"""As many friend requests as the menu counts."""


def friends_asking(user: User) -> int:
    """How many want to be friends with somebody; nobody with a guest."""
    return 0 if user.is_guest else friends.asking(user)[:MOST_REQUESTS].count()


def page(request: HttpRequest) -> dict[str, Any]:
    """The language in use and the choice of languages, the player's settings and who keeps them, the CSP
    nonce of the page's scripts, what the last request left to be said, and what waits for the player: notices
    of moderators, and how many want to be friends (both asked for when a page shows them)."""
    user = getattr(request, "guest", None) or getattr(request, "user", None)  # none where refused early
    return {
        "LANGUAGE": get_language(),
        "LANGUAGES": settings.LANGUAGES,
        "own_settings": settings_of(user),
        "settings_keeper": keeper_of(user),
        "csp_nonce": getattr(request, "csp_nonce", ""),
        "messages": get_messages(request),
        "notices": lambda: unread(user) if isinstance(user, User) else [],
        "friend_requests": lambda: friends_asking(user) if isinstance(user, User) else 0,
    }
