"""The site as `make play` runs it, for a test."""

import os
import re
import signal
import sqlite3
import subprocess
import sys
import threading
import time
import uuid
from pathlib import Path
from types import TracebackType
from typing import Any

import psycopg

PROJECT = Path(__file__).resolve().parents[1]
MARKS = {"valkey": "valkey-server", "daphne": "embedded.daphne", "worker": " worker ", "beat": " beat "}
STARTED = re.compile(r"http://127\.0\.0\.1:\d+")


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
    """Runs while it is entered. `address` is where it answers; `lines` what it has printed."""

    def __init__(self, data: Path, **environment: str) -> None:
        self.data = data
        self.lines: list[str] = []
        self.address = ""
        self.database = Database.of_its_own(data)
        own = {"DATA_DIR": str(data), "PORT": "0", "DATABASE_URL": self.database.url}
        self._environment = os.environ | own | environment
        if "TEST_VALKEY" in os.environ:  # the test run's own Valkey is not the site's
            del self._environment["REDIS_URL"]
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
        self.database.drop()

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
