"""What a person at a table may ask for."""

from game.door import act
from game.models import Seat, Source
from game.rules.exact_bid.values import Action


def sit_down(public_id: str, player_id: int | None, language: str) -> tuple[int, int] | None:
    """Find the seat of a player at a table, for a page in a language: (table id, seat index), or
    None where they have none. From now on the seat's pages are pushed in that language."""
    seat = Seat.objects.filter(table__public_id=public_id, player_id=player_id, player__isnull=False).first()
    if seat is None:
        return None
    if seat.language != language:
        Seat.objects.filter(pk=seat.pk).update(language=language)
    return seat.table_id, seat.index


def move(table_id: int, seat: int, action: Action, turn: str) -> None:
    """A person's bid or card, made at the `turn` they saw. Raises `Refused`."""
    act(table_id, seat, action, source=Source.PERSON, turn=turn)
