"""Choosing a bid: the one with the most points to expect."""

from typing import Final

from game.bots.counting import count
from game.bots.one_card import chance_to_win
from game.bots.outlook import Outlook, exact
from game.bots.scoring import scoring
from game.rules.exact_bid.values import Bid, Phase, View

_MISS: Final = 1.35  # by how many tricks a missed bid is missed


def rate_bids(view: View) -> list[tuple[float, Bid]]:
    """Every bid that may be made now with the points to expect of it."""
    bids = [action for action in view.legal if isinstance(action, Bid)]
    chances = _chances(view, max(bid.tricks for bid in bids))
    return [(_worth(view, bid.tricks, chances[bid.tricks]), bid) for bid in bids]


def _chances(view: View, most: int) -> list[float]:
    """The chance of making each bid."""
    if view.cards == 1:
        win = chance_to_win(view)
        return [1.0 - win, win]
    counting = count(view)
    # Whose bid must be changed (hook) knows the others': with it they come to what there is.
    pressure = 0.0 if view.phase is Phase.REBID else _usual_pressure(len(counting.others), len(view.trumps))
    outlook = Outlook(counting, pressure)
    return exact(outlook.controls(view.hand, leads=view.leader == view.seat), most)


def _usual_pressure(others: int, trumps: int) -> float:
    """How the bids will add up against the tricks, as far as one can say before they are known. Where few
    play or nothing is trump, tricks fall to cards that nobody would bid on; with many players or two
    trumps everyone counts on the same tricks."""
    return max(-0.5, 0.15 - 0.9 / others + 0.2 * (trumps - 1))


def _worth(view: View, bid: int, chance: float) -> float:
    worth = scoring(view.options, bid)
    missed = worth.over if bid == 0 else (worth.over + worth.under) / 2
    return chance * worth.made - (1.0 - chance) * missed * _MISS
