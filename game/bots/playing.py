"""Choosing a card: the one after which the round is worth most.

Each card that may be played wins this trick or does not, with a chance (`trick_odds`); what the rest of
the hand is then worth follows (`outlook`). Beside it stands what the trick does to the others: a trick
for somebody who has all they bid spoils their bid, one for somebody who lacks some helps them.
"""

from typing import Final

from game.bots.counting import count
from game.bots.outlook import Outlook, value
from game.bots.scoring import Scoring, scoring
from game.bots.trick_odds import table
from game.rules.cards import Card
from game.rules.exact_bid.values import Play, View

_BROKEN: Final = 0.6  # how much of a bid's worth an unwanted trick takes from somebody who has all
_HELPED: Final = 0.25  # how much a trick adds for somebody who needs every trick that is left


def rate_cards(view: View) -> list[tuple[float, Play]]:
    """Every card that may be played now with the points to expect of it."""
    counting = count(view)
    seat = counting.seat
    bid = view.bids[seat] or 0
    need = bid - view.taken[seat]
    worth = scoring(view.options, bid)
    outlook = Outlook(counting, _pressure(view))
    trick = table(view, counting)
    effects = {other: _effect(view, other) for other in counting.others}
    rated = []
    for action in view.legal:
        if isinstance(action, Play):
            rest = tuple(card for card in view.hand if card != action.card)
            taken_by = trick.outcome(action.card)
            rated.append((_expect(outlook, rest, need, worth, taken_by, effects), action))
    return rated


def _pressure(view: View) -> float:
    """How much more the others still want than is left for them, as a share of the tricks left."""
    left = view.cards - sum(view.taken)
    wanted = sum(max(0, (bid or 0) - taken) for bid, taken in zip(view.bids, view.taken, strict=True))
    return max(-1.0, min(1.0, (wanted - left) / left))


def _expect(
    outlook: Outlook,
    rest: tuple[Card, ...],
    need: int,
    worth: Scoring,
    taken_by: dict[int, float],
    effects: dict[int, float],
) -> float:
    win = taken_by.get(outlook.counting.seat, 0.0)
    points = 0.0
    if win > 0.0:
        points += win * value(outlook.controls(rest, leads=True), need - 1, worth)
    if win < 1.0:
        points += (1.0 - win) * value(outlook.controls(rest, leads=False), need, worth)
    return points + sum(effects[other] * chance for other, chance in taken_by.items() if other in effects)


def _effect(view: View, other: int) -> float:
    """What it is worth to this seat that `other` takes the trick."""
    bid = view.bids[other] or 0
    need = bid - view.taken[other]
    left = view.cards - sum(view.taken)
    worth = scoring(view.options, bid)
    if need == 0:
        loss = _BROKEN * (worth.made + worth.over)
    elif 0 < need <= left:
        loss = -_HELPED * (worth.made + worth.under) * need / left
    else:
        return 0.0
    half = view.options.players // 2
    if view.options.teams and view.seat is not None and other % half == view.seat % half:
        return -loss
    return loss / (view.options.players - len(view.out) - 1)
