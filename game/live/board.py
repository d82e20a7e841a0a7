"""What several sockets of a process show alike, loaded once for all of them.

A board belongs to a place (a table, a list of tables). When something is new there, its value is loaded
once, however many show it, and each socket sends what differs from what it has sent: no messages to keep in
order, and nothing that could be lost for longer than until the next look (`game.live.watch`). For what
changes a few times a minute; the moves of a game go another way (`game.live.publish`).
"""

import asyncio
import logging
import time
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from game.live.threads import in_thread

if TYPE_CHECKING:
    from game.live.listener import Listener

log = logging.getLogger(__name__)

REST = 0.08  # seconds between two loads of a board: what comes together is shown together
FRESH = 3.0  # seconds for which a board without versions is taken to be as it was


class Dated(Protocol):
    """A value that knows of which `Table.news` it is, and of which version of the game (0: of none)."""

    @property
    def news(self) -> int: ...
    @property
    def version(self) -> int: ...


V = TypeVar("V", bound=Dated)
Load = Callable[[frozenset[int]], V]
"""From the ids of the users who look on, in a thread of the database."""


@dataclass(eq=False)
class Board(Generic[V]):
    load: Load[V]
    sockets: dict["Listener", Callable[[V], Any]] = field(default_factory=dict)
    value: V | None = None
    _again: bool = False
    _loaded: float = 0.0
    _task: "asyncio.Task[None] | None" = None

    def refresh(self) -> None:
        """Load anew, now or when the load that is under way has ended."""
        self._again = True
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._keep_loading())

    @property
    def is_fresh(self) -> bool:
        return time.monotonic() < self._loaded + FRESH

    def notice(self, version: int, news: int) -> None:
        """How the table stands: a message may have been lost."""
        if self.value is None or self.value.version < version or self.value.news < news:
            self.refresh()

    async def _keep_loading(self) -> None:
        while self._again and self.sockets:
            self._again, self._loaded = False, time.monotonic()
            asked = dict(self.sockets)  # who comes while it is loaded is shown the next one
            try:
                users = frozenset(socket.user_id for socket in asked if socket.user_id is not None)
                self.value = value = await in_thread(self.load, users)
            except Exception:
                log.exception("a board could not be loaded")
            else:
                for socket, show in asked.items():
                    if socket in self.sockets:
                        await socket.guard(show(value))
            await asyncio.sleep(REST)


class Boards:
    """The boards of a process, each there for as long as somebody looks at it."""

    def __init__(self) -> None:
        self._boards: dict[Hashable, Board[Any]] = {}
        self._looks: dict[Listener, set[Hashable]] = {}

    def look(self, name: Hashable, load: Load[V], socket: "Listener", show: Callable[[V], Any]) -> Board[V]:
        """Show a board to a socket from now on, and at once, if it is still there. `name` stands for
        `load`."""
        board: Board[V] = self._boards.get(name) or Board(load)
        if socket.listening:
            self._boards[name] = board
            self._looks.setdefault(socket, set()).add(name)
            board.sockets[socket] = show
            board.refresh()
        return board

    def leave(self, socket: "Listener") -> None:
        for name in self._looks.pop(socket, ()):
            board = self._boards[name]
            board.sockets.pop(socket, None)
            if not board.sockets:
                del self._boards[name]
