"""A game that is over, move by move: the state after each, and where its tricks and rounds begin.

A game is played through once, from its log, and then kept for a while: its states share most of what they
are made of, so that a long game takes some hundred kilobytes.
"""

from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Final, NamedTuple

from game import logs, store
from game.models import Source, Table
from game.rules.exact_bid import codec, engine
from game.rules.exact_bid.options import round_plan
from game.rules.exact_bid.values import Action, Deal, Phase, State

GAMES_KEPT: Final = 24


class Move(NamedTuple):
    """Who did what, on whose account, and when. `seat` is None for what the table does by itself."""

    seat: int | None
    action: Action
    source: Source
    at: datetime


class Ways(NamedTuple):
    """The steps to which one may go from a step. Where there is no further one, the step itself."""

    previous_card: int
    next_card: int
    previous_trick: int
    next_trick: int
    previous_round: int
    next_round: int


class RoundStart(NamedTuple):
    round: int
    cards: int
    step: int


@dataclass(frozen=True)
class Replay:
    """Step n is the game after its first n moves: the deal of the first round is step 1."""

    moves: tuple[Move, ...]
    states: tuple[State, ...]  # by step, from 0, before the first deal
    rounds: tuple[RoundStart, ...]
    tricks: tuple[int, ...]  # the steps at which a round's bids are in, or a trick is taken

    @property
    def last(self) -> int:
        return len(self.moves)

    def nearest(self, step: int) -> int:
        """The step that is meant by a number."""
        return min(max(step, 1), self.last)

    def ways(self, step: int) -> Ways:
        starts = [start.step for start in self.rounds]
        return Ways(
            previous_card=self.nearest(step - 1),
            next_card=self.nearest(step + 1),
            previous_trick=_before(self.tricks, step, 1),
            next_trick=_after(self.tricks, step, self.last),
            previous_round=_before(starts, step, 1),
            next_round=_after(starts, step, self.last),
        )


def _before(steps: tuple[int, ...] | list[int], step: int, least: int) -> int:
    at = bisect_left(steps, step)
    return steps[at - 1] if at else least


def _after(steps: tuple[int, ...] | list[int], step: int, most: int) -> int:
    at = bisect_right(steps, step)
    return steps[at] if at < len(steps) else most


@lru_cache(maxsize=GAMES_KEPT)
def replay_of(public_id: str) -> Replay:
    """The game of a table that has ended: it does not change any more, whoever asks."""
    table = Table.objects.get(public_id=public_id, status=Table.Status.ENDED)
    options = codec.decode_options(table.options)
    plan = round_plan(options)
    state = engine.start(options, store.state_of(table).first_dealer)
    moves: list[Move] = []
    states, rounds, tricks = [state], [], []
    for row in logs.log_of(table):
        if row.action is None:
            continue
        before, action = state, codec.decode_action(row.action)
        state, _ = engine.apply(before, row.seat, action)
        moves.append(Move(row.seat, action, row.source, row.at))
        states.append(state)
        if isinstance(action, Deal):
            rounds.append(RoundStart(state.round, plan[state.round - 1], len(moves)))
        elif _bids_are_in(before, state) or sum(state.taken) > sum(before.taken):
            tricks.append(len(moves))
    return Replay(tuple(moves), tuple(states), tuple(rounds), tuple(tricks))


def _bids_are_in(before: State, after: State) -> bool:
    bidding = (Phase.BID, Phase.REBID)
    return before.phase in bidding and after.phase not in bidding
