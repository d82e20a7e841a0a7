"""How a card's chances follow from what is known about it: weights of a logistic function.

They were fitted to bots playing each other at all options of the exact-bid family: to whether those who
needed so many tricks with such cards took exactly so many. A positive weight makes a win (or a loss)
at will likelier.
"""

from typing import Final

NAMES: Final = (
    "always",
    "best",  # the chance that nobody beats it if it is led now
    "higher out",  # how many higher cards of the suit the others hold, in fours
    "lower out",  # how many lower ones, in sixes
    "smaller",  # one's own smaller cards of the suit, in threes
    "company",  # one by the number of the others: fewer let smaller cards win
    "short",  # how soon one may trump or discard when another suit is led
    "pressure",  # how much more the players still want than there is
    "leads",  # whether one leads the next trick
)

WEIGHTS: Final[dict[bool, tuple[tuple[float, ...], tuple[float, ...]]]] = {
    # plain suits: winning at will, losing at will
    False: (
        (-2.4, 2.2, -1.0, 1.7, -0.5, 0.5, -0.8, -0.7, 0.5),
        (2.9, -1.7, 2.2, -1.6, 1.5, -3.1, 1.7, 1.0, -0.5),
    ),
    # trumps
    True: (
        (-0.3, 2.0, -0.9, 0.3, 2.0, 0.5, 0.1, -0.7, -0.1),
        (0.3, -2.0, 2.2, 0.0, -2.2, -0.8, 0.4, 1.2, 0.1),
    ),
}
