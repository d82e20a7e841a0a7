"""Choosing a card: the one after which the round is worth most.

Each card that may be played wins this trick or does not, with a chance (`trick_odds`); what the rest of
the hand is then worth follows (`outlook`). Beside it stands what the trick does to the others: a trick
for somebody who has all they bid spoils their bid, one for somebody who lacks some helps them.
"""

from typing import Final

from game.bots.counting import count
from game.bots.outlook import Outlook, value
from game.bots.scoring import scoring
from game.bots.trick_odds import table
from game.rules.cards import Card, is_joker
from game.rules.exact_bid.values import Play, View

_BROKEN: Final = 0.6  # how much of a bid's worth an unwanted trick takes from somebody who has all
_HELPED: Final = 0.25  # how much a trick adds for somebody who needs every trick that is left
_SUREST: Final = 5.0  # points for leading the surest card where every trick is needed: it pulls others
_WAIT: Final = 4.0  # points for keeping a card that always wins: led, it draws what could take the lead


def rate_cards(view: View) -> list[tuple[float, Play]]:
    """Every card that may be played now with the points to expect of it."""
    turn = _Turn(view)
    plays = [action for action in view.legal if isinstance(action, Play)]
    # Cards with nothing unseen between them do the same, so they are looked at once.
    points: dict[tuple[str, int, bool], float] = {}
    for play in plays:
        alike = turn.alike(play.card)
        if alike not in points:
            points[alike] = turn.points(play.card)
    return [(points[turn.alike(play.card)], play) for play in plays]


class _Turn:
    """A seat's turn to play a card."""

    def __init__(self, view: View) -> None:
        self.counting = count(view)
        self.hand = view.hand
        bid = view.bids[self.counting.seat] or 0
        self.need = bid - view.taken[self.counting.seat]
        self.worth = scoring(view.options, bid)
        self.outlook = Outlook(self.counting, _pressure(view))
        self.trick = table(view, self.counting)
        self.effects = {other: _effect(view, other) for other in self.counting.others}

    def alike(self, card: Card) -> tuple[str, int, bool]:
        """The same for cards that do the same."""
        higher = 0 if is_joker(card) else self.counting.higher(card)
        return card[1], higher, self.trick.wins(card)

    def points(self, card: Card) -> float:
        """What the round is worth after the card."""
        rest = tuple(other for other in self.hand if other != card)
        taken_by = self.trick.outcome(card)
        win = taken_by.pop(self.counting.seat, 0.0)
        points = sum(self.effects[other] * chance for other, chance in taken_by.items())
        if win > 0.0:
            points += win * value(self.outlook.controls(rest, leads=True), self.need - 1, self.worth)
        if win < 1.0:
            points += (1.0 - win) * value(self.outlook.controls(rest, leads=False), self.need, self.worth)
        return points + (self._lead_habit(card, win) if self.trick.best is None else 0.0)

    def _lead_habit(self, card: Card, win: float) -> float:
        """What counting trick by trick does not see: what a lead does to the tricks after it."""
        if self.need == len(self.hand):
            return _SUREST * win
        if 0 < self.need < len(self.hand) and self.outlook.is_sure(card):
            return -_WAIT
        return 0.0


def _pressure(view: View) -> float:
    """How much more is still wanted than there is, as a share of the tricks left."""
    left = view.cards - sum(view.taken)
    wanted = sum(max(0, (bid or 0) - taken) for bid, taken in zip(view.bids, view.taken, strict=True))
    return max(-1.0, min(1.0, (wanted - left) / left))


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
