"""Says of a process's sockets that their people are there (`game.presence`).

A page that is loaded anew closes its socket and opens another; so a socket that has closed is believed to
have gone only after a moment, and nobody sees a player blink.
"""

import asyncio
import logging
import secrets
from typing import TYPE_CHECKING, Any
from weakref import WeakValueDictionary

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
        self._saying: dict[str, int] = {}  # pages of which something is being said: how much
        self._turns: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._tasks: set[asyncio.Task[None]] = set()

    def arrives(self, socket: "Listener") -> None:
        table = socket.watched_table
        if table is not None:
            arrival = presence.Arrival(socket.key, table, socket.user_id, socket.watches)
            self._here[socket.key] = arrival
            self._say_arrived(arrival)

    def departs(self, socket: "Listener") -> None:
        if (arrival := self._here.pop(socket.key, None)) is not None:
            self._meanwhile(arrival.key, arrival.table, A_MOMENT, presence.depart, [arrival.key])

    async def renew(self) -> None:
        """The process lives. What could not be noted when it happened (the database was away, or took the
        process for dead) is noted now, meanwhile: a table that is locked holds up no other."""
        if not self._here:
            return
        alive = await in_thread(presence.renew, self.process)
        held = await in_thread(presence.held_by, self.process) if alive else {}
        for key, arrival in list(self._here.items()):
            if key not in held and key not in self._saying:
                self._say_arrived(arrival)
        for key, table in held.items():
            if key not in self._here and key not in self._saying:
                self._meanwhile(key, table, 0.0, presence.depart, [key])

    def _say_arrived(self, arrival: presence.Arrival) -> None:
        self._meanwhile(arrival.key, arrival.table, 0.0, presence.arrive, self.process, [arrival])

    def _meanwhile(self, key: str, table: int, patience: float, what: Any, *args: Any) -> None:
        self._saying[key] = self._saying.get(key, 0) + 1
        task = asyncio.create_task(self._say(key, table, patience, what, *args))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _say(self, key: str, table: int, patience: float, what: Any, *args: Any) -> None:
        """What is said of a table's pages is said in order."""
        try:
            await asyncio.sleep(patience)
            async with self._turns.setdefault(table, asyncio.Lock()):
                await in_thread(what, *args)
        except Exception:
            log.exception("who is there could not be noted")
        finally:
            self._saying[key] -= 1
            if not self._saying[key]:
                del self._saying[key]
