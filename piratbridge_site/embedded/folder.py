"""The data folder: one runner at a time, and a secret key that is made there once."""

import fcntl
import os
import secrets
from pathlib import Path
from typing import TextIO

from piratbridge_site.embedded.refusal import Refusal


def claim(folder: Path) -> TextIO:
    """Make `folder` if need be and lock it; the lock holds until the file returned is closed.

    The system lets go of the lock however the runner ends, so there is never a stale one to remove.
    """
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        lock = (folder / "lock").open("a+")
    except OSError as error:
        raise Refusal(f"The data folder {folder} cannot be used: {error.strerror}.") from None
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        lock.seek(0)
        where = lock.read().strip() or "it is just starting"
        lock.close()
        raise Refusal(f"Piratbridge runs from this folder already ({where}).") from None
    return lock


def note(lock: TextIO, where: str) -> None:
    """Write into the lock where this runner is found, for the next one that is refused."""
    lock.truncate(0)
    lock.write(where)
    lock.flush()


def secret_key(folder: Path) -> str:
    """The site's secret key, readable by its owner alone. Losing it signs everyone out."""
    path = folder / "secret-key"
    if not path.exists():
        unfinished = path.with_suffix(".new")
        unfinished.unlink(missing_ok=True)
        with open(os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(secrets.token_urlsafe(50))
        unfinished.rename(path)
    return path.read_text().strip()
