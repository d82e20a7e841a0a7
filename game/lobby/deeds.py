"""What those may do who sit in a lobby, and what only its host may."""

from collections.abc import Sequence

from accounts.models import User
from game.errors import Refused
from game.lobby.held import (
    ASIDE,
    changed,
    free_seats,
    held,
    own_seat,
    put,
    seat_at,
    seat_bots,
    start_game,
    unseat,
)
from game.models import Seat
from game.rules import fair
from game.terms import Terms, check, terms_of


def set_ready(table_id: int, player: User, *, ready: bool) -> None:
    """Say that one is ready, or not yet; the last one's word begins the game. Raises `Refused`."""
    with held(table_id) as (table, seats):
        own = own_seat(seats, player)
        if own.ready == ready:
            return
        own.ready = ready
        own.save(update_fields=["ready"])
        changed(table, seats)


def set_salt(table_id: int, player: User, salt: str) -> None:
    """Choose one's share in the cards anew; it is frozen when the game begins (RULES 6). Raises `Refused`
    (bad-salt)."""
    if not fair.is_salt(salt):
        raise Refused("bad-salt")
    with held(table_id) as (table, seats):
        own = own_seat(seats, player)
        if own.salt == salt:
            return
        own.salt = salt
        own.save(update_fields=["salt"])
        changed(table, seats)


def move(table_id: int, player: User, index: int) -> None:
    """Sit down on a free seat instead of one's own. Raises `Refused` (seat-taken)."""
    with held(table_id) as (table, seats):
        own = own_seat(seats, player)
        if index == own.index:
            return
        if index not in free_seats(table, seats):
            raise Refused("seat-taken")
        own.index = index
        own.save(update_fields=["index"])
        changed(table, seats)


# --- the host ---------------------------------------------------------------------------------------------


def change_terms(table_id: int, player: User, terms: Terms) -> None:
    """Other terms: nobody is ready for them yet. Raises `Refused` (not-host, too-many-seated, too-few-cards,
    …)."""
    with held(table_id, host=player) as (table, seats):
        check(terms, table.kind)
        if terms == terms_of(table):
            return
        if terms.players < len(seats):
            raise Refused("too-many-seated")
        for column, value in terms.columns().items():
            setattr(table, column, value)
        _move_together(seats, terms.players)
        for seat in seats:
            seat.ready = False
        Seat.objects.bulk_update(seats, ["ready"])
        changed(table, seats)


def add_bot(table_id: int, player: User, index: int | None = None) -> None:
    """Seat a bot, on the first free seat or this one. Raises `Refused` (not-host, full, seat-taken)."""
    with held(table_id, host=player) as (table, seats):
        free = free_seats(table, seats)
        if not free:
            raise Refused("full")
        if index is not None and index not in free:
            raise Refused("seat-taken")
        seat_bots(table, seats, free[:1] if index is None else [index])
        changed(table, seats)


def remove(table_id: int, player: User, index: int, who: str) -> None:
    """Send away a bot or a person, who does not come back to this table. `who` is the name that the host saw
    there. Raises `Refused` (not-host, stale, not-now)."""
    with held(table_id, host=player) as (table, seats):
        seat = seat_at(seats, index, who)
        if seat.player_id == player.pk:
            raise Refused("not-now")
        if seat.player_id is not None:
            table.turned_away.append(seat.player_id)
        unseat(seats, seat)
        changed(table, seats)


def swap(table_id: int, player: User, index: int, who: str, other: int) -> None:
    """Move who sits on a seat to another one, and whoever sits there to theirs. Raises `Refused` (not-host,
    stale, seat-taken: there is no such seat)."""
    with held(table_id, host=player) as (table, seats):
        if not 0 <= other < terms_of(table).players:
            raise Refused("seat-taken")
        one = seat_at(seats, index, who)
        two = next((seat for seat in seats if seat.index == other), None)
        if one is two:
            return
        put(one, ASIDE)
        if two is not None:
            put(two, index)
        put(one, other)
        changed(table, seats)


def start(table_id: int, player: User) -> None:
    """Begin, whoever is ready; bots take the seats that are free. Raises `Refused` (not-host)."""
    with held(table_id, host=player) as (table, seats):
        start_game(table, seats)


def _move_together(seats: Sequence[Seat], players: int) -> None:
    """Whoever sits on a seat that there is no more gets one that there is."""
    taken = {seat.index for seat in seats}
    free = [index for index in range(players) if index not in taken]
    homeless = [seat for seat in seats if seat.index >= players]
    for seat, index in zip(homeless, free, strict=False):
        put(seat, index)
