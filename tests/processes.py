"""What runs on this machine, as Linux tells it in /proc: no `ps` need be installed."""

from collections.abc import Iterable
from pathlib import Path


def children(parent: int) -> list[tuple[int, str]]:
    """The processes that `parent` started, with their command lines."""
    return [(pid, command_of(pid)) for pid in alive() if status_of(pid)[1] == str(parent)]


def alive(pids: Iterable[int] | None = None) -> list[int]:
    """Those of the processes (or of all) that still run; a zombie does not."""
    if pids is None:
        pids = [int(path.name) for path in Path("/proc").iterdir() if path.name.isdecimal()]
    return [pid for pid in pids if status_of(pid)[0] not in {"", "Z", "X"}]


def status_of(pid: int) -> tuple[str, str]:
    """State and parent of a process, empty if it is gone."""
    try:
        state, parent, *_ = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except (FileNotFoundError, ProcessLookupError):
        return "", ""
    return state, parent


def command_of(pid: int) -> str:
    """The command line of a process, with blanks around each word; empty if it is gone."""
    try:
        return " ".join(("", *Path(f"/proc/{pid}/cmdline").read_text().split("\0")))
    except (FileNotFoundError, ProcessLookupError):
        return ""
