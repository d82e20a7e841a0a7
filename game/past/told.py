"""What happened at a step of a replay, in sentences."""

from collections.abc import Sequence
from datetime import datetime
from itertools import takewhile
from typing import Final, NamedTuple

from game import store
from game.live.slices import Line, Player
from game.live.story import lines_of
from game.models import Seat, Source, Table
from game.past.replay import Replay
from game.past.seen import Viewpoint
from game.rules.exact_bid.values import Bid
from game.rules.exact_bid.view import view
from game.words import line_text, table_line
from game.words.past import bid_text

_COUNTED: Final = ("bids", "scores")


def players_at(seats: Sequence[Seat], at: datetime) -> tuple[Player, ...]:
    """Who played then, by seat: who left the game later was still there."""
    return tuple(_player_at(seat, at) for seat in seats)


def _player_at(seat: Seat, at: datetime) -> Player:
    left = seat.left_at is not None and seat.left_at <= at
    return Player(seat.name, seat.bot if seat.player_id is None or left else "", left)


class Told(NamedTuple):
    """What was done and what came of it; and what everyone bid or won, which the table shows all at once, and
    which has to be said to who does not see it."""

    happened: list[str]
    counted: list[str]

    def __str__(self) -> str:
        return " ".join(self.happened + self.counted)


def told(table: Table, seats: Sequence[Seat], replay: Replay, step: int, point: Viewpoint) -> Told:
    """Who has left since the step before, what was done, and what came of it; as far as it is seen."""
    move = replay.moves[step - 1]
    players = players_at(seats, move.at)
    sentences = _left(table, seats, replay, step)
    if move.source == Source.CLOCK and move.seat is not None:
        sentences.append(table_line("timed-out", players[move.seat].name, mine=False))
    if isinstance(move.action, Bid) and move.seat is not None:
        known = point.open or move.seat == point.seat
        changed = replay.states[step - 1].bids[move.seat] is not None
        bid = move.action.tricks if known else None
        sentences.append(bid_text(players[move.seat].name, bid, changed=changed))
    counted: list[str] = []
    for line in _new_lines(replay, step, players):
        (counted if line.code in _COUNTED else sentences).append(line_text(line, None))
    return Told(sentences, counted)


def _new_lines(replay: Replay, step: int, players: tuple[Player, ...]) -> tuple[Line, ...]:
    """What the log of the round says more than it did."""
    before, after = (lines_of(view(replay.states[n], None), players) for n in (step - 1, step))
    if replay.states[step - 1].round != replay.states[step].round:
        return after
    same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(before, after, strict=False)))
    return after[same:]


def _left(table: Table, seats: Sequence[Seat], replay: Replay, step: int) -> list[str]:
    """The players who left the game between this step and the one before."""
    until = replay.moves[step - 1].at
    since = replay.moves[step - 2].at if step > 1 else None
    gone = [
        seat
        for seat in seats
        if seat.left_at is not None and seat.left_at <= until and (since is None or since < seat.left_at)
    ]
    company = store.company_of(table)
    how = {seat.index: company.players[seat.index] for seat in gone} if company else {}
    return [
        table_line(f"left-{player.left.how}", seats[index].name, mine=False)
        for index, player in how.items()
        if player is not None and player.left is not None
    ]
