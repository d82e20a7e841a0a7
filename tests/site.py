"""The site as `make play` runs it, started and looked at from outside."""

import os
import re
import signal
import sqlite3
import subprocess
import sys
import time
import urllib.request
import uuid
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import psycopg

from tests.processes import children

PROJECT = Path(__file__).resolve().parents[1]
COMMAND = (sys.executable, "-m", "piratbridge_site.embedded")
NAMES = {"valkey": "valkey-server", "daphne": "embedded.daphne", "worker": " worker ", "beat": " beat "}
OF_THE_TEST_RUN = {"MAKEFLAGS", "MAKELEVEL"} | ({"REDIS_URL"} if "TEST_VALKEY" in os.environ else set())
PATIENCE = 60.0  # seconds; generous, since the machine may be busy with other things


class Database:
    """Where a site of a test keeps its data: a file, or a database of its own on the PostgreSQL server
    that the environment names. Read from outside, as it lies there."""

    def __init__(self, url: str, server: str = "") -> None:
        self.url = url
        self._server = server  # "" for SQLite

    @classmethod
    def of_its_own(cls, data: Path) -> "Database":
        given = os.environ.get("DATABASE_URL", "")
        if not given.startswith("postgres"):
            return cls(f"sqlite:///{data / 'piratbridge.sqlite3'}")
        name = f"site_{uuid.uuid4().hex[:12]}"
        with psycopg.connect(given, autocommit=True) as connection:
            connection.execute(f"create database {name}".encode())
        return cls(f"{given.rpartition('/')[0]}/{name}", given)

    def rows(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        """The answer to a query, its places marked by %s."""
        if self._server:
            with psycopg.connect(self.url) as connection:
                return connection.execute(query.encode(), values).fetchall()
        with sqlite3.connect(self.url.removeprefix("sqlite:///"), timeout=10) as file:
            return file.execute(query.replace("%s", "?"), values).fetchall()

    def drop(self) -> None:
        if self._server:
            with psycopg.connect(self._server, autocommit=True) as connection:
                connection.execute(f"drop database {self.url.rpartition('/')[2]} with (force)".encode())


class Site:
    """A runner in a data folder of its own, on any free port; `with` waits until it is there, and ends it
    with its database. What the environment says it is told too; a variable given as "" it does not get."""

    def __init__(self, data: Path, command: Sequence[str] = COMMAND, **environment: str) -> None:
        self.data = data
        self.database = Database.of_its_own(data)
        self._said = data.with_suffix(".said")
        given = {key: value for key, value in os.environ.items() if key not in OF_THE_TEST_RUN}
        own = {"DATA_DIR": str(data), "PORT": "0", "DATABASE_URL": self.database.url}
        with self._said.open("wb") as said:
            self.process = subprocess.Popen(
                command,
                cwd=PROJECT,
                env={key: value for key, value in (given | own | environment).items() if value},
                stdout=said,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    def __enter__(self) -> "Site":
        self.wait(lambda: "Piratbridge is at" in self.output() or self.process.poll() is not None)
        assert self.process.poll() is None, self.output()
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.terminate()
            self.process.wait(PATIENCE)
        self.database.drop()

    def output(self) -> str:
        """All that it has printed."""
        return self._said.read_text()

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
        """One of the processes that it keeps (valkey, daphne, worker, beat), if it runs."""
        return next((pid for pid, command in children(self.process.pid) if NAMES[name] in command), None)

    def pids(self) -> list[int]:
        """The runner and everything below it."""
        found = [self.process.pid]
        for pid in found:
            found += [child for child, _ in children(pid)]
        return found

    def kill(self, name: str) -> None:
        """End one of its processes as a crash would, and wait until the runner has started it again."""
        self.wait(lambda: self.pid(name) is not None)
        killed = self.pid(name)
        assert killed
        os.kill(killed, signal.SIGKILL)
        self.wait(lambda: self.pid(name) not in {killed, None} or self.process.poll() is not None)

    def wait(self, until: Callable[[], object], seconds: float = PATIENCE) -> None:
        """Wait for something to become true; the test fails with what the site said if it does not."""
        deadline = time.monotonic() + seconds
        while not until():
            assert time.monotonic() < deadline, self.output()
            time.sleep(0.05)
