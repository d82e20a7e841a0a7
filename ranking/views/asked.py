"""What the pages of the ladder are asked for, and by whom."""

from collections.abc import Mapping
from typing import Final

from django.http import HttpRequest
from django.utils.formats import number_format
from django.utils.http import urlencode
from django.utils.translation import gettext
from markupsafe import Markup

from accounts import friends
from accounts.models import User
from ranking.badges import badge_html, badge_mark
from ranking.ladder import step_of, tier_of


def user_of(request: HttpRequest) -> User | None:
    """Who is asking, account or guest; None for a stranger."""
    return request.user if isinstance(request.user, User) else None


def account_of(request: HttpRequest) -> User | None:
    """Who is asking, if they have an account."""
    user = user_of(request)
    return None if user is None or user.is_guest else user


def ask_to_be_friends(user: User, player: User) -> str:
    """Ask, and say what has come of it. Raises `ValidationError`."""
    if friends.ask(user, player):
        words = gettext("You and %(name)s are friends.")
    else:
        words = gettext("You have asked %(name)s to be your friend.")
    return words % {"name": player.username}


class Link:
    """Addresses of a page as it is, but for what is given; what is given as "" is left out."""

    def __init__(self, page: str, asked: Mapping[str, str]) -> None:
        self._page = page
        self._asked = asked

    def __call__(self, **changes: str) -> str:
        query = {name: value for name, value in {**self._asked, **changes}.items() if value}
        return f"{self._page}?{urlencode(query)}" if query else self._page


def grouped(number: int) -> str:
    """ "1450", "37,890", "37.890": a large number as the language writes it."""
    return str(number) if number < 10_000 else number_format(number, use_l10n=True, force_grouping=True)


def badge_of(points: int) -> Markup:
    """The badge of so many rank points."""
    return badge_html(tier_of(points), step_of(points))


def mark_of(points: int) -> Markup:
    """The same, where the rank is written beside it."""
    return badge_mark(tier_of(points), step_of(points))


WORDS: Final = {"grouped": grouped, "badge_of": badge_of, "mark_of": mark_of}
"""What the templates of the ladder's pages use."""
