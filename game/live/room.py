"""The page of a lobby, as each viewer sees it. Loaded once for all sockets of a process, cut for each."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import F

from game.live.beside import draw_region
from game.models import Kind, Seat, Table
from game.rules.exact_bid.options import round_plan
from game.stakes import Stakes, badge_of, stakes_of
from game.standing import Badge, rank_points
from game.terms import Terms, minutes, terms_of


class RoomSeat(NamedTuple):
    """A place at the table; `name` is "" where it is free. `key` stays with who sits there when they move.
    `points` are an account's rank points."""

    number: int
    key: int
    name: str
    bot: str
    player: int | None
    ready: bool
    away: bool
    points: int | None


@dataclass(frozen=True)
class Room:
    version: int
    news: int
    status: str
    kind: str
    terms: Terms
    host: int | None
    seats: tuple[RoomSeat, ...]  # all there are, by number
    seal: str
    turned_away: frozenset[int]


class Place(NamedTuple):
    """A seat on the page. `may_sit`: the viewer may take it, instead of their own if they have one. `around`
    counts from the viewer's seat, as they see the table."""

    number: int
    around: int
    key: int
    name: str
    bot: bool
    ready: bool
    away: bool
    host: bool
    mine: bool
    may_sit: bool
    badge: Badge | None


class HeadSlice(NamedTuple):
    """`#room-head`: what the table is called."""

    name: str
    host: str
    ranked: bool
    public: bool


class RoomSlice(NamedTuple):
    """`#room-seats` and `#room-go`: who sits where, and what the viewer may do."""

    places: tuple[Place, ...]
    welcome: bool  # the host has not removed the viewer
    seated: bool
    ready: bool
    hosts: bool  # the viewer is the host
    host: str  # the host's name
    free: int
    waiting: tuple[str, ...]  # other people who are not ready
    ranked: bool
    cards: int  # in the first round


class TermsSlice(NamedTuple):
    """`#room-terms`: what is played. The host sees it as a form."""

    terms: Terms
    rounds: int
    minutes: int
    hosts: bool
    ranked: bool
    taken: int  # seats that are: there cannot be fewer players
    host: str


class StakesSlice(NamedTuple):
    """`#room-stakes`: what each place would bring the viewer, if the seats stay as they are taken now, and
    bots sit down on the `free` ones. None for who does not sit there, and where no rank is played for."""

    stakes: Stakes | None
    free: int


def load_room(table_id: int, _users: frozenset[int] = frozenset()) -> Room:
    table = Table.objects.get(pk=table_id)
    seats = list(Seat.objects.filter(table=table).annotate(guest=F("player__is_guest")))
    return room_of(table, seats, points_of(seats))


def points_of(seats: Sequence[Seat]) -> Mapping[int, int]:
    """The rank points of the accounts that sit there, by user. (Each seat says whether it is a `guest`'s.)"""
    return rank_points([seat.player_id for seat in seats if seat.player_id and not seat.guest])  # type: ignore[attr-defined]


def room_of(table: Table, seats: Sequence[Seat], points: Mapping[int, int]) -> Room:
    terms, by_index = terms_of(table), {seat.index: seat for seat in seats}
    return Room(
        version=table.version,
        news=table.news,
        status=table.status,
        kind=table.kind,
        terms=terms,
        host=table.host_id,
        seats=tuple(_seat(index, by_index.get(index), points) for index in range(terms.players)),
        seal=table.seal,
        turned_away=frozenset(table.turned_away),
    )


def _seat(index: int, seat: Seat | None, points: Mapping[int, int]) -> RoomSeat:
    if seat is None:
        return RoomSeat(index, 0, "", "", None, False, False, None)
    away = seat.away_since is not None
    held = points.get(seat.player_id or 0)
    return RoomSeat(index, seat.pk, seat.name, seat.bot, seat.player_id, seat.ready, away, held)


def _is_waited_for(seat: RoomSeat) -> bool:
    return seat.player is not None and not (seat.ready and not seat.away)


def _place(room: Room, seat: RoomSeat, own: RoomSeat | None) -> Place:
    return Place(
        number=seat.number,
        around=(seat.number - (own.number if own else 0)) % len(room.seats),
        key=seat.key,
        name=seat.name,
        bot=bool(seat.bot),
        ready=seat.ready,
        away=seat.away and seat.player is not None,
        host=seat.player is not None and seat.player == room.host,
        mine=own is not None and seat.number == own.number,
        may_sit=not seat.name,
        badge=badge_of(seat.points),
    )


def cut_room(room: Room, user: int | None) -> dict[str, HeadSlice | RoomSlice | TermsSlice | StakesSlice]:
    """By id of the region."""
    host = next((seat.name for seat in room.seats if seat.player and seat.player == room.host), "")
    hosts = user is not None and room.host == user
    own = next((seat for seat in room.seats if seat.player and seat.player == user), None)
    seats = RoomSlice(
        places=tuple(_place(room, seat, own) for seat in room.seats),
        welcome=user not in room.turned_away,
        seated=own is not None,
        ready=own is not None and own.ready,
        hosts=hosts,
        host=host,
        free=sum(1 for seat in room.seats if not seat.name),
        waiting=tuple(seat.name for seat in room.seats if _is_waited_for(seat) and seat != own),
        ranked=room.kind == "ranked",
        cards=room.terms.most_cards,
    )
    taken = len(room.seats) - seats.free
    rounds = len(round_plan(room.terms.options()))
    terms = TermsSlice(room.terms, rounds, minutes(room.terms), hosts, room.kind == "ranked", taken, host)
    head = HeadSlice(room.terms.name, host, room.kind == "ranked", room.terms.public)
    return {
        "room-head": head,
        "room-seats": seats,
        "room-stakes": _stakes(room, own),
        "room-go": seats,
        "room-terms": terms,
    }


def _stakes(room: Room, own: RoomSeat | None) -> StakesSlice:
    if room.kind != Kind.RANKED or own is None:
        return StakesSlice(None, 0)
    free = sum(not seat.name for seat in room.seats)
    return StakesSlice(stakes_of([seat.points for seat in room.seats], own.number), free)


def room_html(room: Room, user: int | None, language: str) -> dict[str, str]:
    return {
        name: draw_region(f"room/{name.removeprefix('room-')}", cut, language)
        for name, cut in cut_room(room, user).items()
    }
