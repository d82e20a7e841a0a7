"""A board: loaded once, shown to those for whom it was loaded."""

import asyncio
from dataclasses import dataclass, field
from typing import Any

import pytest

from game.live import board as module
from game.live.board import Boards

pytestmark = pytest.mark.live


@dataclass
class Value:
    users: frozenset[int]
    news: int = 0
    version: int = 0


@dataclass(eq=False)
class Socket:
    """What a board knows of a socket."""

    user_id: int
    listening: bool = True
    shown: list[frozenset[int]] = field(default_factory=list)

    async def guard(self, handling: Any) -> None:
        await handling

    async def show(self, value: Value) -> None:
        self.shown.append(value.users)


async def until(holds: Any) -> None:
    for _ in range(200):
        if holds():
            return
        await asyncio.sleep(0.01)
    raise AssertionError("waited in vain")


@pytest.fixture
def loading(monkeypatch: pytest.MonkeyPatch) -> asyncio.Event:
    """Loads wait until it is set."""
    may = asyncio.Event()

    async def slowly(load: Any, users: frozenset[int]) -> Value:
        await may.wait()
        return Value(users)

    monkeypatch.setattr(module, "in_thread", slowly)
    monkeypatch.setattr(module, "REST", 0.0)
    return may


async def test_who_comes_while_it_is_loaded_is_shown_what_was_loaded_for_them(loading: asyncio.Event) -> None:
    """What each has muted comes with the load, so that nobody sees it who came too late for it."""
    boards, first, second = Boards(), Socket(1), Socket(2)
    boards.look("table", None, first, first.show)  # type: ignore[arg-type]
    await asyncio.sleep(0.02)
    boards.look("table", None, second, second.show)  # type: ignore[arg-type]
    loading.set()
    await until(lambda: second.shown)
    assert first.shown[0] == {1}
    assert second.shown == [{1, 2}]


async def test_who_has_gone_is_shown_nothing_and_keeps_no_board(loading: asyncio.Event) -> None:
    boards, gone, late = Boards(), Socket(1), Socket(2, listening=False)
    boards.look("table", None, gone, gone.show)  # type: ignore[arg-type]
    await asyncio.sleep(0.02)
    boards.leave(gone)  # type: ignore[arg-type]
    boards.look("table", None, late, late.show)  # type: ignore[arg-type]
    loading.set()
    await asyncio.sleep(0.05)
    assert gone.shown == late.shown == []
    assert vars(boards) == {"_boards": {}, "_looks": {}}


async def test_what_comes_together_is_loaded_together(loading: asyncio.Event) -> None:
    boards, socket = Boards(), Socket(1)
    board = boards.look("table", None, socket, socket.show)  # type: ignore[arg-type]
    for _ in range(50):
        board.refresh()
    loading.set()
    await asyncio.sleep(0.05)
    assert len(socket.shown) == 1
