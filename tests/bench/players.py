"""What four clients do with what they are sent: play Piratbridge, or answer the yardstick."""

import asyncio
import json
import random
import time
from dataclasses import dataclass, field
from typing import Protocol

from websockets.asyncio.client import ClientConnection

from tests.bench import reading


@dataclass
class Tally:
    """What was seen while it counted."""

    games: int = 0  # begun
    counting: bool = False
    over: bool = False  # nothing more is to be sent
    latencies: list[float] = field(default_factory=list)
    sizes: list[int] = field(default_factory=list)  # bytes of one ordinary move for one client
    wholes: int = 0
    problems: int = 0

    def moved(self, sent_at: float) -> None:
        if self.counting:
            self.latencies.append(time.perf_counter() - sent_at)

    def sized(self, frame: bytes) -> None:
        if self.counting:
            self.sizes.append(len(frame))


@dataclass
class Sent:
    """A move on its way, and who has yet to see it."""

    seat: int
    name: str
    value: str
    unseen: set[int]
    at: float


class Game(Protocol):
    """What four clients do with what they are sent."""

    tally: Tally

    async def begin(self, sockets: list[ClientConnection], firsts: list[bytes]) -> None:
        """All are there; `firsts` is what each was sent on arrival, if anything."""

    async def read(self, seat: int, frame: bytes) -> bool:
        """A client was sent a frame. Whether the game goes on."""

    def stop(self) -> None:
        """Forget the moves that were still to be sent."""


class Piratbridge:
    """A table of the site, played by pressing buttons by chance."""

    def __init__(self, table: str, tally: Tally, chance: random.Random, gap: float) -> None:
        self.table, self.tally, self.chance, self.gap = table, tally, chance, gap
        self.under_way: list[Sent] = []
        self.turns = [""] * 4  # for which each has made its move
        self.next_at = 0.0
        self.later: set[asyncio.Task[None]] = set()

    async def begin(self, sockets: list[ClientConnection], firsts: list[bytes]) -> None:
        self.sockets = sockets
        for seat, frame in enumerate(firsts):
            await self._act(seat, frame)

    async def read(self, seat: int, frame: bytes) -> bool:
        seen_by_all = self._look_for_moves(seat, frame)
        if reading.is_problem(frame):
            self.tally.problems += 1
            self.turns[seat] = ""
        elif reading.is_whole(frame):
            self.tally.wholes += 1
        await self._act(seat, frame)
        if seen_by_all and not self.under_way and not self.later:
            print("idle", self.table, flush=True)
        return not reading.is_end(frame)

    def stop(self) -> None:
        for task in self.later:
            task.cancel()

    def _look_for_moves(self, seat: int, frame: bytes) -> bool:
        """Find moves in what a seat was sent. Whether one of them has now been seen by all."""
        for sent in self.under_way:
            if seat not in sent.unseen or not reading.shows(frame, sent.seat, sent.name, sent.value):
                continue
            sent.unseen.discard(seat)
            if sent.name == "card" and reading.is_ordinary(frame):
                self.tally.sized(frame)
            if not sent.unseen:
                self.tally.moved(sent.at)
        before = len(self.under_way)
        self.under_way = [sent for sent in self.under_way if sent.unseen]
        return len(self.under_way) < before

    async def _act(self, seat: int, frame: bytes) -> None:
        """Make the move that a frame asks for, if it does: now, or when this table's time has come."""
        move = reading.move_in(frame, self.chance)
        if move is None or move[0] == self.turns[seat]:
            return
        self.turns[seat] = move[0]
        if not self.gap:
            await self._send(seat, *move)
            return
        task = asyncio.create_task(self._send_in_time(seat, *move))
        self.later.add(task)
        task.add_done_callback(self.later.discard)

    async def _send_in_time(self, seat: int, turn: str, name: str, value: str) -> None:
        now = time.perf_counter()
        at = max(now, self.next_at)
        self.next_at = at + self.gap * self.chance.uniform(0.5, 1.5)
        await asyncio.sleep(at - now)
        await self._send(seat, turn, name, value)

    async def _send(self, seat: int, turn: str, name: str, value: str) -> None:
        if self.tally.over:
            return
        self.under_way.append(Sent(seat, name, value, {0, 1, 2, 3}, time.perf_counter()))
        await self.sockets[seat].send(json.dumps({"headers": {}, "body": {"turn": turn, name: value}}))


class FanOut:
    """A group of the yardstick's consumer: who is the last to have a message sends the next."""

    def __init__(self, tally: Tally) -> None:
        self.tally, self.seen, self.at = tally, 0, 0.0

    async def begin(self, sockets: list[ClientConnection], firsts: list[bytes]) -> None:
        self.sockets = sockets
        await self._send(0)

    async def read(self, seat: int, frame: bytes) -> bool:
        self.seen += 1
        self.tally.sized(frame)
        if self.seen == len(self.sockets):
            self.seen = 0
            self.tally.moved(self.at)
            await self._send(seat)
        return True

    def stop(self) -> None:
        """There are none: it only answers."""

    async def _send(self, seat: int) -> None:
        if self.tally.over:
            return
        self.at = time.perf_counter()
        await self.sockets[seat].send("a move of some length: " + "y" * 60)
