"""A whole history: so many players, so many games over so many days, all settled."""

import random
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from typing import Final

from django.db import transaction

from accounts import names
from accounts.models import User
from game.models import Kind, Table
from game.moment import ms
from ranking.made_up import factory, people, rows, sheets
from ranking.made_up.books import Books
from ranking.made_up.factory import Made, Order
from ranking.made_up.people import Crowd, Person
from ranking.standings import sort_gains_into_tiers

AT_ONCE: Final = 2000
"""Games that are written at a time."""
LUCK: Final = 1.2
"""How much chance there is beside skill."""
LAST: Final = 3 * 3_600_000
"""The last game begins so long before the end, so that it has ended by then."""


def make(
    players: int,
    games: int,
    begin: datetime,
    end: datetime,
    *,
    seed: int,
    distinct: int,
    processes: int,
    say: Callable[[int], None],
) -> None:
    """Write a history into the database, in one transaction: all of it or nothing. `say` is told how many
    games have been written."""
    first, last = ms(begin), ms(end) - LAST
    with transaction.atomic():
        sheets.take_time()
        crowd = Crowd(list(people.people(players, sheets.next_key(User), first, last, _names_taken(), seed)))
        rows.write_people(crowd.people)
        orders = {person.pk: names.order(person.name) for person in crowd.people}
        made = factory.made(_orders(games, first, last, seed), seed, distinct, processes)
        _Maker(crowd, orders, seed).write(made, say)
        sheets.count_on([User, Table])


def _orders(games: int, first: int, last: int, seed: int) -> Iterator[Order]:
    """When games begin, one after the other."""
    chance = random.Random(f"{seed}.orders")
    for number in range(games):
        yield Order(number, int(first + (last - first) * (number + chance.random()) / games))


def _names_taken() -> set[str]:
    named = User.objects.filter(name_key__isnull=False).values_list("name_key", "name_look")
    return {text for both in named.iterator() for text in both if text is not None}


class _Maker:
    """Seats players at games in the order of their time, and keeps the books."""

    def __init__(self, crowd: Crowd, orders: dict[int, str], seed: int) -> None:
        self._crowd, self._orders = crowd, orders
        self._chance = random.Random(f"{seed}.seats")
        self._books = Books()
        self._rows = rows.GameRows(sheets.next_key(Table), seed)

    def write(self, games: Iterator[Made], say: Callable[[int], None]) -> None:
        number = 0
        for number, made in enumerate(games, start=1):
            self._add(made)
            if number % AT_ONCE == 0:
                self._rows.write()
                rows.write_gains(self._books, self._orders, made.began)
                say(number)
        self._rows.write()
        rows.write_gains(self._books, self._orders, None)
        rows.write_books(self._books, self._orders)
        sort_gains_into_tiers()
        say(number)

    def _add(self, made: Made) -> None:
        seated = self._seated(made)
        users = [None if person is None else person.pk for person in seated]
        points = [None if user is None else self._books.points_of(user) for user in users]
        self._rows.add(made, seated, points, self._books.settle(made, users))

    def _seated(self, made: Made) -> Sequence[Person | None]:
        """Players for the seats that people have. The better ones sit where the better places are, mostly."""
        seats = [seat for seat, is_real in enumerate(made.real) if is_real]
        seats.sort(key=lambda seat: made.placements[seat] or 0)
        found = self._crowd.some(len(seats), made.began, self._chance)
        if made.kind is not Kind.SINGLEPLAYER:
            found.sort(key=lambda person: -person.skill - self._chance.gauss(0, LUCK))
        for person in found:
            person.busy = made.ended
        by_seat = dict(zip(seats, found, strict=True))
        return [by_seat.get(seat) for seat in range(len(made.real))]
