"""The sockets of a process by table, and the one ear by which they hear of changes.

The process has a single channel and joins the groups of the tables that its sockets watch; a message
is unpacked once and handed to the sockets here. (A channel for each socket would have the layer
unpack every message as often as there are sockets.)
"""

import asyncio
import logging
from collections import defaultdict
from typing import TYPE_CHECKING, Any

from channels.layers import get_channel_layer

if TYPE_CHECKING:
    from game.live.consumer import TableConsumer

log = logging.getLogger(__name__)


def group_of(table_id: int) -> str:
    """The channel group of a table: an id, never a name that somebody typed."""
    return f"table.{table_id}"


class Audience:
    """Belongs to one event loop; see `audience`."""

    def __init__(self) -> None:
        self.sockets: dict[int, set[TableConsumer]] = defaultdict(set)
        self._heard: set[int] = set()  # tables whose group has been joined
        self._turns: dict[int, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._layer: Any = get_channel_layer()
        self._channel = ""
        self._ear: asyncio.Task[None] | None = None

    async def join(self, socket: "TableConsumer") -> None:
        """From now on the socket is told of what changes at its table."""
        self.sockets[socket.table_id].add(socket)
        await self.listen()

    async def leave(self, socket: "TableConsumer") -> None:
        sockets = self.sockets.get(socket.table_id, set())
        sockets.discard(socket)
        if sockets:
            return
        self.sockets.pop(socket.table_id, None)
        self._turns.pop(socket.table_id, None)
        if socket.table_id in self._heard:
            self._heard.discard(socket.table_id)
            await self._layer.group_discard(group_of(socket.table_id), self._channel)

    def turn(self, table_id: int) -> asyncio.Lock:
        """Moves of one table take turns here, so that they do not hold threads while they wait for
        its row."""
        return self._turns[table_id]

    async def listen(self) -> None:
        """Join the groups that have not been joined yet. A broker that is away is asked again by the
        watch; until then versions keep pages up to date."""
        try:
            if self._ear is None:
                self._channel = await self._layer.new_channel()
                self._ear = asyncio.create_task(self._pass_on())
            for table_id in self.sockets.keys() - self._heard:
                await self._layer.group_add(group_of(table_id), self._channel)
                self._heard.add(table_id)
        except Exception as error:
            log.warning("no channel layer to listen to: %s", type(error).__name__)

    async def _pass_on(self) -> None:
        while True:
            await self.hand_out(await self._layer.receive(self._channel))

    async def hand_out(self, message: dict[str, Any]) -> None:
        """Give a table's message to its sockets here. What this process has made itself they get at
        once; when it comes by the layer, too, they have it already."""
        for socket in list(self.sockets.get(message["table"], ())):
            await socket.guard(socket.table_moved(message))


_audiences: dict[asyncio.AbstractEventLoop, Audience] = {}


def audience() -> Audience:
    """The audience of the running event loop: of the process, since a web process has one loop."""
    loop = asyncio.get_running_loop()
    if loop not in _audiences:
        for ended in [other for other in _audiences if other.is_closed()]:
            del _audiences[ended]
        _audiences[loop] = Audience()
    return _audiences[loop]
