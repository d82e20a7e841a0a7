"""Opening a lobby, coming to one, and going."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import timedelta
from typing import Final

from django.db import IntegrityError, transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from accounts import names
from accounts.models import User
from game import cooldown
from game.errors import Refused
from game.lobby.held import changed, free_seats, held, must_be_lobby, seat_bot, seat_person, unseat
from game.lobby.time import DUE_FOR_EMPTY
from game.models import Kind, Seat, Table, new_seed
from game.rules import fair
from game.tables import GAME, bot_names
from game.terms import Terms, check

KEPT: Final = timedelta(minutes=1)
"""For so long the lobby of another game takes in those alone who played the last one, until all have come."""


class SitsElsewhere(Refused):
    """Somebody sits at a running table: the way leads back to it."""

    def __init__(self, table: Table) -> None:
        super().__init__("sits-elsewhere")
        self.table = table


def open_lobby(
    player: User,
    kind: str,
    terms: Terms,
    *,
    name: str,
    salt: str = "",
    language: str = "",
    seed: str = "",
    index: int = 0,
    bots: Mapping[int, str] | None = None,
) -> Table:
    """A new table with its host on a seat (`index`), and `bots` by the seat of each. Raises `Refused`
    (no-account, cooldown, sits-elsewhere, …)."""
    check(terms, kind)
    seed = seed or new_seed()
    table = Table(
        kind=kind,
        game=GAME,
        status=Table.Status.LOBBY,
        host=player,
        seed=seed,
        seal=fair.seal(bytes.fromhex(seed)),
        **terms.columns(),
    )
    _may_sit(player, kind, name)
    with _one_table_each(), _instead_of_other_lobbies(player):
        table.save(force_insert=True)
        seats: list[Seat] = []
        seat_person(table, seats, player, index, name=name, salt=salt, language=language)
        for place, bot in (bots or {}).items():
            seat_bot(table, seats, place, bot)
        changed(table, seats)
    return table


def join(
    table_id: int, player: User, *, name: str, salt: str = "", language: str = "", index: int | None = None
) -> None:
    """Take a seat: this one, or the first that is free; who sits there already does. Raises `Refused` (full,
    seat-taken, already-begun, turned-away, kept-for-players, no-account, cooldown, name-taken,
    sits-elsewhere)."""
    kind = Table.objects.values_list("kind", flat=True).get(pk=table_id)
    _may_sit(player, kind, name)
    with _one_table_each(), _instead_of_other_lobbies(player, table_id), held(table_id) as (table, seats):
        if any(seat.player_id == player.pk for seat in seats):
            return
        if player.pk in table.turned_away:
            raise Refused("turned-away")
        if _is_kept_from(table, seats, player.pk):
            raise Refused("kept-for-players")
        free = free_seats(table, seats)
        if not free:
            raise Refused("full")
        if index is not None and index not in free:
            raise Refused("seat-taken")
        _make_way(seats, name)
        seat_person(table, seats, player, free[0] if index is None else index, name, salt, language)
        if table.host_id is None:
            table.host = player
        if table.due_for == DUE_FOR_EMPTY:  # the page of who comes takes a moment
            table.due_at, table.due_for = None, ""
        changed(table, seats)


def look_in(table_id: int) -> None:
    """Whether a stranger would get a seat, before they become a guest for it. Raises `Refused`, as `join`."""
    table = Table.objects.get(pk=table_id)
    must_be_lobby(table)
    seats = list(Seat.objects.filter(table=table))
    if table.kind == Kind.RANKED:
        raise Refused("no-account")
    if _is_kept_from(table, seats, None):
        raise Refused("kept-for-players")
    if not free_seats(table, seats):
        raise Refused("full")


def leave(table_id: int, player: User) -> None:
    """Give up one's seat. Leaving twice is leaving. Raises `Refused` (already-begun)."""
    with held(table_id) as (table, seats):
        own = next((seat for seat in seats if seat.player_id == player.pk), None)
        if own is not None:
            unseat(seats, own)
            changed(table, seats)


def leave_other_lobbies(player: User, but: int | None = None) -> None:
    """One person sits at one table with others: whoever takes a seat gives up the one in another lobby.
    Raises `SitsElsewhere` where that table's game has begun."""
    for seat in Seat.objects.filter(player=player, sits=True).select_related("table"):
        if seat.table_id == but:
            continue
        if seat.table.status == Table.Status.RUNNING:
            raise SitsElsewhere(seat.table)
        try:
            leave(seat.table_id, player)
        except Refused as refused:
            raise SitsElsewhere(seat.table) from refused


@contextmanager
def _instead_of_other_lobbies(player: User, table_id: int | None = None) -> Iterator[None]:
    """As `leave_other_lobbies`, together with what follows: who does not get the new seat keeps the old one.
    Tables are locked in order, so that two who change places do not wait for each other."""
    with transaction.atomic():
        elsewhere = Seat.objects.filter(player=player, sits=True).exclude(table=table_id)
        if tables := [*elsewhere.values_list("table", flat=True)]:
            locked = Table.objects.select_for_update().filter(pk__in=[*tables, table_id])
            list(locked.order_by("pk").values_list("pk"))
            leave_other_lobbies(player, but=table_id)
        yield


def open_lobbies(kind: str) -> QuerySet[Table]:
    """The lobbies of a kind for whoever comes: public, somebody is there, and not kept for anybody."""
    there = Seat.objects.filter(table=OuterRef("pk"), player__isnull=False, away_since=None)
    sits = Seat.objects.filter(table=OuterRef(OuterRef("pk")), player=OuterRef("player"))
    missing = Seat.objects.filter(
        ~Exists(sits), table__again=OuterRef("pk"), player__isnull=False, left_at=None
    )
    kept = Q(created_at__gt=timezone.now() - KEPT) & Exists(missing)
    lobbies = Table.objects.filter(~kept, Exists(there), kind=kind, public=True, status=Table.Status.LOBBY)
    return lobbies.exclude(host=None)


def _is_kept_from(table: Table, seats: Sequence[Seat], player: int | None) -> bool:
    """Whether a lobby is kept for others: those who stayed to the end of the game before, one of whom has not
    come yet."""
    if timezone.now() >= table.created_at + KEPT:
        return False
    stayed = Seat.objects.filter(table__again=table, player__isnull=False, left_at=None)
    players = set(stayed.values_list("player", flat=True))
    return player not in players and not players <= {seat.player_id for seat in seats}


def _make_way(seats: Sequence[Seat], name: str) -> None:
    """A bot of the name of who comes takes another one. Raises `Refused` (name-taken: a person has it)."""
    for seat in seats:
        if names.key(seat.name) == names.key(name):
            if seat.player_id is not None:
                raise Refused("name-taken")
            (seat.name,) = bot_names(1, {seat.name for seat in seats})
            seat.save(update_fields=["name"])


def _may_sit(player: User, kind: str, name: str) -> None:
    if kind == Kind.RANKED and player.is_guest:
        raise Refused("no-account")
    if kind == Kind.RANKED and (until := cooldown.ends_at(player.pk)):
        raise Refused("cooldown", until=until)
    if not name:
        raise Refused("name-missing")


@contextmanager
def _one_table_each() -> Iterator[None]:
    """The database keeps people from two tables at once; who tries hears it in words. Whatever else it keeps
    is no matter of theirs."""
    try:
        yield
    except IntegrityError as error:
        if not any(words in str(error) for words in _TWO_TABLES):
            raise
        raise Refused("busy") from error


_TWO_TABLES: Final = "nobody_sits_at_two_tables_with_others", "failed: game_seat.player_id"
"""What PostgreSQL and SQLite say of that constraint."""
