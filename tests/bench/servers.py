"""Daphne processes for the live bench, on ports of their own."""

import os
import socket
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass

from tests.bench.measure import cpu_seconds

HOST = "127.0.0.1"


@dataclass(frozen=True)
class Server:
    """A running Daphne."""

    port: int
    pid: int

    @property
    def origin(self) -> str:
        return f"http://{HOST}:{self.port}"

    def socket_url(self, path: str) -> str:
        return f"ws://{HOST}:{self.port}{path}"

    def cpu_seconds(self) -> float:
        return cpu_seconds(self.pid)


@contextmanager
def daphne(application: str, env: Mapping[str, str] | None = None) -> Iterator[Server]:
    """One Daphne process with one application, ended with the block.

    It takes over a socket that listens already, so whoever connects early waits and is not refused.
    """
    with socket.socket() as door:
        door.bind((HOST, 0))
        door.listen(1024)
        port = door.getsockname()[1]
        command = [
            sys.executable,
            "-m",
            "daphne",
            "--verbosity",
            "0",
            "--fd",
            str(door.fileno()),
            application,
        ]
        process = subprocess.Popen(
            command, env={**os.environ, **(env or {})}, pass_fds=[door.fileno()], stdout=subprocess.DEVNULL
        )
    try:
        _wait_for_answer(port)
        yield Server(port, process.pid)
    finally:
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _wait_for_answer(port: int) -> None:
    """Wait until Daphne itself answers, with a 400: no application need be troubled."""
    with socket.create_connection((HOST, port), timeout=30) as caller:
        caller.sendall(b"rubbish\r\n\r\n")
        caller.recv(64)
