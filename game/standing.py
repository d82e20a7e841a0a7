"""What the game would like to know of the ladder, and from whom.

The ladder belongs to `ranking`, which knows of the game and not the other way round: it registers itself
here as the one who knows. All of it is plain values.
"""

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from typing import Final, NamedTuple, Protocol


class Badge(NamedTuple):
    """A rank: the tier (0 Bronze … 5 Master) and the step in it (0 for V … 4 for I)."""

    tier: int
    step: int


class Prospect(NamedTuple):
    """What a place would bring: what the points would really move by; `held` where the floor of the tier
    keeps them from falling further."""

    place: int
    change: int
    held: bool


class RankTerm(NamedTuple):
    """What one opponent's rank adds to what the place alone is worth: nothing among equals. `difference` is
    their tier minus one's own."""

    seat: int
    difference: int
    extra: Fraction


class RankChange(NamedTuple):
    """What a game has done to a player's points: `worth` is `for_place` and every term's `extra`, added up
    (`exact`) and rounded half up; `after` is less by less than that where the floor held. `placement` is None
    where everyone has left. `voided`: a moderator has taken it back since."""

    seat: int
    placement: int | None
    left: bool
    before: int
    after: int
    worth: int
    exact: Fraction
    for_place: Fraction
    terms: tuple[RankTerm, ...]
    badge_before: Badge
    badge_after: Badge
    voided: bool

    @property
    def held(self) -> bool:
        """Whether the floor has held."""
        return self.after != self.before + self.worth


class Outcome(NamedTuple):
    """What has become of a ranked game's points: not settled yet, for a moment; then the changes by seat (of
    who had points to change: nobody where too few people played)."""

    settled: bool
    voided: bool
    changes: tuple[RankChange, ...]


class Moved(NamedTuple):
    """What a game has done to a player's points in the end, and the rank that they had then."""

    before: int
    after: int
    badge: Badge


class Brief(NamedTuple):
    """As `Outcome`, for lists: the changes by player's id."""

    settled: bool
    voided: bool
    moved: Mapping[int, Moved]


class Ladder(Protocol):
    """Who knows."""

    def points(self, users: Collection[int]) -> Mapping[int, int]:
        """The rank points of users, by id; who is not among the answers has none yet."""

    def badge(self, points: int) -> Badge:
        """The rank that points stand for."""

    def prospects(self, points: Sequence[int | None], seat: int) -> tuple[Prospect, ...]:
        """What each place of a ranked game would bring the player of a seat; nothing where no rank is to be
        won. `points` by seat as they stand, None for a bot."""

    def outcome(self, table_id: int) -> Outcome:
        """What a ranked game that has ended did to its players' points."""

    def brief(self, tables: Collection[int]) -> Mapping[int, Brief]:
        """The same of many games, by the table's id, in as many queries as for one; who is not among the
        answers is not settled yet."""


class _Nobody:
    """Where there is no ladder, nobody has points."""

    def points(self, users: Collection[int]) -> Mapping[int, int]:
        return {}

    def badge(self, points: int) -> Badge:
        return Badge(0, 0)

    def prospects(self, points: Sequence[int | None], seat: int) -> tuple[Prospect, ...]:
        return ()

    def outcome(self, table_id: int) -> Outcome:
        return Outcome(settled=True, voided=False, changes=())

    def brief(self, tables: Collection[int]) -> Mapping[int, Brief]:
        return {}


_known: Final[list[Ladder]] = [_Nobody()]


def register(ladder: Ladder) -> None:
    """From now on this is who knows. (The last one to register is asked.)"""
    _known.append(ladder)


def ladder() -> Ladder:
    return _known[-1]


def rank_points(users: Collection[int]) -> dict[int, int]:
    """The rank points of users, by id: 0 for who has none yet."""
    found = ladder().points(users) if users else {}
    return {user: found.get(user, 0) for user in users}
