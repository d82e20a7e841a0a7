"""How far points have come within their step."""

from typing import NamedTuple

from ranking.ladder import STEP_POINTS, STEPS, TIERS, step_of, tier_of


class Way(NamedTuple):
    """`since` the first point of the step, of the `STEP_POINTS` to the next one, which is `missing` so many
    points away and is called by `tier` and `step`. In the last step of all `missing` is 0: there is no next
    one."""

    since: int
    missing: int
    tier: int
    step: int


def way_of(points: int) -> Way:
    number = tier_of(points) * len(STEPS) + step_of(points) + 1  # of the next step, from the first of all
    if number == len(TIERS) * len(STEPS):
        return Way(STEP_POINTS, 0, len(TIERS) - 1, len(STEPS) - 1)
    missing = number * STEP_POINTS - points
    return Way(STEP_POINTS - missing, missing, *divmod(number, len(STEPS)))
