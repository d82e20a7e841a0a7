"""Tables for tests, opened and played through the services."""

import random
from collections.abc import Iterator
from typing import Any

from django.utils import timezone

from accounts.models import User
from game import clockwork, store
from game.door import Change, act
from game.models import Kind, Seat, Source, Table, new_seed
from game.rules.exact_bid import engine
from game.rules.exact_bid.options import preset_options
from game.rules.exact_bid.values import Phase, State
from game.rules.exact_bid.view import view
from game.tables import open_table


def person(name: str) -> User:
    return User.objects.create(username=name)


def new_table(
    people: int = 4, bots: int = 0, *, seed: str = "", language: str = "en", **options: Any
) -> Table:
    """A table with so many people (Ida0, Ida1, …) and then bots, before its first deal."""
    start = User.objects.count()
    seats = [
        Seat(player=person(f"Ida{start + i}"), name=f"Ida{i}", salt=f"{i:x}", language=language)
        for i in range(people)
    ]
    seats += [Seat(bot="medium", name=f"Bot{i}") for i in range(bots)]
    rules = preset_options("piratbridge", players=people + bots, **options)
    return open_table(Kind.SINGLEPLAYER, rules, "fast", seed or new_seed(), seats)


def state(table: Table) -> State:
    table.refresh_from_db()
    return store.state_of(table)


def make_due(table: Table) -> None:
    Table.objects.filter(pk=table.pk, due_at__isnull=False).update(due_at=timezone.now())
    table.refresh_from_db()


def let_table_act(table: Table) -> Change | None:
    """Do now what the table would do by itself a little later."""
    make_due(table)
    return clockwork.advance(table.pk, table.version)


def deal(table: Table) -> None:
    assert state(table).phase is Phase.DEAL
    let_table_act(table)


def bid_all(table: Table, bids: list[int]) -> None:
    for seat, bid in enumerate(bids):
        act(table.pk, seat, engine.Bid(bid), source=Source.PERSON)


def step(table: Table, rng: random.Random) -> Change | None:
    """One move of the game: a random legal one of a person, or whatever the table does itself."""
    now = state(table)
    people = {seat.index for seat in table.seats.all() if not seat.bot}
    waiting = [seat for seat in engine.waited_for(now) if seat in people]
    if not waiting:
        return let_table_act(table)
    seat = rng.choice(waiting)
    seen = view(now, seat)
    return act(table.pk, seat, rng.choice(seen.legal), source=Source.PERSON, turn=seen.turn)


def play(table: Table, rng: random.Random) -> Iterator[Change]:
    """Play the game to its end, yielding every change."""
    while state(table).phase is not Phase.END:
        change = step(table, rng)
        assert change is not None
        yield change
