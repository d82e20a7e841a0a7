"""The site in its large size: two web processes and two workers on one PostgreSQL and one Redis, any of
which may be killed."""

import os
import signal
import socket
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path

from tests.site import PATIENCE, PROJECT, Database

WORKER = ("-m", "celery", "--quiet", "--app", "piratbridge_site.celery")


class Large:
    """`with` starts it, and ends it with its database. `addresses` has one for each web process."""

    def __init__(self, data: Path) -> None:
        self.database = Database.of_its_own(data)
        self._data = data
        self._env = os.environ | {
            "DATA_DIR": str(data),
            "DATABASE_URL": self.database.url,
            "DJANGO_SETTINGS_MODULE": "piratbridge_site.settings",
            "SECRET_KEY": f"of {self.database.url}",  # and so a channel prefix of its own
            "SECURE": "0",
            "CELERY_SKIP_CHECKS": "1",
        }
        self._doors: dict[str, socket.socket] = {}
        self._processes: dict[str, subprocess.Popen[bytes]] = {}
        self._stack = ExitStack()

    def __enter__(self) -> "Large":
        try:
            self._begin()
        except BaseException:
            self.__exit__()
            raise
        return self

    def _begin(self) -> None:
        for name in ("web-0", "web-1"):
            door = self._doors[name] = self._stack.enter_context(socket.socket())
            door.bind(("127.0.0.1", 0))
            door.listen(128)
        self.start("web-0")  # the first migrates
        self._wait_for(self.addresses[0])
        for name in ("web-1", "worker-0", "worker-1", "beat"):
            self.start(name)
        self._wait_for(self.addresses[1])

    def __exit__(self, *_: object) -> None:
        for process in self._processes.values():
            process.terminate()
        for process in self._processes.values():
            try:
                process.wait(15)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        self._stack.close()
        self.database.drop()

    @property
    def addresses(self) -> list[str]:
        return [f"http://127.0.0.1:{door.getsockname()[1]}" for door in self._doors.values()]

    def start(self, name: str) -> None:
        kind, _, _number = name.partition("-")
        commands = {
            "web": lambda: (
                "-m", "piratbridge_site.embedded.daphne", "--verbosity", "0",
                "--fd", str(self._doors[name].fileno()), "piratbridge_site.asgi:application",
            ),
            "worker": lambda: (*WORKER, "worker", "--concurrency", "2", "--hostname", f"{name}@%h"),
            "beat": lambda: (*WORKER, "beat", "--schedule", str(self._data / "beat"), "--pidfile", ""),
        }  # fmt: skip
        doors = [self._doors[name].fileno()] if kind == "web" else []
        with (self._data / f"{name}.log").open("ab") as log:
            self._processes[name] = subprocess.Popen(
                [sys.executable, *commands[kind]()], cwd=PROJECT, env=self._env, pass_fds=doors,
                stdout=log, stderr=log, start_new_session=True,
            )  # fmt: skip

    def kill(self, name: str) -> None:
        """End a process as a crash would, and all that it had started."""
        process = self._processes[name]
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()

    def restart(self, name: str) -> None:
        self.kill(name)
        self.start(name)

    def said(self) -> str:
        return "\n".join(path.read_text() for path in sorted(self._data.glob("*.log")))

    def _wait_for(self, address: str) -> None:
        port = int(address.rpartition(":")[2])
        with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as caller:
            caller.sendall(b"GET / HTTP/1.0\r\nHost: localhost\r\n\r\n")
            assert b" 200 " in caller.recv(64), self.said()
