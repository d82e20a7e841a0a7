"""The site as `make play` runs it, for a test."""

import os
import re
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from types import TracebackType

PROJECT = Path(__file__).resolve().parents[1]
MARKS = {"valkey": "valkey-server", "daphne": "embedded.daphne", "worker": " worker ", "beat": " beat "}
STARTED = re.compile(r"http://127\.0\.0\.1:\d+")


class Site:
    """Runs while it is entered. `address` is where it answers; `lines` what it has printed."""

    def __init__(self, data: Path, **environment: str) -> None:
        self.data = data
        self.lines: list[str] = []
        self.address = ""
        kept = {key: value for key, value in os.environ.items() if key not in ("REDIS_URL", "DATABASE_URL")}
        self._environment = kept | {"DATA_DIR": str(data), "PORT": "0"} | environment
        self._started = threading.Event()

    def __enter__(self) -> "Site":
        self.process = subprocess.Popen(
            [sys.executable, "-m", "piratbridge_site.embedded"],
            cwd=PROJECT,
            env=self._environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        threading.Thread(target=self._read, daemon=True).start()
        assert self._started.wait(60), "".join(self.lines)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(20)

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.append(line)
            found = STARTED.search(line)
            if found:
                self.address = found[0]
                self._started.set()
        self._started.set()

    def children(self) -> dict[str, int]:
        """The processes that the runner keeps, by name: valkey, daphne, worker, beat."""
        answer = subprocess.run(
            ["ps", "-ww", "-o", "pid=,args=", "--ppid", str(self.process.pid)],
            capture_output=True,
            text=True,
            check=True,
        )
        found: dict[str, int] = {}
        for line in answer.stdout.splitlines():
            pid, command = line.split(maxsplit=1)
            for name, mark in MARKS.items():
                if mark in command:
                    found[name] = int(pid)
        return found

    def kill(self, name: str, patience: float = 15) -> None:
        """End one of the site's processes as a crash would; one that is being started, once it is there."""
        end = time.monotonic() + patience
        while (pid := self.children().get(name)) is None:
            assert time.monotonic() < end, f"no {name}; the runner said: {self.lines}"
            time.sleep(0.1)
        os.kill(pid, signal.SIGKILL)
