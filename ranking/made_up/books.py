"""What all games together have brought their players, counted as `ranking.settlement` counts: points, gains
of week and month, statistics. (A test lets settlement count the same games.)

Kept small, since it is kept of every player: gains of weeks that are over are given out before the end.
"""

import json
from array import array
from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from functools import lru_cache
from typing import Any, Final, NamedTuple

from game.models import Kind
from game.moment import from_ms
from ranking import ladder
from ranking.ladder import Change, Entrant
from ranking.made_up.factory import Made
from ranking.settlement import document_of
from ranking.standings import starts

_MOST_CARDS: Final = 8
_MOST_PLAYERS: Final = 6


class Moved(NamedTuple):
    """What a game has done to the points of a player, as `ranking.models.RankChange` keeps it."""

    user: int
    placement: int | None
    worth: int
    before: int
    after: int
    exact: str
    terms: str


class Standing:
    """Of one account: points, ranked games, and when the last one ended."""

    __slots__ = ("games", "played", "points")

    def __init__(self) -> None:
        self.points, self.games, self.played = 0, 0, 0


class Tally:
    """Statistics of a player in games of one kind."""

    __slots__ = (
        "bids",
        "games",
        "highest",
        "left",
        "lowest",
        "made",
        "perfect",
        "places",
        "points",
        "rounds",
    )

    def __init__(self) -> None:
        self.games = self.left = self.rounds = self.made = self.perfect = self.points = 0
        self.highest: int | None = None
        self.lowest: int | None = None
        self.places = array("I", bytes(4 * (_MOST_PLAYERS + 1) * _MOST_PLAYERS))
        self.bids = array("I", bytes(4 * _MOST_CARDS * (_MOST_CARDS + 1) * 3))

    def count(self, made: Made, seat: int) -> None:
        placement = made.placements[seat]
        assert placement is not None
        players, total = len(made.real), made.totals[seat]
        self.games += 1
        self.places[players * _MOST_PLAYERS + placement - 1] += 1
        if seat in made.left:
            self.left += 1
            return
        self.rounds += made.rounds[seat]
        self.made += made.made[seat]
        self.perfect += made.made[seat] == made.rounds[seat]
        self.points += total
        self.highest = total if self.highest is None else max(self.highest, total)
        self.lowest = total if self.lowest is None else min(self.lowest, total)
        for cards, bids, taken in made.bids:
            place = ((cards - 1) * (_MOST_CARDS + 1) + bids[seat]) * 3
            self.bids[place] += 1
            self.bids[place + 1] += bids[seat] == taken[seat]
            self.bids[place + 2] += taken[seat] > bids[seat]

    def placements_text(self) -> str:
        """As `ranking.models.Tally` has them."""
        rows = {
            str(players): list(self.places[players * _MOST_PLAYERS : players * _MOST_PLAYERS + players])
            for players in range(2, _MOST_PLAYERS + 1)
        }
        return json.dumps({players: places for players, places in rows.items() if any(places)})

    def bids_text(self) -> str:
        """As `ranking.models.Tally` has them."""
        found: dict[str, dict[str, list[int]]] = {}
        for place in range(0, len(self.bids), 3):
            if self.bids[place]:
                cards, bid = divmod(place // 3, _MOST_CARDS + 1)
                found.setdefault(str(cards + 1), {})[str(bid)] = list(self.bids[place : place + 3])
        return json.dumps(found)


class Books:
    """All players' books, over games in the order of their time."""

    def __init__(self) -> None:
        self.standings: dict[int, Standing] = {}
        self.tallies: dict[tuple[int, Kind], Tally] = {}
        self._gains: dict[tuple[str, date], dict[int, list[int]]] = {}

    def points_of(self, user: int) -> int:
        standing = self.standings.get(user)
        return 0 if standing is None else standing.points

    def settle(self, made: Made, users: Sequence[int | None]) -> list[Moved]:
        """Let a game count. `users` by seat, None for bots; what it has done to their points."""
        if made.placements[0] is not None:
            for seat, user in enumerate(users):
                if user is not None:
                    self._tally(user, made.kind).count(made, seat)
        if made.kind is not Kind.RANKED:
            return []
        changes = _changes(
            tuple(
                (
                    None if user is None else ladder.tier_of(self.points_of(user)),
                    place or 0,
                    seat in made.left,
                )
                for seat, (user, place) in enumerate(zip(users, made.placements, strict=True))
            )
        )
        return [
            self._move(user, made, seat, *change)
            for seat, (user, change) in enumerate(zip(users, changes, strict=True))
            if user is not None and change is not None
        ]

    def gains_before(self, ended: int | None) -> Iterator[tuple[str, date, int, int, int]]:
        """The gains of weeks and months that were over at a moment, taken out of the books: period, start,
        user, points, games. All of them without one."""
        over = set(self._gains)
        if ended is not None:
            day = from_ms(ended).date() - timedelta(days=33)
            over = {(period, start) for period, start in over if start < day}
        for period, start in sorted(over):
            for user, (points, games) in self._gains.pop((period, start)).items():
                yield period, start, user, points, games

    def _tally(self, user: int, kind: Kind) -> Tally:
        tally = self.tallies.get((user, kind))
        if tally is None:
            tally = self.tallies[user, kind] = Tally()
        return tally

    def _move(self, user: int, made: Made, seat: int, worth: int, exact: str, terms: str) -> Moved:
        standing = self.standings.setdefault(user, Standing())
        before = standing.points
        standing.points = ladder.points_after(before, worth)
        standing.games += 1
        standing.played = max(standing.played, made.ended)
        for period, start in _starts(made.ended // 3_600_000).items():
            gain = self._gains.setdefault((period, start), {}).setdefault(user, [0, 0])
            gain[0] += standing.points - before
            gain[1] += 1
        return Moved(user, made.placements[seat], worth, before, standing.points, exact, terms)


@lru_cache(maxsize=100_000)
def _changes(entrants: tuple[tuple[int | None, int, bool], ...]) -> list[tuple[int, str, str] | None]:
    """What a game is worth, by seat: of each entrant the tier, the place, and whether they left."""
    found = ladder.changes(
        [
            Entrant(None if tier is None else tier * ladder.TIER_POINTS, place, left)
            for tier, place, left in entrants
        ]
    )
    return [None if change is None else _told(change) for change in found]


def _told(change: Change) -> tuple[int, str, str]:
    terms = json.dumps([document_of(term) for term in change.terms])
    return change.rounded, str(change.exact), terms


@lru_cache(maxsize=64)
def _starts(hour: int) -> dict[str, Any]:
    """Days begin with an hour, wherever the site is at home."""
    return dict(starts(from_ms(hour * 3_600_000)))
