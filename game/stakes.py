"""What a ranked game is about for one of its players, before it is played."""

from collections.abc import Sequence
from typing import NamedTuple

from game.models import Kind, Seat, Table
from game.standing import Badge, Prospect, ladder


class Stakes(NamedTuple):
    """What each place would bring a player with so many points; nothing where too few people play."""

    prospects: tuple[Prospect, ...]
    points: int
    badge: Badge

    @property
    def last(self) -> Prospect | None:
        """What the last place costs, and so leaving."""
        return self.prospects[-1] if self.prospects else None

    @property
    def held(self) -> bool:
        """Whether the floor of the tier would hold in some place."""
        return any(prospect.held for prospect in self.prospects)


def stakes_of(points: Sequence[int | None], seat: int) -> Stakes | None:
    """`points` by seat, None for a bot. None for whom no rank is kept."""
    own = points[seat]
    if own is None:
        return None
    return Stakes(ladder().prospects(points, seat), own, ladder().badge(own))


def stakes_at(table: Table, seats: Sequence[Seat], seat: int) -> Stakes | None:
    """In a game that has begun. None where it is not about rank."""
    if table.kind != Kind.RANKED:
        return None
    return stakes_of([each.rank_points for each in seats], seat)


def badge_of(points: int | None) -> Badge | None:
    """None for whom no rank is kept: a bot, a guest."""
    return None if points is None else ladder().badge(points)
