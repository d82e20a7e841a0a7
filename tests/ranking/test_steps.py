"""How far points have come within their step of 200 (RULES 3: from Bronze V with 0 to Master I from 5800)."""

import pytest

from ranking.steps import Way, way_of


@pytest.mark.parametrize(
    ("points", "way"),
    [
        (0, Way(since=0, missing=200, tier=0, step=1)),
        (199, Way(199, 1, 0, 1)),
        (200, Way(0, 200, 0, 2)),
        (995, Way(195, 5, 1, 0)),  # from Bronze I to Silver V
        (1010, Way(10, 190, 1, 1)),
        (5799, Way(199, 1, 5, 4)),
        (5800, Way(200, 0, 5, 4)),  # there is no next one
        (7300, Way(200, 0, 5, 4)),
    ],
)
def test_the_way_to_the_next_step(points: int, way: Way) -> None:
    assert way_of(points) == way
