"""What the processes say: all of it into a file each, and trouble as one line to the terminal."""

import re
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

LEVEL = re.compile(r"\b(DEBUG|INFO|WARNING|ERROR|CRITICAL)\b")
TROUBLE = {"WARNING", "ERROR", "CRITICAL"}
MOST = 1_000_000  # bytes in a file


def say(line: str) -> None:
    """Print a line for whoever typed the command, if anybody still listens."""
    with suppress(OSError):
        print(line, flush=True)


class Log:
    """The log file of one process, through all its restarts. The file before it is kept as `.1`: that of
    the last run, or what came before where this run has filled one."""

    def __init__(self, name: str, folder: Path, tell: Callable[[str], None]) -> None:
        self.path = folder / f"{name}.log"
        self._name = name
        self._tell = tell
        self._open()
        self.begin()

    def begin(self) -> None:
        """The process starts anew: whatever line or traceback it was at is over."""
        self.last_words = ""
        self._rest = b""

    def keep(self, said: bytes) -> None:
        """Keep what the process wrote."""
        if self._file.tell() + len(said) > MOST:
            self._file.close()
            self._open()
        self._file.write(said)

    def write(self, said: bytes) -> None:
        """Keep what the process wrote to its standard error, and tell of trouble in it."""
        self.keep(said)
        *lines, self._rest = (self._rest + said).split(b"\n")
        for line in lines:
            self._read(line.decode(errors="replace").rstrip())

    def _open(self) -> None:
        if self.path.exists():
            self.path.replace(self.path.with_name(f"{self.path.name}.1"))
        self._file = self.path.open("ab", buffering=0)

    def _read(self, line: str) -> None:
        if level := LEVEL.search(line[:120]):
            if level[1] in TROUBLE:
                self._tell(f"{self._name}: {line}")
        elif line and not line.startswith(" "):
            # Of a traceback, the line that names the error; told with the death that it may explain.
            self.last_words = line
