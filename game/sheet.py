"""Finished rounds: what is kept of each for the score sheet.

A round's result is
`{"round", "cards", "dealer", "type", "bids", "taken", "points", "totals"}`, lists by seat with None
where a seat was out.
"""

from collections.abc import Sequence
from typing import Any

from game.rules.exact_bid.scoring import round_type
from game.rules.exact_bid.values import State

RoundResult = dict[str, Any]


def round_result(state: State) -> RoundResult:
    """What came of the round that has just been scored."""
    assert state.points is not None
    cards = len(state.tricks)
    return {
        "round": state.round,
        "cards": cards,
        "dealer": state.dealer,
        "type": str(round_type(state.bids, cards)),
        "bids": list(state.bids),
        "taken": [
            None if points is None else taken for taken, points in zip(state.taken, state.points, strict=True)
        ],
        "points": list(state.points),
        "totals": list(state.totals),
    }


def bids_made(results: Sequence[RoundResult], players: int) -> tuple[list[int], list[int]]:
    """By seat: how many bids were made, in how many rounds played."""
    made, played = [0] * players, [0] * players
    for result in results:
        for seat, bid in enumerate(result["bids"]):
            if bid is not None:
                played[seat] += 1
                made[seat] += bid == result["taken"][seat]
    return made, played
