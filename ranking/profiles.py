"""What a player's profile shows: the curve of the rank points, statistics of games, and opponents."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db.models.functions import Coalesce
from django.utils import timezone

from accounts.models import User
from game.models import Result
from ranking.models import Cause, RankChange, Settlement, Tally

MOST_MOMENTS: Final = 150
MOST_OPPONENTS: Final = 10
MET_IN: Final = 500
"""Opponents are looked for in so many of a player's latest games."""

# --- the curve ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Moment:
    """The points after a change. `cause` is that of the change; the curve begins with one that has none."""

    at: datetime
    points: int
    cause: str = ""

    @property
    def is_by_moderator(self) -> bool:
        return self.cause in (Cause.VOID, Cause.CORRECTION)


def curve_of(user: int) -> tuple[Moment, ...]:
    """The rank points of a player over time, from before the first change on."""
    changes = RankChange.objects.filter(user=user).order_by("at", "pk")
    moments: list[Moment] = []
    before = 0
    for at, points, cause, was in changes.values_list("at", "after", "cause", "before"):
        if not moments:
            before = was
        moments.append(Moment(at, points, cause))
    return (Moment(moments[0].at, before), *thinned(moments)) if moments else ()


def thinned(moments: Sequence[Moment]) -> list[Moment]:
    """At most about `MOST_MOMENTS` of them: the last of each day, and where that is not enough every so many.
    What moderators did, the highest and the lowest stay."""
    if len(moments) <= MOST_MOMENTS:
        return list(moments)
    home = timezone.get_current_timezone()
    last_of_day = {moment.at.astimezone(home).date(): index for index, moment in enumerate(moments)}
    days = list(last_of_day.values())
    kept = {days[index * len(days) // MOST_MOMENTS] for index in range(MOST_MOMENTS)}
    by_moderators = [index for index, moment in enumerate(moments) if moment.is_by_moderator]
    by_points = sorted(range(len(moments)), key=lambda index: moments[index].points)
    kept |= {len(moments) - 1, by_points[0], by_points[-1], *by_moderators[-MOST_MOMENTS:]}
    return [moments[index] for index in sorted(kept)]


# --- statistics --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Bids:
    """How often a bid was said, made, and overshot."""

    times: int = 0
    made: int = 0
    over: int = 0

    def __add__(self, other: "Bids") -> "Bids":
        return Bids(self.times + other.times, self.made + other.made, self.over + other.over)

    @property
    def under(self) -> int:
        return self.times - self.made - self.over

    @property
    def percent(self) -> int:
        return percent(self.made, self.times)


@dataclass(frozen=True, slots=True)
class Places:
    """How often each place was taken among so many players."""

    players: int
    counts: tuple[int, ...]

    @property
    def games(self) -> int:
        return sum(self.counts)

    def percent(self, place: int) -> int:
        return percent(self.counts[place - 1], self.games)


@dataclass(frozen=True, slots=True)
class Extremes:
    """The best and the worst final score in games of a preset."""

    game: str
    highest: int
    lowest: int


@dataclass(frozen=True, slots=True)
class Statistics:
    """Of games of some kinds together. `left` of the `games` were left, the rest was played to the end;
    `bids` are by cards in hand and bid."""

    games: int
    left: int
    rounds: int
    bids_made: int
    perfect: int
    points: int
    places: tuple[Places, ...]
    bids: dict[tuple[int, int], Bids]
    extremes: tuple[Extremes, ...]

    @property
    def finished(self) -> int:
        return self.games - self.left

    @property
    def completion(self) -> int:
        return percent(self.finished, self.games)

    @property
    def points_a_game(self) -> float | None:
        return self.points / self.finished if self.finished else None

    @property
    def cards(self) -> list[int]:
        """The sizes of hands of which there are bids."""
        return sorted({cards for cards, _ in self.bids})

    @property
    def highest_bid(self) -> int:
        return max((bid for _, bid in self.bids), default=0)

    def with_cards(self, cards: int) -> Bids:
        return sum((bids for (held, _), bids in self.bids.items() if held == cards), Bids())

    @property
    def zero(self) -> Bids:
        return sum((bids for (_, bid), bids in self.bids.items() if bid == 0), Bids())

    @property
    def all_bids(self) -> Bids:
        return sum(self.bids.values(), Bids())


def percent(part: int, whole: int) -> int:
    """Rounded half up; 0 of nothing."""
    return (200 * part + whole) // (2 * whole) if whole else 0


def tallies_of(user: int) -> list[Tally]:
    """Of every kind and preset: a handful."""
    return list(Tally.objects.filter(user=user, games__gt=0).order_by("kind", "game"))


def statistics_of(tallies: Collection[Tally]) -> Statistics:
    return Statistics(
        games=sum(tally.games for tally in tallies),
        left=sum(tally.left for tally in tallies),
        rounds=sum(tally.rounds for tally in tallies),
        bids_made=sum(tally.bids_made for tally in tallies),
        perfect=sum(tally.perfect for tally in tallies),
        points=sum(tally.points for tally in tallies),
        places=_places(tallies),
        bids=_bids(tallies),
        extremes=_extremes(tallies),
    )


def _places(tallies: Iterable[Tally]) -> tuple[Places, ...]:
    counts: dict[int, Counter[int]] = {}
    for tally in tallies:
        for players, taken in tally.placements.items():
            counts.setdefault(int(players), Counter()).update(dict(enumerate(taken)))
    found = (Places(size, tuple(taken[at] for at in range(size))) for size, taken in sorted(counts.items()))
    return tuple(places for places in found if places.games)


def _bids(tallies: Iterable[Tally]) -> dict[tuple[int, int], Bids]:
    found: dict[tuple[int, int], Bids] = {}
    for tally in tallies:
        for cards, by_bid in tally.bids.items():
            for bid, counts in by_bid.items():
                at = int(cards), int(bid)
                found[at] = found.get(at, Bids()) + Bids(*counts)
    return {at: bids for at, bids in found.items() if bids.times}


def _extremes(tallies: Iterable[Tally]) -> tuple[Extremes, ...]:
    scores: dict[str, list[int]] = {}
    for tally in tallies:
        if tally.highest is not None and tally.lowest is not None:
            scores.setdefault(tally.game, []).extend((tally.highest, tally.lowest))
    return tuple(Extremes(game, max(found), min(found)) for game, found in sorted(scores.items()))


# --- opponents ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Opponent:
    """An account that the player has met, with its rank points: in how many games, and how often placed above
    or below it."""

    name: str
    points: int
    games: int
    above: int
    below: int

    @property
    def shared(self) -> int:
        return self.games - self.above - self.below


def opponents_of(user: int, kind: str | None = None) -> tuple[Opponent, ...]:
    """Those whom the player has met most, in games that were played to the end and still count."""
    own = Result.objects.filter(player=user, placement__isnull=False)
    if kind is not None:
        own = own.filter(table__kind=kind)
    places = dict(own.order_by("-at").values_list("table", "placement")[:MET_IN])
    for voided in Settlement.objects.filter(pk__in=list(places), voided_at__isnull=False).values_list("pk"):
        del places[voided[0]]
    games, above, below = Counter[int](), Counter[int](), Counter[int]()
    others = Result.objects.filter(table__in=list(places), player__isnull=False).exclude(player=user)
    for table, other, theirs in others.values_list("table", "player", "placement"):
        mine = places[table]
        if other is not None and mine is not None and theirs is not None:  # which they are
            games[other] += 1
            above[other] += theirs > mine
            below[other] += theirs < mine
    return tuple(
        Opponent(name, points, games[pk], above[pk], below[pk]) for pk, name, points in _met_most(games)
    )


def _met_most(games: Counter[int]) -> list[tuple[int, str, int]]:
    """Id, name and rank points of the accounts met most; of those met as often, in the order of their names.
    More than are told are looked at, since some are guests, or have gone."""
    looked_at = [pk for pk, _ in games.most_common(3 * MOST_OPPONENTS)]
    points = Coalesce("standing__points", 0)
    accounts = User.objects.filter(pk__in=looked_at, is_guest=False, deleted_at=None)
    found = list(accounts.values_list("pk", "username", points))
    return sorted(found, key=lambda each: (-games[each[0]], each[1]))[:MOST_OPPONENTS]
