"""Whole random rounds of the rules alone: no database, no page."""

import random
import sys
import time

from game.rules import fair
from game.rules.exact_bid import engine
from game.rules.exact_bid.options import Options
from game.rules.exact_bid.values import Phase
from tests.bench.child import give
from tests.bench.measure import median, rng

OPTIONS = Options(players=4, most_cards=8)
SALTS = ("", "", "", "")


def measure(quick: bool) -> dict[str, float]:
    """Rounds per second in this process, the median of several spells."""
    chance = rng()
    spells = [_spell(chance, 0.1 if quick else 1.0) for _ in range(3 if quick else 7)]
    return {"rounds_per_second": round(median(spells), 1)}


def _spell(chance: random.Random, seconds: float) -> float:
    rounds, begin = 0, time.perf_counter()
    while (passed := time.perf_counter() - begin) < seconds:
        play_round(chance)
        rounds += 1
    return rounds / passed


def play_round(chance: random.Random) -> None:
    """A game's first round, from its fair deal to its score: 37 actions."""
    state = engine.start(OPTIONS, chance.randrange(OPTIONS.players))
    deal, _ = fair.next_deal(state, chance.randbytes(32), SALTS, k=0)
    state, _ = engine.apply(state, None, deal)
    while state.phase is not Phase.DEAL:
        seat = chance.choice(engine.waited_for(state))
        state, _ = engine.apply(state, seat, chance.choice(engine.legal_actions(state, seat)))


if __name__ == "__main__":
    give(measure("--quick" in sys.argv))
