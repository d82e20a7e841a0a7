"""A lobby under its lock: who sits where, and what becomes of it when something has changed."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Final

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from game.bots import DEFAULT_LEVEL
from game.errors import Refused
from game.lobby.time import due, gone, host_of, is_over
from game.models import Seat, Table
from game.news import tell_lists, tell_news
from game.standing import rank_points
from game.store import hold
from game.tables import begin, bot_names
from game.tasks import call_when_due
from game.terms import terms_of


@contextmanager
def held(table_id: int, host: User | None = None) -> Iterator[tuple[Table, list[Seat]]]:
    """A lobby and its seats, locked. `host`: who asks for what only the host may do."""
    with transaction.atomic():
        table = hold(table_id)
        must_be_lobby(table)
        if host is not None and table.host_id != host.pk:
            raise Refused("not-host")
        yield table, list(Seat.objects.filter(table=table))


def must_be_lobby(table: Table) -> None:
    """Raises `Refused` where it is none any more."""
    if table.status == Table.Status.GONE:
        raise Refused("lobby-gone")
    if table.status != Table.Status.LOBBY:
        raise Refused("already-begun")


def changed(table: Table, seats: list[Seat], before: object = None) -> None:
    """Store what has become of a lobby, let its game begin if it is to, and tell everyone; unless it still is
    as it was `before`."""
    now = timezone.now()
    if is_over(table, seats, now):
        _close(table, now)
        return
    for seat in gone(seats, now):
        unseat(seats, seat)
    table.host_id = host_of(table, seats, now)
    if _all_are_ready(table, seats):
        start_game(table, seats)
        return
    table.due_at, table.due_for = due(table, seats, now)
    if before != as_it_is(table, seats):
        _store(table)


def as_it_is(table: Table, seats: Sequence[Seat]) -> object:
    """Of a lobby, all that time may change."""
    return table.host_id, table.due_at, table.due_for, tuple(seat.pk for seat in seats)


def _all_are_ready(table: Table, seats: Sequence[Seat]) -> bool:
    people = [seat for seat in seats if seat.player_id is not None]
    ready = all(seat.ready and seat.away_since is None for seat in people)
    return bool(people) and ready and not free_seats(table, seats)


def start_game(table: Table, seats: list[Seat]) -> None:
    """Begin, with bots on the seats that are free. Saved here."""
    seat_bots(table, seats, free_seats(table, seats))
    seats.sort(key=lambda seat: seat.index)
    _note_ranks(seats)
    table.news += 1
    begin(table, seats)  # which calls for the first deal
    _announce(table)


def _note_ranks(seats: Sequence[Seat]) -> None:
    """Everyone's rank as the game begins; guests have none."""
    players = [seat.player_id for seat in seats if seat.player_id is not None]
    accounts = User.objects.filter(pk__in=players, is_guest=False).values_list("pk", flat=True)
    points = rank_points(list(accounts))
    for seat in seats:
        seat.rank_points = None if seat.player_id is None else points.get(seat.player_id)
    Seat.objects.bulk_update(seats, ["rank_points"])


def _close(table: Table, now: datetime) -> None:
    """Nobody has been there for long."""
    Seat.objects.filter(table=table).delete()
    table.status, table.ended_at, table.host_id = Table.Status.GONE, now, None
    table.due_at, table.due_for = None, ""
    _store(table)


def _store(table: Table) -> None:
    table.news += 1
    table.save()
    _announce(table)
    transaction.on_commit(lambda: call_when_due(table))


def _announce(table: Table) -> None:
    transaction.on_commit(lambda: tell_news(table.pk))
    transaction.on_commit(lambda: tell_lists(table.kind))


# --- seats ---------------------------------------------------------------------------------------------


def free_seats(table: Table, seats: Sequence[Seat]) -> list[int]:
    taken = {seat.index for seat in seats}
    return [index for index in range(terms_of(table).players) if index not in taken]


def own_seat(seats: Sequence[Seat], player: User) -> Seat:
    for seat in seats:
        if seat.player_id == player.pk:
            return seat
    raise Refused("not-seated")


def seat_at(seats: Sequence[Seat], index: int, who: str) -> Seat:
    """Who sits there, if it is still the one that was seen there."""
    for seat in seats:
        if seat.index == index and seat.name == who:
            return seat
    raise Refused("stale")


def seat_person(
    table: Table, seats: list[Seat], player: User, index: int, name: str, salt: str, language: str
) -> None:
    seat = Seat(table=table, index=index, player=player, name=name, salt=salt, language=language, sits=True)
    if not table.visits.filter(player=player, watches=False).exists():
        seat.away_since = timezone.now()  # until a page of theirs says otherwise
    seat.save(force_insert=True)
    seats.append(seat)


def seat_bots(table: Table, seats: list[Seat], places: Sequence[int]) -> None:
    free = bot_names(len(places), {seat.name for seat in seats})
    for index, name in zip(places, free, strict=True):
        seat_bot(table, seats, index, name)


def seat_bot(table: Table, seats: list[Seat], index: int, name: str) -> None:
    seat = Seat(table=table, index=index, bot=DEFAULT_LEVEL, name=name, ready=True)
    seat.save(force_insert=True)
    seats.append(seat)


def unseat(seats: list[Seat], seat: Seat) -> None:
    seats.remove(seat)
    seat.delete()


ASIDE: Final = 100
"""No seat's number: where one waits while two change places."""


def put(seat: Seat, index: int) -> None:
    seat.index = index
    seat.save(update_fields=["index"])
