"""How well the bots do. Seeded, so that the figures stand still; `harness` measures more."""

import random

from game.bots import LEVELS
from game.rules.exact_bid import engine
from game.rules.exact_bid.options import Options

from .harness import measure, play_round


def test_medium_makes_most_of_its_bids_among_its_like():
    # A plain rule-based bot makes 48 % of its bids and 4.8 points a round.
    tally = measure(Options(players=4, most_cards=8), LEVELS["medium"].bot, rounds=100, seed=1)
    assert tally.made / tally.seats >= 0.48
    assert tally.points / tally.seats >= 4.8


def test_medium_beats_the_floor_by_far():
    medium, floor = LEVELS["medium"].bot, LEVELS["random"].bot
    rng = random.Random(2)
    lead = 0
    for number in range(40):
        state = engine.start(Options(players=4, most_cards=8), number % 4)
        state = play_round(state, [medium, floor, floor, floor], rng)
        totals = state.totals
        lead += totals[0] - max(totals[1:])
    assert lead > 0
