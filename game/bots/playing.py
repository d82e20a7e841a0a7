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
_SUREST: Final = 5.0  # points for leading the surest card where every trick is needed: it pulls others
_WAIT: Final = 4.0  # points for keeping a card that always wins: led, it draws what could take the lead


def rate_cards(view: View) -> list[tuple[float, Play]]:
    """Every card that may be played now with the points to expect of it."""
    counting = count(view)
    bid = view.bids[counting.seat] or 0
    need = bid - view.taken[counting.seat]
    worth = scoring(view.options, bid)
    outlook = Outlook(counting, _pressure(view))
    trick = table(view, counting)
    effects = {other: _effect(view, other) for other in counting.others}
    rated = []
    for action in view.legal:
        if not isinstance(action, Play):
            continue
        rest = tuple(card for card in view.hand if card != action.card)
        taken_by = trick.outcome(action.card)
        win = taken_by.get(counting.seat, 0.0)
        points = _own_points(outlook, rest, need, worth, win)
        points += sum(effects[other] * chance for other, chance in taken_by.items() if other in effects)
        if trick.best is None:
            points += _lead_habit(outlook, action.card, rest, need, win)
        rated.append((points, action))
    return rated


def _own_points(outlook: Outlook, rest: tuple[Card, ...], need: int, worth: Scoring, win: float) -> float:
    """What the round is worth if this trick is won with the chance `win` and `rest` is left."""
    points = 0.0
    if win > 0.0:
        points += win * value(outlook.controls(rest, leads=True), need - 1, worth)
    if win < 1.0:
        points += (1.0 - win) * value(outlook.controls(rest, leads=False), need, worth)
    return points


def _lead_habit(outlook: Outlook, card: Card, rest: tuple[Card, ...], need: int, win: float) -> float:
    """What counting trick by trick does not see: what a lead does to the tricks after it."""
    if need > len(rest):
        return _SUREST * win
    if need > 0 and outlook.is_sure(card):
        return -_WAIT
    return 0.0


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
