"""One process: started, ended, and never left behind."""

import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress

from piratbridge_site.embedded.logs import Log

LIBC = ctypes.CDLL(None) if sys.platform == "linux" else None
PR_SET_PDEATHSIG = 1


class Child:
    """A process of the site with its log, through all its restarts."""

    def __init__(self, name: str, command: Sequence[str], log: Log, fds: Sequence[int] = ()) -> None:
        """`fds` are the runner's open files that the process gets under the same numbers."""
        self.name = name
        self.log = log
        self._command = command
        self._fds = fds
        self._deaths: list[float] = []

    def start(self, env: Mapping[str, str]) -> subprocess.Popen[bytes]:
        """Start it, in a session of its own: a terminal's Ctrl-C is for the runner alone.

        What it says on its standard output and error is to be read from the pipes.
        """
        self.log.begin()
        self.process = subprocess.Popen(
            self._command,
            env=env,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            pass_fds=self._fds,
            start_new_session=True,
            preexec_fn=die_with(os.getpid()),  # safe: the runner has no threads
        )
        return self.process

    def is_running(self) -> bool:
        """Whether the process itself (not what it started) is alive."""
        return self.process.poll() is None

    def ask_to_end(self) -> None:
        """Send it TERM."""
        self.process.terminate()

    def sweep(self) -> None:
        """Kill what is left of it, and of the processes it started."""
        with suppress(ProcessLookupError, PermissionError):  # macOS refuses where only a zombie is left
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def obituary(self) -> str:
        """How it ended, with the reason if it gave one."""
        status = self.process.returncode
        if status < 0:
            return f"{self.name} was killed by {signal.Signals(-status).name}"
        because = f" ({self.log.last_words})" if self.log.last_words else ""
        return f"{self.name} ended with exit code {status}{because}"

    def deaths_within(self, seconds: float) -> int:
        """Count a death that has just been, and those not longer than `seconds` before it."""
        now = time.monotonic()
        self._deaths = [then for then in self._deaths if now - then < seconds] + [now]
        return len(self._deaths)


def die_with(runner: int) -> Callable[[], None]:
    """Make what a new process does first: have Linux kill it when the runner is gone, even by KILL."""

    def tie() -> None:
        if LIBC:
            LIBC.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != runner:
            os._exit(1)

    return tie
