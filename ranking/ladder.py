"""The rank ladder: what a game is worth, and what points are called. Pure and exact arithmetic.

A game of n seats brings each real player

    15 + Σ over the other seats:  + 35/(n−1) · (1 + d/10)   for one placed below,
                                  − 35/(n−1) · (1 − d/10)   for one placed above,
                                    0                       for a shared place,

where d is their tier minus one's own when the game began (Bronze 0 … Master 5), and 0 against a bot.
The sum is exact and then rounded half up. Who left early loses to every seat, also to others who left.

Points never fall below the first point of the tier held (nor below 0): a tier is never lost, a step
can be. A change is worked out from the points at the start and added to the points as they stand.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import floor
from typing import Final

TIERS: Final = ("Bronze", "Silver", "Gold", "Platinum", "Diamond", "Master")
STEPS: Final = ("V", "IV", "III", "II", "I")
TIER_POINTS: Final = 1000
STEP_POINTS: Final = 200

MIDDLE: Final = 15
SPREAD: Final = 35
FEWEST_PLAYERS: Final = 2
"""With fewer real players a game brings nobody anything."""


# --- what points are called ----------------------------------------------------------------------------


def tier_of(points: int) -> int:
    """0 for Bronze … 5 for Master."""
    return min(points // TIER_POINTS, len(TIERS) - 1)


def step_of(points: int) -> int:
    """0 for V … 4 for I, within the tier."""
    return min((points - floor_of(points)) // STEP_POINTS, len(STEPS) - 1)


def rank_name(points: int) -> str:
    """Tier and step, such as "Silver III"."""
    return f"{TIERS[tier_of(points)]} {STEPS[step_of(points)]}"


def floor_of(points: int) -> int:
    """The first point of the tier that so many points hold."""
    return tier_of(points) * TIER_POINTS


def points_after(points: int, change: int, tier_held: int | None = None) -> int:
    """The points as they stand with a change added, held at the floor of the tier held (by default
    the one that the points stand for)."""
    held = tier_of(points) if tier_held is None else tier_held
    return max(points + change, held * TIER_POINTS)


# --- what a game is worth -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Entrant:
    """A seat of a finished game: the rank points when it began (None for a bot), its placement, and
    whether its player left early."""

    points: int | None
    place: int
    left: bool = False


@dataclass(frozen=True, slots=True)
class Term:
    """What one opponent adds. `outcome` is 1 for a win, -1 for a loss, 0 for a shared place;
    `difference` is their tier minus one's own (0 against a bot). `even` is what it would be worth among
    equals, `worth` what it is."""

    seat: int
    outcome: int
    difference: int
    even: Fraction
    worth: Fraction


@dataclass(frozen=True, slots=True)
class Change:
    """What a game brings one player: `MIDDLE` and every term, exactly and rounded half up."""

    terms: tuple[Term, ...]
    exact: Fraction
    rounded: int

    @property
    def for_place(self) -> Fraction:
        """What the place alone is worth, among equals."""
        return MIDDLE + sum((term.even for term in self.terms), Fraction(0))


def changes(entrants: Sequence[Entrant]) -> tuple[Change | None, ...]:
    """What a ranked game brings, by seat: None for a bot, and for all where too few people played."""
    people = sum(entrant.points is not None for entrant in entrants)
    return tuple(
        None if entrant.points is None or people < FEWEST_PLAYERS else _change(seat, entrants)
        for seat, entrant in enumerate(entrants)
    )


def prospects(points: Sequence[int | None], seat: int) -> tuple[int, ...]:
    """What each place would bring the player of a seat, from the first to the last, if nobody shares it or
    leaves. `points` by seat as the game begins, None for a bot.

    Whom one is placed above does not matter, only how many: what an opponent's tier adds to a win it takes
    off a loss. Nothing is brought where too few people play.
    """
    players = len(points)
    people = sum(each is not None for each in points)
    if points[seat] is None or people < FEWEST_PLAYERS:
        return (0,) * players
    others = [other for other in range(players) if other != seat]
    found = []
    for place in range(1, players + 1):
        places = dict(zip(others, [p for p in range(1, players + 1) if p != place], strict=True)) | {
            seat: place
        }
        entrants = [Entrant(points[each], places[each]) for each in range(players)]
        found.append(_change(seat, entrants).rounded)
    return tuple(found)


def place_worth(place: int, players: int) -> Fraction:
    """What a place of its own is worth among equals: 50 for the first … −20 for the last."""
    return 50 - Fraction(70 * (place - 1), players - 1)


def round_half_up(number: Fraction) -> int:
    return floor(number + Fraction(1, 2))


def _change(seat: int, entrants: Sequence[Entrant]) -> Change:
    terms = tuple(_term(seat, other, entrants) for other in range(len(entrants)) if other != seat)
    exact = MIDDLE + sum((term.worth for term in terms), Fraction(0))
    return Change(terms, exact, round_half_up(exact))


def _term(seat: int, other: int, entrants: Sequence[Entrant]) -> Term:
    me, them = entrants[seat], entrants[other]
    if me.left:
        outcome = -1
    elif them.left:
        outcome = 1
    else:
        outcome = (them.place > me.place) - (them.place < me.place)
    difference = 0
    if me.points is not None and them.points is not None:
        difference = tier_of(them.points) - tier_of(me.points)
    even = Fraction(SPREAD, len(entrants) - 1) * outcome
    return Term(other, outcome, difference, even, even + abs(even) * Fraction(difference, 10))
