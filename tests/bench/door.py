"""Moves through the one door, on the database that the environment names, in turn with the bare
transactions they are compared with.

The pages are told nothing while a move is timed: what that costs is measured beside it.
"""

import random
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any
from unittest.mock import patch

import django

django.setup()

from django.core.management import call_command  # noqa: E402
from django.db import connection  # noqa: E402

from game import door, store  # noqa: E402
from game.live.publish import group_of, message_of  # noqa: E402
from game.live.send import send_to_group  # noqa: E402
from game.models import Table  # noqa: E402
from game.rules.exact_bid import engine  # noqa: E402
from game.rules.exact_bid.values import Action, Phase, Play, State  # noqa: E402
from tests.bench import bare  # noqa: E402
from tests.bench.child import give  # noqa: E402
from tests.bench.measure import Stopwatch, median, percentile, rng  # noqa: E402
from tests.game.tables import let_table_act, new_table, state  # noqa: E402

PARTS: tuple[tuple[Any, str, str], ...] = (
    (store, "lock", "load"),
    (store, "state_of", "load"),
    (engine, "apply", "apply"),
    (door, "set_due", "apply"),
    (store, "save", "store"),
)
"""What a move is made of. The rest of its time is beginning and committing the transaction."""

AT_ONCE = 25
"""Moves, then as many bare transactions, and again: what else the machine does meets both alike."""


class Moves:
    """Random moves of people, from table to table, and what each of them cost."""

    def __init__(self, chance: random.Random) -> None:
        self.total: list[float] = []  # seconds from the call to the commit
        self.parts: dict[str, list[float]] = {"load": [], "apply": [], "store": []}
        self.render: list[float] = []
        self.send: list[float] = []
        self.queries: list[int] = []
        self.queries_at_end: list[int] = []  # of the moves that end a round or a game
        self.by_round: dict[int, list[float]] = {}
        self._chance = chance
        self._table: Table | None = None
        self._now: State | None = None
        self._committed = 0.0
        self._running: dict[str, float] = {}
        self._asked = 0

    def make(self) -> None:
        """One move, timed."""
        seat, action = self._next()
        assert self._table is not None
        assert self._now is not None
        self._running = dict.fromkeys(self.parts, 0.0)
        self._asked = 0
        turn = engine.turn(self._now)
        begin = time.perf_counter()
        change = door.act(self._table.pk, seat, action, source=door.Source.PERSON, turn=turn)
        passed = self._committed - begin
        assert change is not None
        self.total.append(passed)
        for part, seconds in self._running.items():
            self.parts[part].append(seconds)
        if isinstance(action, Play) and change.after.state.phase is Phase.PLAY:
            self.by_round.setdefault(change.after.state.round, []).append(passed)
        self._now = change.after.state
        self._publish(change)
        over = change.after.state.phase in (Phase.DEAL, Phase.END)
        (self.queries_at_end if over else self.queries).append(self._asked)

    def _publish(self, change: door.Change) -> None:
        watch = Stopwatch()
        message = message_of(change)
        self.render.append(watch.read())
        send_to_group(group_of(change.table.pk), lambda: message)
        self.send.append(watch.read())

    def _next(self) -> tuple[int, Action]:
        """The next move of a person; the table's own actions before it are done, and not timed."""
        while self._now is None or not (waiting := engine.waited_for(self._now)):
            if self._table is None or (self._now is not None and self._now.phase is Phase.END):
                self._table = new_table()
            else:
                let_table_act(self._table)
            self._now = state(self._table)
        seat = self._chance.choice(waiting)
        return seat, self._chance.choice(engine.legal_actions(self._now, seat))

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Let the door's parts be timed and its queries counted, and its announcements be held back."""
        with ExitStack() as stack:
            for module, name, part in PARTS:
                function = self._timed(getattr(module, name), part)
                stack.enter_context(patch.object(module, name, function))
            stack.enter_context(patch.object(door, "_announce", self._commit))
            stack.enter_context(patch("game.tasks.advance.apply_async"))
            stack.enter_context(connection.execute_wrapper(self._count))
            yield

    def _commit(self, change: door.Change) -> None:
        self._committed = time.perf_counter()

    def _timed(self, function: Callable[..., Any], part: str) -> Callable[..., Any]:
        def timed(*args: Any, **kwargs: Any) -> Any:
            begin = time.perf_counter()
            try:
                return function(*args, **kwargs)
            finally:
                passed = time.perf_counter() - begin
                self._running[part] = self._running.get(part, 0.0) + passed

        return timed

    def _count(self, execute: Callable[..., Any], statement: str, *rest: Any) -> Any:
        if not statement.startswith(("BEGIN", "SAVEPOINT", "RELEASE")):
            self._asked += 1 + statement.count("; ")  # several in one message are several
        return execute(statement, *rest)


def measure(quick: bool) -> dict[str, Any]:
    """Figures of the door and of the bare transaction, in milliseconds."""
    call_command("migrate", interactive=False, verbosity=0)
    chance = rng()
    key, moves, bare_times = bare.create(), Moves(chance), []
    for turn in range(-1, 3 if quick else 60):
        if turn == 0:  # what was before was to warm up
            moves, bare_times = Moves(chance), []
        with moves.watching():
            for _ in range(AT_ONCE):
                moves.make()
        for _ in range(AT_ONCE):
            new, watch = bare.some_state(chance), Stopwatch()
            bare.move(key, new)
            bare_times.append(watch.read())
    return figures(moves, bare_times)


def figures(moves: Moves, bare_times: list[float]) -> dict[str, Any]:
    parts = {part: _ms(values) for part, values in moves.parts.items()}
    rest = [total - sum(spent) for total, *spent in zip(moves.total, *moves.parts.values(), strict=True)]
    first, last = moves.by_round.get(1, []), moves.by_round.get(16, [])
    return {
        "moves": len(moves.total),
        "moves_per_second": round(1 / median(moves.total), 1),
        "ms": _ms(moves.total),
        "ms_p99": round(percentile(moves.total, 0.99) * 1000, 3),
        "parts_ms": {**parts, "begin_commit": _ms(rest)},
        "bare_ms": _ms(bare_times),
        "ratio": round(median(moves.total) / median(bare_times), 2),
        "render_ms": _ms(moves.render),
        "send_ms": _ms(moves.send),
        "queries": max(moves.queries),
        "queries_round_end": max(moves.queries_at_end, default=None),
        "last_round_to_first": round(median(last) / median(first), 2) if last else None,
    }


def _ms(seconds: list[float]) -> float:
    return round(median(seconds) * 1000, 3)


if __name__ == "__main__":
    give(measure("--quick" in sys.argv))
