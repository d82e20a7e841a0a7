"""Says of a process's sockets that their people are there (`game.presence`).

A page that is loaded anew closes its socket and opens another; so a socket that has closed is believed to
have gone only after a moment, and nobody sees a player blink.
"""

import asyncio
import logging
import secrets
from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any

from game import presence
from game.live.threads import in_thread

if TYPE_CHECKING:
    from game.live.listener import Listener

log = logging.getLogger(__name__)

A_MOMENT = 2.0  # seconds


class Presence:
    """Of one process."""

    def __init__(self) -> None:
        self.process = secrets.token_hex(16)
        self._here: dict[str, presence.Arrival] = {}
        self._leaving: set[str] = set()
        self._order = asyncio.Lock()  # what is said of a page is said in order
        self._tasks: set[asyncio.Task[None]] = set()

    def arrives(self, socket: "Listener") -> None:
        table = socket.watched_table
        if table is not None:
            arrival = presence.Arrival(socket.key, table, socket.user_id, socket.watches)
            self._here[socket.key] = arrival
            self._meanwhile(self._say(presence.arrive, self.process, [arrival]))

    def departs(self, socket: "Listener") -> None:
        if self._here.pop(socket.key, None) is not None:
            self._leaving.add(socket.key)
            self._meanwhile(self._gone(socket.key))

    async def renew(self) -> None:
        """The process lives. What could not be noted when it happened (the database was away, or took the
        process for dead) is noted now."""
        if not self._here:
            return
        alive = await in_thread(presence.renew, self.process)
        held = await in_thread(presence.held_by, self.process) if alive else frozenset()
        if missing := [arrival for key, arrival in self._here.items() if key not in held]:
            await self._say(presence.arrive, self.process, missing)
        if gone := held - self._here.keys() - self._leaving:
            await self._say(presence.depart, list(gone))

    async def _gone(self, key: str) -> None:
        await asyncio.sleep(A_MOMENT)
        await self._say(presence.depart, [key])
        self._leaving.discard(key)

    async def _say(self, what: Any, *args: Any) -> None:
        try:
            async with self._order:
                await in_thread(what, *args)
        except Exception:
            log.exception("who is there could not be noted")

    def _meanwhile(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
