"""The players of the live bench: a process of their own, with four WebSocket clients a table.

Takes its plan as JSON on standard input, prints "begin" and "end" around the time that counts, "idle"
and the name of a table when it waits for nobody but itself, and then the figures.
"""

import asyncio
import json
import resource
import sys
import time
from dataclasses import dataclass
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

from tests.bench.child import give
from tests.bench.measure import percentile, rng
from tests.bench.players import FanOut, Game, Piratbridge, Tally

AT_A_TIME = 8
"""Connections made at once."""

Address = dict[str, str]  # "url", "cookie", and the public id of the "table"


@dataclass
class Plan:
    """`groups` are four players each, who play one or more games one after another; a game is the four
    addresses of its seats. `gap`: seconds between a table's moves (0: as fast as it goes). `bare`: the
    other side is the yardstick's consumer."""

    origin: str
    groups: list[list[list[Address]]]
    warm: float
    seconds: float
    gap: float = 0.0
    bare: bool = False


async def play(game: Game, addresses: list[Address], plan: Plan, gate: asyncio.Semaphore) -> None:
    """Connect the four clients of a game, and read until it ends."""
    sockets, firsts = [], []
    try:
        for address in addresses:
            async with gate:
                sockets.append(await _connect(address, plan.origin))
                firsts.append(b"" if plan.bare else await sockets[-1].recv(decode=False))
        await game.begin(sockets, firsts)
        game.tally.games += 1
        await asyncio.gather(*(_read(game, seat, socket) for seat, socket in enumerate(sockets)))
    finally:
        game.stop()
        for socket in sockets:
            await socket.close()


async def _read(game: Game, seat: int, socket: ClientConnection) -> None:
    while await game.read(seat, await socket.recv(decode=False)):
        pass


async def _connect(address: Address, origin: str) -> ClientConnection:
    return await connect(
        address["url"],
        additional_headers={"Cookie": address["cookie"], "Origin": origin},
        compression=None,
        ping_interval=None,
        max_queue=None,
    )


async def run(plan: Plan) -> dict[str, Any]:
    """Play, and count for a while."""
    tally, chance, gate = Tally(), rng(), asyncio.Semaphore(AT_A_TIME)

    async def group(games: list[list[Address]]) -> None:
        for addresses in games:
            game: Game = (
                FanOut(tally) if plan.bare else Piratbridge(addresses[0]["table"], tally, chance, plan.gap)
            )
            await play(game, addresses, plan, gate)
        raise RuntimeError("its games were over too soon")

    tasks = [asyncio.create_task(group(games)) for games in plan.groups]
    while tally.games < len(tasks) and not any(task.done() for task in tasks):
        await asyncio.sleep(0.05)
    await asyncio.sleep(plan.warm)
    figures = await _count(tally, plan.seconds, tasks)
    tally.over = True
    await asyncio.sleep(min(2.0, 0.3 + figures["p99_ms"] / 500))  # what is on its way arrives
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return figures


async def _count(tally: Tally, seconds: float, tasks: list[asyncio.Task[None]]) -> dict[str, Any]:
    print("begin", flush=True)
    begin, cpu = time.perf_counter(), _cpu()
    tally.counting = True
    await asyncio.wait(tasks, timeout=seconds, return_when=asyncio.FIRST_EXCEPTION)
    tally.counting = False
    passed, used = time.perf_counter() - begin, _cpu() - cpu
    print("end", flush=True)
    for task in tasks:
        if task.done() and (error := task.exception()):
            raise SystemExit(f"a table stopped: {error!r}")
    return {
        "moves": len(tally.latencies),
        "seconds": passed,
        "moves_per_second": len(tally.latencies) / passed,
        "p50_ms": percentile(tally.latencies, 0.5) * 1000,
        "p99_ms": percentile(tally.latencies, 0.99) * 1000,
        "bytes_mean": sum(tally.sizes) / max(1, len(tally.sizes)),
        "bytes_max": max(tally.sizes, default=0),
        "wholes": tally.wholes,
        "problems": tally.problems,
        "client_cpu": used / passed,
    }


def _cpu() -> float:
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime


if __name__ == "__main__":
    give(asyncio.run(run(Plan(**json.load(sys.stdin)))))
