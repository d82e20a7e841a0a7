"""Games made in other processes: played, or taken from those played already, and put at a moment in time.

The engine takes some milliseconds for a game. Of very many, only so many are different ones (`distinct`), and
the others are copies: the same bids and cards at another time. A copy has a seed of its own, as every table
must, and so its deals are not those that its seed gives.
"""

import json
import random
import zlib
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, replace
from itertools import cycle
from multiprocessing import get_context
from typing import Any, Final

import django

from game.models import Kind
from game.rules import fair
from game.rules.company import codec as company_codec
from game.rules.company.values import Company, Leave
from game.rules.exact_bid import codec
from game.sheet import bids_made
from ranking.made_up.games import Game, play

AT_ONCE: Final = 250
"""Games that a process is asked for at a time."""
AHEAD: Final = 3
"""Times that each is asked before its first answer is taken."""


@dataclass(frozen=True, slots=True)
class Order:
    """A game that is wanted: which one, and when it begins (as the company counts time)."""

    number: int
    began: int


@dataclass(frozen=True, slots=True)
class Made:
    """A game that has ended, as the database keeps it; who played it is not said yet. Lists go by seat.
    `bids` has of each round the cards, the bids, and the tricks taken."""

    kind: Kind
    options: str
    limit: int | None
    seed: str
    seal: str
    salts: Sequence[str]
    real: Sequence[bool]
    left: Mapping[int, int]
    placements: Sequence[int | None]
    totals: Sequence[int]
    made: Sequence[int]
    rounds: Sequence[int]
    bids: Sequence[tuple[int, Sequence[int], Sequence[int]]]
    state: str
    company: str | None
    packed: bytes
    version: int
    began: int
    ended: int


def made(orders: Iterator[Order], seed: int, distinct: int, processes: int) -> Iterator[Made]:
    """The games ordered, in order; with no processes they are made here. A few are made ahead."""
    if not processes:
        for batch in _batches(orders):
            yield from make(batch, seed, distinct)
        return
    with ExitStack() as stack:
        # Each has one worker, so that of a game and its copies all are made where it is known already.
        pools = [
            stack.enter_context(ProcessPoolExecutor(1, get_context("spawn"), initializer=django.setup))
            for _ in range(processes)
        ]
        waiting: list[Future[list[Made]]] = []
        for batch, pool in zip(_batches(orders), cycle(pools), strict=False):
            waiting.append(pool.submit(make, batch, seed, distinct))
            if len(waiting) > AHEAD * processes:
                yield from waiting.pop(0).result()
        for future in waiting:
            yield from future.result()


def _batches(orders: Iterator[Order]) -> Iterator[list[Order]]:
    batch: list[Order] = []
    for order in orders:
        batch.append(order)
        if len(batch) == AT_ONCE:
            yield batch
            batch = []
    if batch:
        yield batch


_molds: dict[tuple[int, int], "_Mold"] = {}


def make(orders: Sequence[Order], seed: int, distinct: int) -> list[Made]:
    return [_cast(order, seed, distinct) for order in orders]


def _cast(order: Order, seed: int, distinct: int) -> Made:
    number = order.number % distinct
    mold = _molds.get((seed, number))
    if mold is None:
        mold = _molds[seed, number] = _mold(play(number, seed))
    if order.number == number:
        return mold.cast(order.began, mold.seed)
    return mold.cast(order.began, random.Random(f"{seed}.{order.number}").randbytes(fair.SEED_BYTES))


@dataclass(frozen=True, slots=True)
class _Mold:
    """A game without its moment: all that is the same whenever it was. `log` has a place for the time of
    each change."""

    like: Made
    seed: bytes
    company: Company | None
    log: str
    times: Sequence[int]

    def cast(self, began: int, seed: bytes) -> Made:
        log = self.log % tuple(
            (began + at) * 1000 for at in self.times
        )  # microseconds, as `game.logs` has them
        return replace(
            self.like,
            seed=seed.hex(),
            seal=fair.seal(seed),
            left={seat: began + at for seat, at in self.like.left.items()},
            company=None if self.company is None else _company(self.company, began),
            packed=zlib.compress(log.encode()),
            began=began,
            ended=began + self.times[-1],
        )


def _mold(game: Game) -> _Mold:
    many = len(game.real)
    bids, rounds = bids_made(game.rounds, many)
    rows = ",".join(_row(done.seat, str(done.source), done.action) for done in game.log)
    like = Made(
        kind=game.kind,
        options=json.dumps(codec.encode_options(game.options)),
        limit=game.limit,
        seed="",
        seal="",
        salts=game.salts,
        real=game.real,
        left=game.left,
        placements=game.placements,
        totals=game.state.totals,
        made=bids,
        rounds=rounds,
        bids=[(played["cards"], played["bids"], played["taken"]) for played in game.rounds],
        state=json.dumps(codec.encode_state(game.state)),
        company=None,
        packed=b"",
        version=len(game.log),
        began=0,
        ended=0,
    )
    log = f'{{"log":[{rows}],"rounds":{_text(list(game.rounds))}}}'
    return _Mold(like, game.seed, game.company, log, [done.at for done in game.log])


def _row(seat: int | None, source: str, action: Any) -> str:
    """A change of the log as `game.logs` packs it, with a place for its time."""
    move = None if action is None else codec.encode_action(action)
    deed = company_codec.encode_deed(Leave()) if action is None else None
    return _text([seat, source, move, deed, None])[:-1] + ",%d]"


def _text(value: object) -> str:
    return json.dumps(value, separators=(",", ":"))


def _company(company: Company, began: int) -> str:
    """A company whose time was counted from the beginning of its game."""
    players = tuple(
        player if player is None or player.left is None
        else replace(player, left=replace(player.left, at=player.left.at + began))
        for player in company.players
    )  # fmt: skip
    clocks = tuple(clock and replace(clock, began=clock.began + began) for clock in company.clocks)
    then = replace(company, players=players, clocks=clocks, at=company.at + began)
    return json.dumps(company_codec.encode_company(then))
