"""Guests at the doors of accounts, and the language of who is logged in."""

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.utils import translation

from accounts import traces
from accounts.models import User
from accounts.settings import language_of


class LanguageOfAccount:
    """An account's language goes before the browser's. The browser follows: who logs out is told so in the
    language that they have read, and so is who logs in there again.

    The user that is looked at is the one that every page looks at: no query more.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if language := language_of(request.user):
            translation.activate(language)
            request.LANGUAGE_CODE = language
        response = self._get_response(request)
        self._tell_browser(request, response)
        return response

    def _tell_browser(self, request: HttpRequest, response: HttpResponse) -> None:
        """The user may have come with this very request."""
        cookie = settings.LANGUAGE_COOKIE_NAME
        language = language_of(request.user)
        if language in (None, request.COOKIES.get(cookie)) or cookie in response.cookies:
            return
        response.set_cookie(
            cookie,
            language or "",
            max_age=settings.LANGUAGE_COOKIE_AGE,
            secure=settings.LANGUAGE_COOKIE_SECURE,
            samesite=settings.LANGUAGE_COOKIE_SAMESITE,  # type: ignore[arg-type]
        )


class DeviceOfBrowser:
    """A browser from which somebody has logged in or sat down is known again (`accounts.traces`): by a cookie
    that says nothing of them, and is there for as long as that is kept."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self._get_response(request)
        if device := getattr(request, "device", None):
            response.set_cookie(
                traces.COOKIE,
                device,
                max_age=traces.KEPT,
                secure=settings.SESSION_COOKIE_SECURE,
                httponly=True,
                samesite="Lax",
            )
        return response


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
