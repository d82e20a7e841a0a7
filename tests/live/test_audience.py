"""The one ear of a process, over a channel layer that is slow, or fails."""

import asyncio
import random
from collections import defaultdict
from collections.abc import Coroutine
from typing import Any

import pytest

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

    async def receive(self, channel: str) -> dict[str, Any]:
        message = await self.messages.get()
        await self._moment()
        return message

    def joined(self) -> set[str]:
        return {group for group, channels in self.groups.items() if channels}


class Socket:
    """What the audience knows of a consumer."""

    def __init__(self, table_id: int) -> None:
        self.table_id = table_id
        self.heard: list[int] = []
        self.fails = False

    async def table_moved(self, message: dict[str, Any]) -> None:
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

    async def visitor(table_id: int) -> None:
        for _ in range(4):
            socket: Any = Socket(table_id)
            coming = asyncio.create_task(audience.join(socket))
            await asyncio.sleep(0.002 * chance.random())
            await audience.leave(socket)
            await coming
        if table_id % 2:
            await audience.join(Socket(table_id))  # type: ignore[arg-type]

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
    audience = Audience()
    for version in (1, 2, 3):
        audience.tell("table.1", {"version": version})
    await asyncio.sleep(0.01)
    assert sent == []
    answers.set()
    await asyncio.sleep(0.01)
    assert sent == [1, 2, 3]
    monkeypatch.setattr(module, "PATIENCE", 0.0)
    audience.tell("table.1", {"version": 4})
    await asyncio.sleep(0.01)
    assert sent == [1, 2, 3]
