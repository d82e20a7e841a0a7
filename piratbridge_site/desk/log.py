"""The log of a game in sentences, round by round: what the people at the table did beside the game, and what
came of each round.

Of a game that is over every bid and card can be told. Of a running one no card at all, and only the bids of
rounds that are finished, which everyone at the table has seen.
"""

from bisect import bisect_right
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, NamedTuple

from game import logs
from game.live.story import lines_of
from game.logs import Logged
from game.models import Message, Said, Seat, Table
from game.past.replay import Replay, replay_of
from game.past.told import players_at
from game.rules.exact_bid.view import view
from game.sheet import RoundResult
from game.words import line_text, table_line, type_name

MOST_LINES: Final = 500


class Line(NamedTuple):
    at: datetime
    text: str
    seat: int | None


class Played(NamedTuple):
    """What a seat did in a round that is finished."""

    name: str
    bid: int
    taken: int
    points: int
    total: int

    @property
    def made(self) -> bool:
        return self.bid == self.taken


class RoundLog(NamedTuple):
    """`type` is "Fight" or the like, "" where the round is not finished. `step` is where it begins in the
    replay, `cards_told` every bid and card; neither while the game runs."""

    number: int
    cards: int | None
    dealer: str
    type: str
    played: tuple[Played, ...]
    lines: tuple[Line, ...]
    step: int | None
    cards_told: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GameLog:
    """`before` is what happened before the first round; `time_outs` how often each seat ran out of time, and
    `totals` what it had after the last round that is finished."""

    before: tuple[Line, ...]
    rounds: tuple[RoundLog, ...]
    time_outs: Mapping[int, int]
    totals: tuple[int, ...]


def game_log(table: Table, seats: Sequence[Seat]) -> GameLog:
    """Of a table whose game has begun."""
    rows = logs.log_of(table)
    starts = [row.at for row in rows if _is(row.action, "deal")]
    lines: list[list[Line]] = [[] for _ in range(len(starts) + 1)]
    for line in _company_lines(table, seats, rows):
        lines[bisect_right(starts, line.at)].append(line)
    results = {result["round"]: result for result in logs.rounds_of(table)}
    totals = results[max(results)]["totals"] if results else [0] * len(seats)
    replay = replay_of(table.public_id) if table.status == Table.Status.ENDED else None
    rounds = tuple(
        _round(number, results.get(number), lines[number], seats, replay)
        for number in range(1, len(starts) + 1)
    )
    time_outs = Counter(row.seat for row in rows if row.seat is not None and _is(row.deed, "time-out"))
    return GameLog(tuple(lines[0]), rounds, time_outs, tuple(totals))


def _is(what: Mapping[str, Any] | None, type: str) -> bool:
    return what is not None and what.get("type") == type


def _company_lines(table: Table, seats: Sequence[Seat], rows: Sequence[Logged]) -> list[Line]:
    """What the table has said of its people, and who answered a vote or got ready; in order."""
    said = Message.objects.filter(table=table, kind=Said.TABLE).order_by("pk")[:MOST_LINES]
    lines = [Line(each.at, table_line(each.words, each.name, mine=False), each.seat) for each in said]
    for row in rows:
        if row.seat is not None and row.deed is not None and row.deed.get("type") in _ANSWERS:
            text = _ANSWERS[row.deed["type"]] % {"name": seats[row.seat].name}
            lines.append(Line(row.at, text, row.seat))
    return sorted(lines, key=lambda line: line.at)


_ANSWERS: Final = {
    "yes": "%(name)s says yes.",
    "ready": "%(name)s is ready to go on.",
}


def _round(
    number: int,
    result: RoundResult | None,
    lines: Sequence[Line],
    seats: Sequence[Seat],
    replay: Replay | None,
) -> RoundLog:
    start = next((start for start in replay.rounds if start.round == number), None) if replay else None
    return RoundLog(
        number=number,
        cards=result["cards"] if result else start.cards if start else None,
        dealer=seats[result["dealer"]].name if result else "",
        type=type_name(result["type"]) if result else "",
        played=_played(result, seats) if result else (),
        lines=tuple(lines),
        step=start.step if start else None,
        cards_told=_every_card(replay, number, seats) if replay and start else (),
    )


def _played(result: RoundResult, seats: Sequence[Seat]) -> tuple[Played, ...]:
    columns = zip(seats, result["bids"], result["taken"], result["points"], result["totals"], strict=True)
    return tuple(
        Played(seat.name, bid, taken, points, total)
        for seat, bid, taken, points, total in columns
        if bid is not None
    )


def _every_card(replay: Replay, number: int, seats: Sequence[Seat]) -> tuple[str, ...]:
    """The round as those at the table were told of it, from the deal to the points."""
    last = max(step for step, state in enumerate(replay.states) if state.round == number)
    players = players_at(seats, replay.moves[last - 1].at)
    return tuple(line_text(line, None) for line in lines_of(view(replay.states[last], None), players))
