"""What people are called at a table: an account by its name, a guest by one of their choice."""

import random
from typing import Final

from django.contrib.sessions.backends.base import SessionBase
from django.core.exceptions import ValidationError

from accounts import names
from accounts.models import User
from accounts.services import is_free
from game.errors import Refused

_KEY: Final = "guest-name"
_SUGGESTED: Final = (
    "Sæl", "Terne", "Krabbe", "Torsk", "Makrel", "Søstjerne", "Havkat", "Edderfugl", "Blåmusling", "Skarv",
)  # fmt: skip
"""What lives in the harbour; the same in both languages, as names are."""


def called(player: User, session: SessionBase, wanted: str) -> str:
    """The name that a player has at a table. A guest's wish is remembered. Raises `Refused` (name-form,
    name-kept, name-taken: an account has it)."""
    if not player.is_guest:
        return player.username
    name = names.normal(wanted.strip()) or suggestion(session)
    try:
        names.check(name)
    except ValidationError as error:
        raise Refused("name-kept" if error.code == "name_kept" else "name-form") from error
    if not is_free(name):
        raise Refused("name-taken")
    session[_KEY] = name
    return name


def suggestion(session: SessionBase) -> str:
    """A name for a guest: the one they had last, or one that may please. Nothing is kept of it: the form
    brings it back, and who only looks has no session."""
    name = session.get(_KEY)
    return name if isinstance(name, str) else f"{random.choice(_SUGGESTED)} {random.randint(10, 99)}"
