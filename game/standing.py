"""What the game would like to know of a player's standing, and from whom.

The ladder belongs to `ranking`, which knows of the game and not the other way round: it registers itself
here as the one who knows.
"""

from collections.abc import Callable, Collection, Mapping
from typing import Final

Points = Callable[[Collection[int]], Mapping[int, int]]
"""From users' ids to their rank points; who is not among the answers has none yet."""

_known: Final[list[Points]] = []


def register(points: Points) -> None:
    """From now on this is who knows. (The last one to register is asked.)"""
    _known.append(points)


def rank_points(users: Collection[int]) -> dict[int, int]:
    """The rank points of users, by id: 0 for who has none yet."""
    found = _known[-1](users) if _known and users else {}
    return {user: found.get(user, 0) for user in users}
