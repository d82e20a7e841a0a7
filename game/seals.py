"""The seed of the game that a browser is about to open: drawn, kept on the server, and shown as its
seal before the browser's salt is accepted (RULES 6)."""

from typing import Final

from django.contrib.sessions.backends.base import SessionBase

from game.models import new_seed
from game.rules.fair import seal

_KEY: Final = "sealed-seed"


def pending_seed(session: SessionBase) -> str:
    """The seed waiting in this browser's session (hex); drawn now if there is none."""
    seed = session.get(_KEY)
    if not isinstance(seed, str):
        seed = session[_KEY] = new_seed()
    return seed


def pending_seal(session: SessionBase) -> str:
    """What may be shown of the waiting seed."""
    return seal(bytes.fromhex(pending_seed(session)))


def drop_seed(session: SessionBase) -> None:
    """A table has been opened with the waiting seed: the next one gets a new one."""
    session.pop(_KEY, None)
