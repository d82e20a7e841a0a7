"""What a process has of each once: its audience, its boards, and who it holds to be there."""

import asyncio
from dataclasses import dataclass, field

from game.live.audience import Audience, audience
from game.live.board import Boards
from game.live.presence import Presence


@dataclass(eq=False)
class House:
    """Belongs to one event loop; see `house`."""

    audience: Audience
    boards: Boards = field(default_factory=Boards)
    presence: Presence = field(default_factory=Presence)


_houses: dict[asyncio.AbstractEventLoop, House] = {}


def house() -> House:
    """The house of the running event loop: of the process, since a web process has one loop."""
    loop = asyncio.get_running_loop()
    if loop not in _houses:
        for ended in [other for other in _houses if other.is_closed()]:
            del _houses[ended]
        _houses[loop] = House(audience())
    return _houses[loop]
