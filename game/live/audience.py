"""The sockets of a process by table, and the one ear by which they hear of changes.

The process has a single channel and joins the groups of the tables that its sockets watch; a message
is unpacked once and handed to the sockets here. (A channel for each socket would have the layer
unpack every message as often as there are sockets.)

Processes that watch the same table know of each other: whoever joins its group says so there, and is
answered. What happens at a table that nobody else watches need not be told at all.
"""

import asyncio
import logging
import time
from typing import TYPE_CHECKING, Any
from weakref import WeakValueDictionary

from channels.layers import get_channel_layer

if TYPE_CHECKING:
    from game.live.listener import Listener

log = logging.getLogger(__name__)

PATIENCE = 2.0  # seconds until a broker that does not answer is given up; the watch asks again
REST = 0.5  # seconds until a broker that fails to give messages is asked for them again


Message = dict[str, Any]
Place = int | str
"""What sockets watch: a table, by its id, or the list of a kind's open tables, by the kind."""


def group_of(table_id: Place) -> str:
    """The channel group of a table, or of a list of tables: an id or a kind, never a name that somebody
    typed."""
    return f"table.{table_id}"


class Audience:
    """Belongs to one event loop; see `audience`."""

    def __init__(self) -> None:
        self.sockets: dict[Place, set[Listener]] = {}
        self._heard: set[Place] = set()  # tables whose group has been joined
        self._others: dict[Place, set[str]] = {}  # who watches a table, too: the channels of processes
        self._joining = asyncio.Lock()
        self._turns: WeakValueDictionary[Place, asyncio.Lock] = WeakValueDictionary()
        self._layer: Any = get_channel_layer()
        self._channel = ""
        self._ear: asyncio.Task[None] | None = None
        self._untold: asyncio.Queue[tuple[float, str, Message]] = asyncio.Queue()
        self._mouth: asyncio.Task[None] | None = None

    async def join(self, socket: "Listener") -> None:
        """From now on the socket is told of what changes at its table."""
        self.sockets.setdefault(socket.place, set()).add(socket)
        await self.listen()

    async def leave(self, socket: "Listener") -> None:
        """And now no more. Leaving twice is leaving."""
        self.let_go(socket)
        await self.listen()

    def let_go(self, socket: "Listener") -> None:
        """The same at once; that its table's group is left, too, is for `listen`."""
        sockets = self.sockets.get(socket.place, set())
        sockets.discard(socket)
        if not sockets:
            self.sockets.pop(socket.place, None)

    def turn(self, table_id: Place) -> asyncio.Lock:
        """Moves of one table take turns here, so that they do not hold threads while they wait for
        its row. The lock is there for as long as somebody holds it or waits for it."""
        return self._turns.setdefault(table_id, asyncio.Lock())

    async def listen(self) -> None:
        """Be in the groups of the tables that are watched, and in no others. Never raises: a broker that
        is away is asked again by the watch; until then versions keep pages up to date."""
        try:
            async with asyncio.timeout(PATIENCE), self._joining:
                if self._ear is None:
                    self._channel = await self._layer.new_channel()
                    self._ear = asyncio.create_task(self._pass_on())
                # Sockets come and go while the broker is waited for: look again after each answer.
                while difference := self._heard ^ self.sockets.keys():
                    await self._adjust(difference.pop())
        except Exception as error:
            log.warning("no channel layer to listen to: %s", type(error).__name__)

    async def _adjust(self, table_id: Place) -> None:
        if table_id in self.sockets:
            await self._layer.group_add(group_of(table_id), self._channel)
            self._heard.add(table_id)
            await self._layer.group_send(group_of(table_id), self._greeting(table_id, asks=True))
        else:
            await self._layer.group_discard(group_of(table_id), self._channel)
            self._heard.discard(table_id)
            self._others.pop(table_id, None)

    def greet(self, table_id: Place) -> None:
        """Say once more that this process watches a table: somebody seems not to know."""
        self._say(self._greeting(table_id, asks=True))

    def _greeting(self, table_id: Place, *, asks: bool) -> Message:
        return {"table": table_id, "here": self._channel, "asks": asks}

    def _meet(self, table_id: Place, channel: str, asks: bool) -> None:
        """Another process watches a table. One that has gone without a word is told in vain until this
        one leaves the table."""
        if channel == self._channel or table_id not in self._heard:
            return
        self._others.setdefault(table_id, set()).add(channel)
        if asks:
            self._say(self._greeting(table_id, asks=False))

    async def _pass_on(self) -> None:
        while True:
            try:
                message = await self._layer.receive(self._channel)
                if "here" in message:
                    self._meet(message["table"], message["here"], message["asks"])
                else:
                    await self.hand_out(message)
            except Exception:
                log.exception("a message of the channel layer was lost")
                await asyncio.sleep(REST)

    def tell(self, message: Message) -> None:
        """Have the other processes told that watch the table, in order, while here the game goes on. Where
        nobody here watches it, this process cannot know of others."""
        if message["table"] not in self._heard or self._others.get(message["table"]):
            self._say(message)

    def _say(self, message: Message) -> None:
        if self._mouth is None:
            self._mouth = asyncio.create_task(self._speak())
        self._untold.put_nowait((time.monotonic(), group_of(message["table"]), message))

    async def _speak(self) -> None:
        while True:
            since, group, message = await self._untold.get()
            if time.monotonic() < since + PATIENCE:  # else versions have healed it, or will
                await send(group, message)

    async def hand_out(self, message: Message) -> None:
        """Give a table's message to its sockets here. What this process has made itself they get at
        once; when it comes by the layer, too, they have it already."""
        for socket in list(self.sockets.get(message["table"], ())):
            await socket.guard(socket.hear(message))


async def send(group: str, message: Message) -> None:
    """Send to a channel group. Never raises: what was to be told is stored already."""
    try:
        layer = get_channel_layer()
        assert layer is not None
        async with asyncio.timeout(PATIENCE):
            await layer.group_send(group, message)
    except Exception as error:
        log.warning("%s was not told of a change: %s", group, type(error).__name__)


_audiences: dict[asyncio.AbstractEventLoop, Audience] = {}


def audience() -> Audience:
    """The audience of the running event loop: of the process, since a web process has one loop."""
    loop = asyncio.get_running_loop()
    if loop not in _audiences:
        for ended in [other for other in _audiences if other.is_closed()]:
            del _audiences[ended]
        _audiences[loop] = Audience()
    return _audiences[loop]
