"""Looks after the sockets of a process, every second or so, whatever their number.

- The broker may be away, or drop a message: then a browser stays behind, and nobody tells it. So the
  versions of the tables watched are compared with what has been sent: one query.
- A session may end, or a player be shut out, while a socket is open (BR-48): two queries.
"""

import asyncio
import logging
from collections import defaultdict
from collections.abc import Collection, Coroutine
from typing import TYPE_CHECKING, Any

from django.contrib.sessions.models import Session

from accounts.models import User
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
            for look in (self._wake_the_late, self._turn_away_strangers):
                try:
                    await look()
                except Exception:
                    log.exception("looking after the sockets failed")

    async def _wake_the_late(self) -> None:
        """Bring up to date who was behind the last time and has not been sent anything since."""
        versions = await in_thread(_versions, list(self._sockets))
        before, self._behind = self._behind, {}
        for table_id, version in versions.items():
            for socket in list(self._sockets.get(table_id, ())):
                if socket.sent >= version:
                    continue
                if before.get(socket) == socket.sent:
                    await _one(socket, socket.catch_up())
                else:
                    self._behind[socket] = socket.sent

    async def _turn_away_strangers(self) -> None:
        sockets = [socket for group in self._sockets.values() for socket in group]
        users = {socket.user_id for socket in sockets}
        sessions = {socket.session_key for socket in sockets if socket.session_key}
        active, alive = await in_thread(_still_there, users, sessions)
        for socket in sockets:
            if socket.user_id not in active or socket.session_key not in alive:
                await _one(socket, socket.turn_away())


async def _one(socket: "TableConsumer", looking: Coroutine[Any, Any, None]) -> None:
    """What goes wrong with one socket is no matter of the others."""
    try:
        await looking
    except Exception:
        log.exception("looking after a socket of table %s failed", socket.table_id)


def _versions(table_ids: list[int]) -> dict[int, int]:
    return dict(Table.objects.filter(pk__in=table_ids).values_list("pk", "version"))


def _still_there(users: Collection[int], sessions: Collection[str]) -> tuple[set[int], set[str]]:
    """Which of the users may still play, and which of the sessions still live."""
    active = User.objects.filter(pk__in=users, is_active=True).values_list("pk", flat=True)
    alive = Session.objects.filter(session_key__in=sessions).values_list("session_key", flat=True)
    return set(active), set(alive)


watcher = Watcher()
