"""Guests at the doors of accounts."""

from collections.abc import Callable
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse

from accounts.models import User


class GuestsAreStrangers:
    """Under account/, a guest is nobody yet: there they sign up and log in, and have no password or address
    to change. Who they were is in `request.guest`, for what becomes of their games."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self._get_response(request)

    def process_view(self, request: HttpRequest, view: Any, args: Any, kwargs: Any) -> None:
        match = request.resolver_match
        if match and match.route.startswith("account/"):
            user = request.user
            if isinstance(user, User) and user.is_guest:
                request.guest = user  # type: ignore[attr-defined]
                request.user = AnonymousUser()
