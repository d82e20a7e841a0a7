"""Games at their seats, and players, as rows of the database."""

import random
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Iterable, Sequence
from typing import Final

from accounts import names
from accounts.models import Report, User
from game.bots import DEFAULT_LEVEL
from game.models import Archive, Kind, Message, Result, Said, Seat, Table
from game.moment import from_ms
from game.tables import BOT_NAMES, GAME
from game.talk import EMOTES, PHRASES
from ranking.made_up.books import Books, Moved
from ranking.made_up.factory import Made
from ranking.made_up.people import Person
from ranking.made_up.sheets import Sheet, stored_time
from ranking.models import Gain, RankChange, Settlement, Standing, Tally

PUBLIC: Final = 0.7
"""The share of Multiplayer tables that are not private."""
WATCHED: Final = 0.95
"""The share of Multiplayer tables that may be watched."""
TALKS: Final = 0.15
"""The share of players with others who say something."""
REPORTED: Final = 0.002
"""The share of games with others after which somebody is reported."""


class GameRows:
    """Rows of games, kept until they are written."""

    def __init__(self, first: int, seed: int) -> None:
        """`first` is the number of the first table."""
        self._next, self._chance = first, random.Random(f"{seed}.rows")
        self._tables = Sheet(
            Table, "id", "public_id", "kind", "game", "options", "pace", "status", "public", "host",
            "watching", "limit", "state", "company", "version", "news", "seed", "seal", "next_seed",
            "created_at", "started_at", "ended_at",
        )  # fmt: skip
        self._seats = Sheet(
            Seat, "table", "index", "player", "bot", "name", "salt", "language", "left_at", "rank_points",
            "joined_at",
        )  # fmt: skip
        self._results = Sheet(
            Result, "table", "seat", "player", "placement", "total", "bids_made", "rounds", "left_at",
            "rank_points", "at",
        )  # fmt: skip
        self._archives = Sheet(Archive, "table", "packed")
        self._settlements = Sheet(Settlement, "table", "ended_at", "settled_at")
        self._changes = Sheet(
            RankChange, "user", "table", "cause", "placement", "worth", "before", "after", "exact", "terms",
            "at",
        )  # fmt: skip
        self._messages = Sheet(Message, "table", "author", "seat", "name", "kind", "words", "at")
        self._reports = Sheet(Report, "reporter", "reported", "called", "place", "reason", "words", "at")

    def add(
        self,
        made: Made,
        seated: Sequence[Person | None],
        points: Sequence[int | None],
        moves: Iterable[Moved],
    ) -> None:
        """A game: who sits at its seats, the points that each had when it began, and what it did to them."""
        key, chance = self._next, self._chance
        self._next += 1
        place = urlsafe_b64encode(chance.randbytes(16)).decode().rstrip("=")
        alone = made.kind is Kind.SINGLEPLAYER
        people = [person for person in seated if person is not None]
        began, ended = stored_time(from_ms(made.began)), stored_time(from_ms(made.ended))
        watched = made.kind is not Kind.MULTIPLAYER or chance.random() < WATCHED
        public = made.kind is Kind.RANKED or (not alone and chance.random() < PUBLIC)
        self._tables.add(
            key, place, made.kind.value, GAME, made.options, "normal", "ended", public,
            None if alone else chance.choice(people).pk, watched, made.limit,
            made.state, made.company, made.version, 2 + len(made.left), made.seed, made.seal,
            chance.randbytes(32).hex(), began, began, ended,
        )  # fmt: skip
        self._add_seats(key, made, seated, [None] * len(seated) if alone else points)
        self._archives.add(key, made.packed)
        self._settlements.add(key, ended, ended)
        for user, placement, worth, before, after, exact, terms in moves:
            self._changes.add(user, key, "game", placement, worth, before, after, exact, terms, ended)
        if not alone:
            self._talk(key, made, seated)
            if chance.random() < REPORTED:
                self._report(place, people, ended)

    def _add_seats(
        self, key: int, made: Made, seated: Sequence[Person | None], points: Sequence[int | None]
    ) -> None:
        began, ended = stored_time(from_ms(made.began)), stored_time(from_ms(made.ended))
        bots = iter(self._chance.sample(BOT_NAMES, len(seated)))
        for index, person in enumerate(seated):
            user = None if person is None else person.pk
            at = made.left.get(index)
            left = None if at is None else stored_time(from_ms(at))
            self._seats.add(
                key, index, user, DEFAULT_LEVEL if person is None or left else "",
                next(bots) if person is None else person.name, made.salts[index],
                "" if person is None else "da", left, points[index], began,
            )  # fmt: skip
            self._results.add(
                key, index, user, made.placements[index], made.totals[index], made.made[index],
                made.rounds[index], left, points[index], ended,
            )  # fmt: skip

    def _talk(self, key: int, made: Made, seated: Sequence[Person | None]) -> None:
        chance = self._chance
        for index, person in enumerate(seated):
            if person is not None and chance.random() < TALKS:
                kind, words = chance.choice(((Said.PHRASE, PHRASES), (Said.EMOTE, EMOTES)))
                at = stored_time(from_ms(chance.randint(made.began, made.ended)))
                self._messages.add(key, person.pk, index, person.name, kind.value, chance.choice(words), at)
        for index, left in made.left.items():
            person = seated[index]
            assert person is not None
            at = stored_time(from_ms(left))
            self._messages.add(key, None, index, person.name, Said.TABLE.value, "left-wish", at)

    def _report(self, place: str, people: Sequence[Person], at: object) -> None:
        reporter, reported = self._chance.sample(people, 2)
        reason = self._chance.choice(Report.Reason.values)
        self._reports.add(reporter.pk, reported.pk, reported.name, place, reason, "", at)

    def write(self) -> None:
        """Send everything to the database, tables first."""
        for sheet in (
            self._tables, self._seats, self._results, self._archives, self._settlements, self._changes,
            self._messages, self._reports,
        ):  # fmt: skip
            sheet.write()


def write_people(people: Iterable[Person]) -> None:
    """Accounts with which nobody can log in."""
    sheet = Sheet(User, "id", "username", "name_key", "name_look", "password", "date_joined")
    for person in people:
        name = person.name
        sheet.add(
            person.pk, name, names.key(name), names.look(name), f"!{secrets.token_urlsafe(30)}",
            stored_time(from_ms(person.came)),
        )  # fmt: skip
    sheet.write()


def write_books(books: Books, orders: dict[int, str]) -> None:
    """Standings and statistics; `orders` are the names as they sort, by player."""
    standings = Sheet(Standing, "user", "points", "order", "games", "played_at")
    for user, standing in books.standings.items():
        played = stored_time(from_ms(standing.played))
        standings.add(user, standing.points, orders[user], standing.games, played)
    standings.write()
    tallies = Sheet(
        Tally, "user", "kind", "game", "games", "left", "rounds", "bids_made", "perfect", "points", "highest",
        "lowest", "placements", "bids",
    )  # fmt: skip
    for (user, kind), tally in books.tallies.items():
        tallies.add(
            user, kind.value, GAME, tally.games, tally.left, tally.rounds, tally.made, tally.perfect,
            tally.points, tally.highest, tally.lowest, tally.placements_text(), tally.bids_text(),
        )  # fmt: skip
    tallies.write()


def write_gains(books: Books, orders: dict[int, str], ended: int | None) -> None:
    """Gains of weeks and months that were over at a moment; all of them without one."""
    sheet = Sheet(Gain, "user", "period", "start", "points", "order", "games")
    for period, start, user, points, games in books.gains_before(ended):
        sheet.add(user, period, start, points, orders[user], games)
    sheet.write()
