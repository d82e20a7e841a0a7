"""The level *medium*: counts cards, and estimates what comes after this trick without playing it out."""

import random
from typing import Final

from game.bots.bidding import rate_bids
from game.bots.playing import rate_cards
from game.rules.exact_bid.values import Action, Phase, View

_EQUAL: Final = 1e-9


def rate(view: View) -> list[tuple[float, Action]]:
    """Everything that may be done now, with the points to expect of it."""
    if view.phase is Phase.PLAY:
        return [*rate_cards(view)]
    return [*rate_bids(view)]


def medium(view: View, rng: random.Random) -> Action:
    """The best action by `rate`; of equals any."""
    if len(view.legal) == 1:
        return view.legal[0]
    rated = rate(view)
    best = max(points for points, _ in rated)
    return rng.choice([action for points, action in rated if points >= best - _EQUAL])
