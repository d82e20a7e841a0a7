"""Small tools for figures."""

import os
import random
import statistics
import time
from collections.abc import Sequence
from pathlib import Path

SEED = 20
"""Every run plays the same games, as far as it gets."""


def rng() -> random.Random:
    return random.Random(SEED)


def median(values: Sequence[float]) -> float:
    return statistics.median(values) if values else float("nan")


def percentile(values: Sequence[float], part: float) -> float:
    """The value that `part` (0 to 1) of the values do not exceed."""
    if not values:
        return float("nan")
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))]


class Stopwatch:
    """Seconds since it was made or last read."""

    def __init__(self) -> None:
        self._from = time.perf_counter()

    def read(self) -> float:
        now = time.perf_counter()
        passed, self._from = now - self._from, now
        return passed


def cpu_seconds(pid: int) -> float:
    """Processor time that a process has used; 0 where the system does not tell."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
