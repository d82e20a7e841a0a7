"""What a person at a table may ask for."""

from typing import NamedTuple

from game import clockwork, store
from game.door import act
from game.errors import Refused
from game.live.incoming import Move
from game.models import Kind, Seat, Source, Table
from game.rules.company.seats import seated
from game.rules.exact_bid.engine import turn as turn_of


class Place(NamedTuple):
    table: int
    seat: int
    has_company: bool  # other people may be at the table


def sit_down(public_id: str, player_id: int | None, language: str) -> Place | None:
    """Find the seat of a player in a game, for a page in a language; None where they have none, or have left
    it. From now on the seat's pages are pushed in that language."""
    seats = Seat.objects.filter(table__public_id=public_id, player_id=player_id, player__isnull=False, bot="")
    seat = seats.select_related("table").defer("table__state").first()
    if seat is None or seat.table.status not in (Table.Status.RUNNING, Table.Status.ENDED):
        return None
    if seat.language != language:
        Seat.objects.filter(pk=seat.pk).update(language=language)
    return Place(seat.table_id, seat.index, seat.table.kind != Kind.SINGLEPLAYER)


def do(table_id: int, seat: int, wanted: Move) -> None:
    """What a person at a seat has asked for. Raises `Refused`."""
    if wanted.action is None:
        next_round(table_id, wanted.turn)
    else:
        act(table_id, seat, wanted.action, source=Source.PERSON, turn=wanted.turn)


def next_round(table_id: int, turn: str) -> None:
    """The person has seen enough of the finished round: deal the next one now. Where others watch
    too, the table keeps its time. Raises `Refused`."""
    table = Table.objects.get(pk=table_id)
    if turn != turn_of(store.state_of(table)):
        raise Refused("stale")
    company = store.company_of(table)
    if company is not None and len(seated(company)) > 1:
        raise Refused("not-now")
    clockwork.hurry(table.pk)
