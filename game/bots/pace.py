"""How long a bot seems to think: like a person, longer while there is more to think about.

Only what everyone at the table can see counts: how long it takes over its cards must not tell what
they are (nor that there was no choice).
"""

import random
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from game.rules.exact_bid.values import Phase

PACES: Final[Mapping[str, float]] = MappingProxyType({"relaxed": 1.6, "normal": 1.0, "fast": 0.45})
"""By what a table's pace multiplies everything that is waited for, every `think_time` included."""

BID_TIME: Final = (0.8, 2.5)
CARD_TIME: Final = (0.6, 1.8)
LAST_CARD_TIME: Final = (0.4, 0.6)  # there is no choice, and everyone sees it

_MANY: Final = 8  # so many cards are as many as one takes in


def think_time(phase: Phase, cards: int, rng: random.Random) -> float:
    """Seconds that a person with so many cards in hand would take, at normal pace."""
    if phase is Phase.PLAY and cards < 2:
        return rng.uniform(*LAST_CARD_TIME)
    shortest, longest = CARD_TIME if phase is Phase.PLAY else BID_TIME
    hard = 0.4 * min(1.0, cards / _MANY) + 0.6 * rng.random()
    return shortest + hard * (longest - shortest)
