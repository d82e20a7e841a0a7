"""Wakes the sockets that no message reached.

The broker may be away, or drop a message: then a browser stays behind, and nobody tells it. So each
process compares, every second or so, the versions of the tables its sockets watch with what it has
sent them: one query, however many watch.
"""

import asyncio
import logging
from collections import defaultdict
from typing import TYPE_CHECKING

from game.live.threads import in_thread
from game.models import Table

if TYPE_CHECKING:
    from game.live.consumer import TableConsumer

log = logging.getLogger(__name__)

EVERY = 1.5  # seconds


class Watcher:
    """The sockets of this process by table, and a task that looks after them while there are any."""

    def __init__(self) -> None:
        self._sockets: dict[int, set[TableConsumer]] = defaultdict(set)
        self._behind: dict[TableConsumer, int] = {}
        self._task: asyncio.Task[None] | None = None

    def add(self, socket: "TableConsumer") -> None:
        self._sockets[socket.table_id].add(socket)
        if self._task is None or self._task.done() or self._task.get_loop() is not asyncio.get_running_loop():
            self._task = asyncio.get_running_loop().create_task(self._watch())

    def discard(self, socket: "TableConsumer") -> None:
        self._sockets[socket.table_id].discard(socket)
        self._behind.pop(socket, None)
        if not self._sockets[socket.table_id]:
            del self._sockets[socket.table_id]

    async def _watch(self) -> None:
        while self._sockets:
            await asyncio.sleep(EVERY)
            try:
                await self._look()
            except Exception:
                log.exception("looking for sockets that are behind failed")

    async def _look(self) -> None:
        """Wake who was behind the last time and has not been sent anything since."""
        versions = await in_thread(_versions, list(self._sockets))
        behind: dict[TableConsumer, int] = {}
        for table_id, version in versions.items():
            for socket in list(self._sockets.get(table_id, ())):
                if socket.sent >= version:
                    continue
                if self._behind.get(socket) == socket.sent:
                    await socket.catch_up()
                else:
                    behind[socket] = socket.sent
        self._behind = behind


def _versions(table_ids: list[int]) -> dict[int, int]:
    return dict(Table.objects.filter(pk__in=table_ids).values_list("pk", "version"))


watcher = Watcher()
