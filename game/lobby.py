"""A table before its game: who sits where, who decides, and when it begins (RULES 2).

Each service locks the table, changes it, and lets everyone know after the commit; what it refuses leaves
everything as it was. Somebody is always host as long as somebody is there.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Final

from django.db import IntegrityError, transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from accounts import names
from accounts.models import User
from game.bots import DEFAULT_LEVEL
from game.errors import Refused
from game.models import Kind, Seat, Table, new_seed
from game.news import tell_lists, tell_news
from game.rules import fair
from game.schedule import SURELY
from game.standing import rank_points
from game.store import hold
from game.tables import GAME, begin, bot_names
from game.tasks import call_when_due
from game.terms import Terms, check, terms_of

HOST_AWAY: Final = timedelta(seconds=5)
"""A host who has no page open for so long is host no more, if somebody else is there (BR-43)."""
SEAT_AWAY: Final = timedelta(minutes=5)
"""And somebody who sits there has no seat any more."""
EMPTY: Final = timedelta(minutes=10)
"""A lobby in which nobody is, is gone after so long."""
KEPT: Final = timedelta(minutes=1)
"""For so long the lobby of another game takes in those alone who played the last one, until all have come."""
_EMPTY: Final = "lobby.empty"
"""For which it is due then."""


class SitsElsewhere(Refused):
    """Somebody sits at a running table: the way leads back to it."""

    def __init__(self, table: Table) -> None:
        super().__init__("sits-elsewhere")
        self.table = table


# --- opening, joining, leaving ------------------------------------------------------------------------


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
    (no-account, sits-elsewhere, …)."""
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
        _seat(table, seats, player, index, name=name, salt=salt, language=language)
        for place, bot in (bots or {}).items():
            _seat_bot(table, seats, place, bot)
        _changed(table, seats)
    return table


def join(
    table_id: int, player: User, *, name: str, salt: str = "", language: str = "", index: int | None = None
) -> None:
    """Take a seat: this one, or the first that is free; who sits there already does. Raises `Refused` (full,
    seat-taken, already-begun, turned-away, kept-for-players, no-account, name-taken, sits-elsewhere)."""
    kind = Table.objects.values_list("kind", flat=True).get(pk=table_id)
    _may_sit(player, kind, name)
    with _one_table_each(), _instead_of_other_lobbies(player, table_id), _lobby(table_id) as (table, seats):
        if any(seat.player_id == player.pk for seat in seats):
            return
        if player.pk in table.turned_away:
            raise Refused("turned-away")
        if _is_kept_from(table, seats, player.pk):
            raise Refused("kept-for-players")
        free = _free(table, seats)
        if not free:
            raise Refused("full")
        if index is not None and index not in free:
            raise Refused("seat-taken")
        _make_way(seats, name)
        _seat(table, seats, player, free[0] if index is None else index, name, salt, language)
        if table.host_id is None:
            table.host = player
        if table.due_for == _EMPTY:  # the page of who comes takes a moment
            table.due_at, table.due_for = None, ""
        _changed(table, seats)


def look_in(table_id: int) -> None:
    """Whether a stranger would get a seat, before they become a guest for it. Raises `Refused`, as `join`."""
    table = Table.objects.get(pk=table_id)
    _is_lobby(table)
    seats = list(Seat.objects.filter(table=table))
    if table.kind == Kind.RANKED:
        raise Refused("no-account")
    if _is_kept_from(table, seats, None):
        raise Refused("kept-for-players")
    if not _free(table, seats):
        raise Refused("full")


def leave(table_id: int, player: User) -> None:
    """Give up one's seat. Leaving twice is leaving. Raises `Refused` (already-begun)."""
    with _lobby(table_id) as (table, seats):
        own = next((seat for seat in seats if seat.player_id == player.pk), None)
        if own is not None:
            _unseat(table, seats, own)
            _changed(table, seats)


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


# --- what those who sit there do ------------------------------------------------------------------------


def set_ready(table_id: int, player: User, *, ready: bool) -> None:
    """Say that one is ready, or not yet; the last one's word begins the game. Raises `Refused`."""
    with _lobby(table_id) as (table, seats):
        own = _own(seats, player)
        if own.ready == ready:
            return
        own.ready = ready
        own.save(update_fields=["ready"])
        _changed(table, seats)


def set_salt(table_id: int, player: User, salt: str) -> None:
    """Choose one's share in the cards anew; it is frozen when the game begins (RULES 6). Raises `Refused`
    (bad-salt)."""
    if not fair.is_salt(salt):
        raise Refused("bad-salt")
    with _lobby(table_id) as (table, seats):
        own = _own(seats, player)
        if own.salt == salt:
            return
        own.salt = salt
        own.save(update_fields=["salt"])
        _changed(table, seats)


def move(table_id: int, player: User, index: int) -> None:
    """Sit down on a free seat instead of one's own. Raises `Refused` (seat-taken)."""
    with _lobby(table_id) as (table, seats):
        own = _own(seats, player)
        if index == own.index:
            return
        if index not in _free(table, seats):
            raise Refused("seat-taken")
        own.index = index
        own.save(update_fields=["index"])
        _changed(table, seats)


# --- what the host does -----------------------------------------------------------------------------------


def change_terms(table_id: int, player: User, terms: Terms) -> None:
    """Other terms: nobody is ready for them yet. Raises `Refused` (not-host, too-many-seated, too-few-cards,
    …)."""
    with _lobby(table_id, host=player) as (table, seats):
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
        _changed(table, seats)


def add_bot(table_id: int, player: User, index: int | None = None) -> None:
    """Seat a bot, on the first free seat or this one. Raises `Refused` (not-host, full, seat-taken)."""
    with _lobby(table_id, host=player) as (table, seats):
        free = _free(table, seats)
        if not free:
            raise Refused("full")
        if index is not None and index not in free:
            raise Refused("seat-taken")
        _seat_bots(table, seats, free[:1] if index is None else [index])
        _changed(table, seats)


def remove(table_id: int, player: User, index: int, who: str) -> None:
    """Send away a bot or a person, who does not come back to this table. `who` is the name that the host saw
    there. Raises `Refused` (not-host, stale, not-now)."""
    with _lobby(table_id, host=player) as (table, seats):
        seat = _at(seats, index, who)
        if seat.player_id == player.pk:
            raise Refused("not-now")
        if seat.player_id is not None:
            table.turned_away.append(seat.player_id)
        _unseat(table, seats, seat)
        _changed(table, seats)


def swap(table_id: int, player: User, index: int, who: str, other: int) -> None:
    """Move who sits on a seat to another one, and whoever sits there to theirs. Raises `Refused` (not-host,
    stale, seat-taken: there is no such seat)."""
    with _lobby(table_id, host=player) as (table, seats):
        if not 0 <= other < terms_of(table).players:
            raise Refused("seat-taken")
        one = _at(seats, index, who)
        two = next((seat for seat in seats if seat.index == other), None)
        if one is two:
            return
        _put(one, _ASIDE)
        if two is not None:
            _put(two, index)
        _put(one, other)
        _changed(table, seats)


def start(table_id: int, player: User) -> None:
    """Begin, whoever is ready; bots take the seats that are free. Raises `Refused` (not-host)."""
    with _lobby(table_id, host=player) as (table, seats):
        _begin(table, seats)


def hand_over(player: User) -> None:
    """Somebody logs out: where they are host, somebody is who is there (BR-43). Their seat they keep for as
    long as if they were away. Nothing where nobody else is there, or the game has begun."""
    own = Seat.objects.filter(player=player, sits=True, table__host=player).first()
    if own is None:
        return
    try:
        with _lobby(own.table_id, host=player) as (table, seats):
            others = [seat for seat in seats if seat.player_id != player.pk]
            there = [seat for seat in others if seat.player_id is not None and seat.away_since is None]
            if there:
                table.host_id = _next_host(there)
                _changed(table, seats)
    except Refused:
        return


# --- by itself ----------------------------------------------------------------------------------------------


def look_after(table_id: int) -> None:
    """What time brings about: the next host, a seat that somebody has gone from, the end of an empty lobby.
    Nothing where the game has begun meanwhile."""
    try:
        with _lobby(table_id) as (table, seats):
            _changed(table, seats, before=_as_it_is(table, seats))
    except Refused:
        return


def looked_after(table: Table, seats: list[Seat]) -> None:
    """Somebody has come to a lobby, which the caller has locked, or gone from it. Saved here."""
    _changed(table, seats)


def _pass_on(table: Table, seats: list[Seat], now: datetime) -> None:
    people = [seat for seat in seats if seat.player_id is not None]
    there = [seat for seat in people if seat.away_since is None]
    if there:
        for seat in people:
            if seat.away_since is not None and now >= seat.away_since + SEAT_AWAY:
                _unseat(table, seats, seat)
    host = next((seat for seat in seats if seat.player_id == table.host_id), None)
    if host is None:
        table.host_id = _next_host(seats)
    elif there and host.away_since is not None and now >= host.away_since + HOST_AWAY:
        table.host_id = _next_host(there)


def _next_host(seats: Sequence[Seat]) -> int | None:
    """Who has been there longest, of those who are there if any are."""
    people = [seat for seat in seats if seat.player_id is not None]
    first = min(people, key=lambda seat: (seat.away_since is not None, seat.joined_at, seat.pk), default=None)
    return first.player_id if first else None


def _due(table: Table, seats: Sequence[Seat], now: datetime) -> tuple[datetime | None, str]:
    away = {seat: seat.away_since for seat in seats if seat.away_since is not None}
    if _is_empty(seats):
        if table.due_for == _EMPTY and table.due_at is not None:
            return table.due_at, table.due_for
        return now + EMPTY + SURELY, _EMPTY
    due = [(since + SEAT_AWAY + SURELY, "lobby.seat") for since in away.values()]
    for seat, since in away.items():
        if seat.player_id == table.host_id:
            due.append((since + HOST_AWAY + SURELY, "lobby.host"))
    return min(due) if due else (None, "")


# --- underneath -------------------------------------------------------------------------------------------


@contextmanager
def _lobby(table_id: int, host: User | None = None) -> Iterator[tuple[Table, list[Seat]]]:
    """A lobby and its seats, locked. `host`: who asks for what only the host may do."""
    with transaction.atomic():
        table = hold(table_id)
        _is_lobby(table)
        if host is not None and table.host_id != host.pk:
            raise Refused("not-host")
        yield table, list(Seat.objects.filter(table=table))


def _is_lobby(table: Table) -> None:
    """Raises `Refused` where it is none any more."""
    if table.status == Table.Status.GONE:
        raise Refused("lobby-gone")
    if table.status != Table.Status.LOBBY:
        raise Refused("already-begun")


def _changed(table: Table, seats: list[Seat], before: object = None) -> None:
    """Store what has become of a lobby, let its game begin if it is to, and tell everyone; unless it still is
    as it was `before`."""
    now = timezone.now()
    if table.due_for == _EMPTY and table.due_at and now >= table.due_at - SURELY and _is_empty(seats):
        _close(table, seats, now)
        return
    _pass_on(table, seats, now)
    if _all_are_ready(table, seats):
        _begin(table, seats)
        return
    table.due_at, table.due_for = _due(table, seats, now)
    if before != _as_it_is(table, seats):
        _store(table)


def _as_it_is(table: Table, seats: Sequence[Seat]) -> object:
    """Of a lobby, all that time may change."""
    return table.host_id, table.due_at, table.due_for, tuple(seat.pk for seat in seats)


def _is_empty(seats: Sequence[Seat]) -> bool:
    """Whether nobody is there: everyone who sits there is away."""
    return all(seat.player_id is None or seat.away_since is not None for seat in seats)


def _all_are_ready(table: Table, seats: Sequence[Seat]) -> bool:
    people = [seat for seat in seats if seat.player_id is not None]
    ready = all(seat.ready and seat.away_since is None for seat in people)
    return bool(people) and ready and not _free(table, seats)


def _begin(table: Table, seats: list[Seat]) -> None:
    _seat_bots(table, seats, _free(table, seats))
    seats.sort(key=lambda seat: seat.index)
    if table.kind == Kind.RANKED:
        points = rank_points([seat.player_id for seat in seats if seat.player_id is not None])
        for seat in seats:
            seat.rank_points = None if seat.player_id is None else points[seat.player_id]
        Seat.objects.bulk_update(seats, ["rank_points"])
    table.news += 1
    begin(table, seats)  # which calls for the first deal
    _announce(table)


def _close(table: Table, seats: Sequence[Seat], now: datetime) -> None:
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


def _free(table: Table, seats: Sequence[Seat]) -> list[int]:
    taken = {seat.index for seat in seats}
    return [index for index in range(terms_of(table).players) if index not in taken]


def _own(seats: Sequence[Seat], player: User) -> Seat:
    for seat in seats:
        if seat.player_id == player.pk:
            return seat
    raise Refused("not-seated")


def _at(seats: Sequence[Seat], index: int, who: str) -> Seat:
    """Who sits there, if it is still the one that was seen there."""
    for seat in seats:
        if seat.index == index and seat.name == who:
            return seat
    raise Refused("stale")


def _seat(
    table: Table, seats: list[Seat], player: User, index: int, name: str, salt: str, language: str
) -> None:
    seat = Seat(table=table, index=index, player=player, name=name, salt=salt, language=language, sits=True)
    if not table.visits.filter(player=player, watches=False).exists():
        seat.away_since = timezone.now()  # until a page of theirs says otherwise
    seat.save(force_insert=True)
    seats.append(seat)


def _seat_bots(table: Table, seats: list[Seat], places: Sequence[int]) -> None:
    free = bot_names(len(places), {seat.name for seat in seats})
    for index, name in zip(places, free, strict=True):
        _seat_bot(table, seats, index, name)


def _seat_bot(table: Table, seats: list[Seat], index: int, name: str) -> None:
    seat = Seat(table=table, index=index, bot=DEFAULT_LEVEL, name=name, ready=True)
    seat.save(force_insert=True)
    seats.append(seat)


def _unseat(table: Table, seats: list[Seat], seat: Seat) -> None:
    seats.remove(seat)
    seat.delete()


_ASIDE: Final = 100
"""No seat's number: where one waits while two change places."""


def _put(seat: Seat, index: int) -> None:
    seat.index = index
    seat.save(update_fields=["index"])


def _move_together(seats: Sequence[Seat], players: int) -> None:
    """Whoever sits on a seat that there is no more gets one that there is."""
    taken = {seat.index for seat in seats}
    free = [index for index in range(players) if index not in taken]
    homeless = [seat for seat in seats if seat.index >= players]
    for seat, index in zip(homeless, free, strict=False):
        _put(seat, index)
