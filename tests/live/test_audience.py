"""The one ear of a process, over a channel layer that is slow, or fails."""

import asyncio
import random
from collections import defaultdict
from collections.abc import Coroutine
from typing import Any

import pytest
from channels.layers import InMemoryChannelLayer

from game.live import audience as module
from game.live.audience import Audience


class Layer:
    """A channel layer that takes a moment for everything, and fails while it is `away`."""

    def __init__(self) -> None:
        self.channels: list[str] = []
        self.groups: dict[str, set[str]] = defaultdict(set)
        self.messages: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.away = False

    async def _moment(self) -> None:
        await asyncio.sleep(0.001 * random.random())
        if self.away:
            raise ConnectionError

    async def new_channel(self) -> str:
        await self._moment()
        self.channels.append(f"channel.{len(self.channels)}")
        return self.channels[-1]

    async def group_add(self, group: str, channel: str) -> None:
        await self._moment()
        self.groups[group].add(channel)

    async def group_discard(self, group: str, channel: str) -> None:
        await self._moment()
        self.groups[group].discard(channel)

    async def group_send(self, group: str, message: dict[str, Any]) -> None:
        await self._moment()

    async def receive(self, channel: str) -> dict[str, Any]:
        message = await self.messages.get()
        await self._moment()
        return message

    def joined(self) -> set[str]:
        return {group for group, channels in self.groups.items() if channels}


class Socket:
    """What the audience knows of a consumer."""

    def __init__(self, place: int) -> None:
        self.place = place
        self.heard: list[int] = []
        self.fails = False

    async def hear(self, message: dict[str, Any]) -> None:
        self.heard.append(message["version"])

    async def guard(self, handling: Coroutine[Any, Any, None]) -> None:
        await handling
        if self.fails:
            raise ConnectionResetError


@pytest.fixture
def layer(monkeypatch: pytest.MonkeyPatch) -> Layer:
    layer = Layer()
    monkeypatch.setattr(module, "get_channel_layer", lambda: layer)
    monkeypatch.setattr(module, "REST", 0.01)
    return layer


async def test_br25_all_that_return_at_once_make_one_channel(layer: Layer) -> None:
    audience = Audience()
    await asyncio.gather(*(audience.join(Socket(n)) for n in range(30)))  # type: ignore[arg-type]
    assert layer.channels == ["channel.0"]
    assert layer.joined() == {f"table.{n}" for n in range(30)}


@pytest.mark.parametrize("seed", range(5))
async def test_whoever_comes_and_goes_quickly_is_heard_in_the_end(layer: Layer, seed: int) -> None:
    audience, chance = Audience(), random.Random(seed)

    async def visitor(place: int) -> None:
        for _ in range(4):
            socket: Any = Socket(place)
            coming = asyncio.create_task(audience.join(socket))
            await asyncio.sleep(0.002 * chance.random())
            await audience.leave(socket)
            await coming
        if place % 2:
            await audience.join(Socket(place))  # type: ignore[arg-type]

    await asyncio.gather(*(visitor(n) for n in range(20)))
    assert audience.sockets.keys() == set(range(1, 20, 2))
    assert layer.joined() == {f"table.{n}" for n in range(1, 20, 2)}


async def test_br24_a_broker_that_is_away_keeps_nobody_from_leaving(layer: Layer) -> None:
    audience, stays, goes = Audience(), Socket(1), Socket(2)
    for socket in (stays, goes):
        await audience.join(socket)  # type: ignore[arg-type]
    layer.away = True
    await audience.leave(goes)  # type: ignore[arg-type]
    await audience.leave(goes)  # type: ignore[arg-type]
    layer.away = False
    await audience.listen()  # as the watch does now and then
    assert layer.joined() == {"table.1"}


async def test_br24_the_ear_outlives_a_socket_and_a_broker_that_fail(layer: Layer) -> None:
    audience, good, bad = Audience(), Socket(1), Socket(2)
    bad.fails = True
    for socket in (good, bad):
        await audience.join(socket)  # type: ignore[arg-type]
    layer.messages.put_nowait({"table": 2, "version": 1})
    await asyncio.sleep(0.05)
    layer.away = True
    layer.messages.put_nowait({"table": 1, "version": 1})
    await asyncio.sleep(0.05)
    layer.away = False
    layer.messages.put_nowait({"table": 1, "version": 2})
    await asyncio.sleep(0.05)
    assert (bad.heard, good.heard) == ([1], [2])


async def watched_by_another_too(layer: Layer, place: int) -> Audience:
    """An audience of one socket that knows of another process at its table."""
    audience = Audience()
    await audience.join(Socket(place))  # type: ignore[arg-type]
    layer.messages.put_nowait({"table": place, "here": "another", "asks": False})
    await asyncio.sleep(0.05)
    return audience


@pytest.fixture
def shared(monkeypatch: pytest.MonkeyPatch) -> InMemoryChannelLayer:
    """A layer for several processes."""
    layer = InMemoryChannelLayer()
    monkeypatch.setattr(module, "get_channel_layer", lambda: layer)
    return layer


async def test_processes_that_watch_one_table_know_of_each_other(shared: InMemoryChannelLayer) -> None:
    """Whoever came first."""
    sockets = [Socket(1), Socket(1)]
    audiences = [Audience(), Audience()]
    for audience, socket in zip(audiences, sockets, strict=True):
        await audience.join(socket)  # type: ignore[arg-type]
    await asyncio.sleep(0.05)
    for version, audience in enumerate(audiences, 1):
        audience.tell({"table": 1, "version": version})
        await asyncio.sleep(0.05)
    assert [socket.heard for socket in sockets] == [[1, 2], [1, 2]]


async def test_what_nobody_else_watches_is_not_told(
    shared: InMemoryChannelLayer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """But when this process is told of the others again; and where it does not watch the table itself, since
    then it cannot know."""
    sent: list[int] = []

    async def send(group: str, message: dict[str, Any]) -> None:
        if "version" in message:
            sent.append(message["version"])
        await shared.group_send(group, message)

    monkeypatch.setattr(module, "send", send)
    alone, elsewhere, late = Audience(), Audience(), Audience()
    socket = Socket(1)
    await alone.join(socket)  # type: ignore[arg-type]
    await elsewhere.join(Socket(2))  # type: ignore[arg-type]
    await asyncio.sleep(0.05)
    alone.tell({"table": 1, "version": 1})
    await asyncio.sleep(0.05)
    assert sent == []
    with monkeypatch.context() as lossy:
        lossy.setattr(shared, "group_send", nothing)
        await late.join(Socket(1))  # type: ignore[arg-type]
    alone.tell({"table": 1, "version": 2})
    late.greet(1)  # as the watch does when a page is late
    await asyncio.sleep(0.05)
    alone.tell({"table": 1, "version": 3})
    await asyncio.sleep(0.05)
    assert sent == [3]
    await alone.leave(socket)  # type: ignore[arg-type]
    alone.tell({"table": 1, "version": 4})
    await asyncio.sleep(0.05)
    assert sent == [3, 4]


async def nothing(*args: object) -> None:
    """A message that is lost."""


async def test_a_broker_that_stalls_holds_up_nobody_here(
    layer: Layer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was waiting for it is sent in order when it answers again, but for what has become too old."""
    sent: list[int] = []
    answers = asyncio.Event()

    async def send(group: str, message: dict[str, Any]) -> None:
        await answers.wait()
        sent.append(message["version"])

    monkeypatch.setattr(module, "send", send)
    audience = await watched_by_another_too(layer, 1)
    for version in (1, 2, 3):
        audience.tell({"table": 1, "version": version})
    await asyncio.sleep(0.01)
    assert sent == []
    answers.set()
    await asyncio.sleep(0.01)
    assert sent == [1, 2, 3]
    monkeypatch.setattr(module, "PATIENCE", 0.0)
    audience.tell({"table": 1, "version": 4})
    await asyncio.sleep(0.01)
    assert sent == [1, 2, 3]
