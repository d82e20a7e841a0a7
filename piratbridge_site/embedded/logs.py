"""What the processes say: all of it into a file each, and trouble as one line to the terminal."""

import re
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

LEVEL = re.compile(r"\b(DEBUG|INFO|WARNING|ERROR|CRITICAL)\b")
TROUBLE = {"WARNING", "ERROR", "CRITICAL"}


def say(line: str) -> None:
    """Print a line for whoever typed the command, if anybody still listens."""
    with suppress(OSError):
        print(line, flush=True)


class Log:
    """The log file of one process, through all its restarts. The file before it is kept as `.1`."""

    def __init__(self, name: str, folder: Path, tell: Callable[[str], None]) -> None:
        self.path = folder / f"{name}.log"
        if self.path.exists():
            self.path.replace(folder / f"{name}.log.1")
        self.file = self.path.open("ab", buffering=0)
        self._name = name
        self._tell = tell
        self.begin()

    def begin(self) -> None:
        """The process starts anew: whatever line or traceback it was at is over."""
        self.last_words = ""
        self._rest = b""

    def write(self, said: bytes) -> None:
        """Keep what the process wrote to its standard error, and tell of trouble in it."""
        self.file.write(said)
        *lines, self._rest = (self._rest + said).split(b"\n")
        for line in lines:
            self._read(line.decode(errors="replace").rstrip())

    def _read(self, line: str) -> None:
        if level := LEVEL.search(line[:120]):
            if level[1] in TROUBLE:
                self._tell(f"{self._name}: {line}")
        elif line and not line.startswith(" "):
            # Of a traceback, the line that names the error; told with the death that it may explain.
            self.last_words = line
