"""The `make` that started the runner: whatever ends it, ends the site.

TERM is passed on by make, and Ctrl-C goes to both. Left are its death, and an interrupt sent to make
alone, at which it gives up its handler and waits for the runner for ever.
"""

import os
import re
import signal
from pathlib import Path

from piratbridge_site.embedded.child import LIBC, PR_SET_PDEATHSIG

INTERRUPT = 1 << (signal.SIGINT - 1)


class Make:
    """The parent process, if that is make and this is Linux; else nothing that ever ends."""

    def __init__(self) -> None:
        self._proc = Path(f"/proc/{os.getppid()}")
        is_make = self._read("comm").strip() in {"make", "gmake"}
        if LIBC and is_make:
            LIBC.prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
        # Started in the background of a script, it ignores interrupts from the beginning.
        self._is_watched = is_make and self._handles_interrupts()

    def was_interrupted(self) -> bool:
        """Whether an interrupt has reached it."""
        return self._is_watched and not self._handles_interrupts()

    def _handles_interrupts(self) -> bool:
        handled = re.search(r"^SigCgt:\s*([0-9a-f]+)$", self._read("status"), re.MULTILINE)
        return bool(handled and int(handled[1], 16) & INTERRUPT)

    def _read(self, name: str) -> str:
        try:
            return (self._proc / name).read_text()
        except OSError:
            return ""
