"""The site as `make play` runs it, started and looked at from outside."""

import os
import re
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

PROJECT = Path(__file__).parents[2]
NAMES = {"valkey": "valkey-server", "daphne": "embedded.daphne", "worker": " worker ", "beat": " beat "}
COMMAND = (sys.executable, "-m", "piratbridge_site.embedded")
FOR_OTHERS = {"REDIS_URL", "DATABASE_URL", "MAKEFLAGS", "MAKELEVEL"}
PATIENCE = 60.0  # seconds; generous, since the machine may be busy with other things


class RunningSite:
    """A runner in a data folder of its own, on any free port; `with` ends it and what is left of it."""

    def __init__(self, data: Path, command: Sequence[str] = COMMAND, **env: str) -> None:
        self.data = data
        self.said = data.with_suffix(".said")
        given = {key: value for key, value in os.environ.items() if key not in FOR_OTHERS}
        with self.said.open("wb") as said:
            self.process = subprocess.Popen(
                command,
                cwd=PROJECT,
                env={**given, "DATA_DIR": str(data), "PORT": "0", **env},
                stdout=said,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    def __enter__(self) -> "RunningSite":
        self.wait(lambda: "Piratbridge is at" in self.output())
        return self

    def __exit__(self, *_: Any) -> None:
        if self.process.poll() is None:
            self.process.terminate()
            self.process.wait(PATIENCE)

    def output(self) -> str:
        """All that it has printed."""
        return self.said.read_text()

    @property
    def address(self) -> str:
        """Where it says that it is."""
        found = re.search(r"http://[\d.:]+", self.output())
        assert found, self.output()
        return found[0]

    def get(self, path: str = "/") -> int:
        """The status of a page."""
        with urllib.request.urlopen(self.address + path, timeout=PATIENCE) as answer:
            return int(answer.status)

    def pid(self, name: str) -> int | None:
        """The process of that name, if it runs."""
        return next((pid for pid, command in children(self.process.pid) if NAMES[name] in command), None)

    def pids(self) -> list[int]:
        """The runner and everything below it."""
        found = [self.process.pid]
        for pid in found:
            found += [child for child, _ in children(pid)]
        return found

    def kill(self, name: str) -> None:
        """Kill a process and wait until the runner has started it again."""
        self.wait(lambda: self.pid(name) is not None)
        killed = self.pid(name)
        assert killed
        os.kill(killed, signal.SIGKILL)
        self.wait(lambda: self.pid(name) not in {killed, None} or self.process.poll() is not None)

    def wait(self, until: Callable[[], object]) -> None:
        """Wait for something to become true; the test fails with what the site said if it does not."""
        deadline = time.monotonic() + PATIENCE
        while not until():
            assert time.monotonic() < deadline, self.output()
            time.sleep(0.05)


def children(parent: int) -> list[tuple[int, str]]:
    """The processes that `parent` started, with their command lines."""
    return [(pid, command_of(pid)) for pid in alive() if status_of(pid)[1] == str(parent)]


def alive(pids: Iterable[int] | None = None) -> list[int]:
    """Those of the processes (or of all) that still run; a zombie does not."""
    everyone = [int(path.name) for path in Path("/proc").iterdir() if path.name.isdecimal()]
    return [pid for pid in pids or everyone if status_of(pid)[0] not in {"", "Z", "X"}]


def status_of(pid: int) -> tuple[str, str]:
    """State and parent of a process, empty if it is gone."""
    try:
        state, parent, *_ = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except (FileNotFoundError, ProcessLookupError):
        return "", ""
    return state, parent


def command_of(pid: int) -> str:
    """The command line of a process, with blanks around each word."""
    try:
        return " ".join(("", *Path(f"/proc/{pid}/cmdline").read_text().split("\0")))
    except (FileNotFoundError, ProcessLookupError):
        return ""
