"""How long a bot seems to think: like a person, longer over hard choices."""

import random
from collections.abc import Mapping
from math import exp
from types import MappingProxyType
from typing import Final

from game.bots.medium import rate
from game.rules.exact_bid.values import Phase, View

PACES: Final[Mapping[str, float]] = MappingProxyType({"relaxed": 1.6, "normal": 1.0, "fast": 0.45})
"""What a table's pace makes of every `think_time`."""

BID_TIME: Final = (0.8, 2.5)
CARD_TIME: Final = (0.6, 1.8)
FORCED_TIME: Final = (0.4, 0.6)

_MANY: Final = 8  # so many choices are as many as one takes in
_CLEAR: Final = 1.5  # points by which the best choice must lead to seem clear


def think_time(view: View, rng: random.Random) -> float:
    """Seconds that a person would take over what `view` asks for, at normal pace."""
    if len(view.legal) < 2:
        return rng.uniform(*FORCED_TIME)
    shortest, longest = CARD_TIME if view.phase is Phase.PLAY else BID_TIME
    many = min(1.0, (len(view.legal) - 1) / (_MANY - 1))
    hard = 0.4 * many + 0.4 * _closeness(view) + 0.2 * rng.random()
    return shortest + hard * (longest - shortest)


def _closeness(view: View) -> float:
    """1 where the two best choices are worth the same, towards 0 the clearer the best one is."""
    try:
        points = sorted((points for points, _ in rate(view)), reverse=True)
    except Exception:  # the pace is not worth a stopped table; `decide` is the one to complain
        return 0.5
    return exp((points[1] - points[0]) / _CLEAR)
