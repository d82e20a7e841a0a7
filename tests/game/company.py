"""Tables with people at them, for tests: lobbies through the services, running games, time that stands still.

Names of people are short and all different; `there` opens a page of theirs, as a socket does.
"""

import itertools
import random
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone

from accounts.models import User
from game import clockwork, lobby, presence, store
from game.door import Change, act
from game.errors import Refused
from game.models import Action, Kind, Message, Seat, Source, Table, new_seed
from game.moment import ms
from game.rules.company import codec as companies
from game.rules.company import engine as company_engine
from game.rules.company.values import Company
from game.rules.exact_bid import codec, engine
from game.rules.exact_bid.options import preset_options
from game.rules.exact_bid.values import Phase, State
from game.rules.exact_bid.view import view
from game.tables import open_table
from game.terms import Terms

_numbers = itertools.count(1)


# --- people ---------------------------------------------------------------------------------------------


def account(name: str = "") -> User:
    return User.objects.create(username=name or f"Ida{next(_numbers)}")


def guest() -> User:
    return User.objects.create(username=f"guest-{next(_numbers)}", is_guest=True)


def browser(player: User) -> Client:
    """A browser in which somebody is logged in."""
    client = Client()
    client.force_login(player, backend="django.contrib.auth.backends.ModelBackend")
    return client


def there(table: Table, *players: User, process: str = "web", watches: bool = False) -> list[str]:
    """A page of the table is opened for each. Gives the keys of their sockets."""
    arrivals = [
        presence.Arrival(f"socket-{next(_numbers)}", table.pk, player.pk, watches) for player in players
    ]
    presence.arrive(process, arrivals)
    return [arrival.key for arrival in arrivals]


# --- lobbies --------------------------------------------------------------------------------------------


def lobby_of(
    *people: User, kind: str = Kind.MULTIPLAYER, bots: int = 0, absent: Sequence[User] = (), **terms: Any
) -> Table:
    """A lobby of these, in order, the first being the host, with their pages open but for those `absent`."""
    host, *others = people
    table = lobby.open_lobby(host, kind, Terms(**terms), name=host.username[:20])
    for other in others:
        lobby.join(table.pk, other, name=other.username[:20])
    there(table, *(player for player in people if player not in absent))
    for _ in range(bots):
        lobby.add_bot(table.pk, host)
    table.refresh_from_db()
    return table


def seats_of(table: Table) -> dict[int, str]:
    """Who sits where."""
    return dict(Seat.objects.filter(table=table).values_list("index", "name"))


def all_of(table: Table) -> dict[str, Any]:
    """The whole row of a table, its seats, its log and what was said: to see that nothing has changed."""
    return {
        "table": Table.objects.filter(pk=table.pk).values().get(),
        "seats": list(Seat.objects.filter(table=table).order_by("index").values()),
        "log": Action.objects.filter(table=table).count(),
        "said": Message.objects.filter(table=table).count(),
    }


def refused(table: Table, code: str, call: Callable[[], object]) -> None:
    """The call is refused with this code, and leaves everything as it was."""
    before = all_of(table)
    with pytest.raises(Refused) as refusal:
        call()
    assert refusal.value.code == code
    assert all_of(table) == before


# --- games ----------------------------------------------------------------------------------------------


def company_table(
    people: int = 4,
    bots: int = 0,
    *,
    limit: int | None = None,
    kind: Kind = Kind.MULTIPLAYER,
    seed: str = "",
    public: bool = True,
    players: Sequence[User] = (),
    **options: Any,
) -> Table:
    """A running game of so many people (or of `players`) and then bots, before its first deal."""
    sitting = players or [account() for _ in range(people)]
    seats = [
        Seat(player=player, name=player.username[:20], salt=f"{i:x}", language="en", rank_points=0)
        for i, player in enumerate(sitting)
    ]
    seats += [Seat(bot="medium", name=f"Bot{i}") for i in range(bots)]
    rules = preset_options("piratbridge", players=len(seats), **options)
    table = open_table(kind, rules, "fast", seed or new_seed(), seats, limit)
    Table.objects.filter(pk=table.pk).update(public=public, host=sitting[0])
    table.refresh_from_db()
    return table


def dealt(*args: Any, **kwargs: Any) -> Table:
    """`company_table`, with its first round dealt: everyone may bid."""
    table = company_table(*args, **kwargs)
    by_itself(table)
    assert state(table).phase is Phase.BID
    return table


def in_play(*args: Any, **kwargs: Any) -> Table:
    """The same, with all bids in: somebody is to lead."""
    table = dealt(*args, **kwargs)
    while state(table).phase is not Phase.PLAY:
        step(table)
    return table


def player(table: Table, seat: int) -> User:
    found = table.seats.get(index=seat).player
    assert found is not None
    return found


def state(table: Table) -> State:
    table.refresh_from_db()
    return store.state_of(table)


def company(table: Table) -> Company:
    table.refresh_from_db()
    found = store.company_of(table)
    assert found is not None
    return found


def on_turn(table: Table) -> int:
    return engine.to_act(state(table))[0]


def move(table: Table, seat: int, rng: random.Random | None = None) -> Change | None:
    """Some legal move of somebody's, as they see the table now."""
    return _move(table, state(table), seat, rng)


def _move(table: Table, now: State, seat: int, rng: random.Random | None) -> Change | None:
    seen = view(now, seat)
    action = rng.choice(seen.legal) if rng else seen.legal[0]
    return act(table.pk, seat, action, source=Source.PERSON, turn=seen.turn)


def step(table: Table, rng: random.Random | None = None) -> Change | None:
    """One move: of a person for whom the game waits, or whatever the table does by itself."""
    now = state(table)
    played = table.seats.filter(bot="", index__in=engine.waited_for(now))
    waiting = played.values_list("index", flat=True).first() if engine.waited_for(now) else None
    return by_itself(table) if waiting is None else _move(table, now, waiting, rng)


def play_on(table: Table, rng: random.Random | None = None) -> Iterator[State]:
    """Play the game to its end, yielding every state."""
    table.refresh_from_db()
    while table.status == Table.Status.RUNNING:
        step(table, rng)
        yield state(table)


def by_itself(table: Table) -> Change | None:
    """What the table would do by itself a little later, now. Not for what the company is due for: that
    goes by the clock."""
    Table.objects.filter(pk=table.pk, due_at__isnull=False).update(due_at=timezone.now())
    table.refresh_from_db()
    return clockwork.advance(table.pk, table.version)


# --- time -----------------------------------------------------------------------------------------------


class Clock:
    """Time that stands still until it is told to go on."""

    def __init__(self, now: datetime) -> None:
        self.now = now

    def goes(self, seconds: float) -> None:
        self.now += timedelta(seconds=seconds)

    def goes_to(self, moment: datetime) -> None:
        assert moment >= self.now, "time does not go back"
        self.now = moment

    def until_due(self, table: Table) -> Change | None:
        """Go on to when the table is due, and let it do what it is due for."""
        table.refresh_from_db()
        assert table.due_at is not None, "it waits for people alone"
        self.goes_to(max(table.due_at, self.now))
        return clockwork.advance(table.pk, table.version)


# --- the log --------------------------------------------------------------------------------------------


def replayed(table: Table) -> tuple[State, Company]:
    """The log of a game, played again from nothing but its options, seats and beginning."""
    table.refresh_from_db()
    assert table.started_at is not None
    began = ms(table.started_at)
    now = engine.start(codec.decode_options(table.options), store.state_of(table).first_dealer)
    real = [seat.player_id is not None for seat in table.seats.order_by("index")]
    people = company_engine.start(real, table.limit, began)
    people, _ = company_engine.moved(
        people, began, {}, turn=engine.turn(now), waited_for=engine.waited_for(now)
    )
    for row in Action.objects.filter(table=table):
        away: Mapping[int, int] = {int(seat): at for seat, at in (row.away or {}).items()}
        if row.deed is not None:
            by = row.seat if row.source == Source.PERSON else None
            people, _ = company_engine.apply(people, by, companies.decode_deed(row.deed), ms(row.at), away)
        if row.action is not None:
            now, _ = engine.apply(now, row.seat, codec.decode_action(row.action))
            people, _ = company_engine.moved(
                people,
                ms(row.at),
                away,
                turn=engine.turn(now),
                waited_for=engine.waited_for(now),
                by=row.seat if row.source == Source.PERSON else None,
            )
    return now, people


def log_replays(table: Table) -> None:
    """Stored is exactly what the log comes to, and its numbers have no gap."""
    assert replayed(table) == (state(table), company(table))
    numbers = list(Action.objects.filter(table=table).values_list("number", flat=True))
    assert numbers == list(range(1, table.version + 1))


# --- many at once ---------------------------------------------------------------------------------------


def at_once(*calls: Callable[[], object]) -> list[str]:
    """Release all calls together; what became of each: "done", the code of its refusal, or its error."""
    barrier = threading.Barrier(len(calls))
    outcomes = [""] * len(calls)

    def run(index: int) -> None:
        try:
            barrier.wait(10)
            calls[index]()
            outcomes[index] = "done"
        except Refused as refusal:
            outcomes[index] = refusal.code
        except Exception as error:
            outcomes[index] = repr(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(index,)) for index in range(len(calls))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return outcomes
