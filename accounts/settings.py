"""A player's settings: their names, and what each may be.

An account's are kept with it (`services.keep_settings`), a guest's in the browser (static/game/settings.js).
They meet once: an account for which nothing is kept yet takes what the browser has where it is first used,
which is where one has just signed up. From then on the account's are the truth wherever it is logged in,
and the browser's own hold again when it is logged out.

The language is one of them. An account's goes before the browser's, and the browser's follows it
(`middleware.LanguageOfAccount`).
"""

from collections.abc import Mapping
from typing import Any, Final, Literal

from django.conf import settings
from django.contrib.auth.models import AnonymousUser

from accounts.models import User

CHOICES: Final = {
    "tap": ("one", "two"),  # presses that play a card
    "pack": ("two", "four"),  # colours of the suits
    "pace": ("normal", "relaxed", "fast"),  # of the bots, where one opens a table
    "leave": ("ask", "no"),  # before one leaves a game
    "theme": ("auto", "dark", "light"),
    "motion": ("auto", "less"),
    "sound": ("off", "on"),
}
"""Every setting that pages know. The first value holds where nothing was chosen."""
LANGUAGE: Final = "language"
"""Kept beside them; where none was chosen, the browser says it."""
Keeper = Literal["browser", "account", "new"]


def clean(given: Mapping[str, Any]) -> dict[str, str]:
    """What can be kept of what a browser sends: the names that are known, with values that are allowed."""
    allowed = CHOICES | {LANGUAGE: tuple(code for code, _ in settings.LANGUAGES)}
    return {name: given[name] for name, values in allowed.items() if given.get(name) in values}


def settings_of(user: User | AnonymousUser | None) -> dict[str, str]:
    """What the server knows to hold for a player: every setting of `CHOICES`. Guests and strangers get what
    holds where nothing was chosen; their browser may know better."""
    kept = clean(user.settings) if isinstance(user, User) else {}
    return {name: kept.get(name, values[0]) for name, values in CHOICES.items()}


def language_of(user: User | AnonymousUser | None) -> str | None:
    """The language that an account has chosen."""
    return clean(user.settings).get(LANGUAGE) if isinstance(user, User) else None


def keeper_of(user: User | AnonymousUser | None) -> Keeper:
    """Who keeps a player's settings: the browser, the account, or an account that has none yet."""
    if not isinstance(user, User) or user.is_guest:
        return "browser"
    return "account" if user.settings else "new"
