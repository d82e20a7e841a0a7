"""What pages read."""

from django.contrib.auth.models import AnonymousUser
from django.shortcuts import get_object_or_404

from accounts.models import User
from game.models import Kind, Seat, Table


def running_table(user: User | AnonymousUser) -> Table | None:
    """The game against bots that a player could go on with: the newest."""
    if not user.is_authenticated:
        return None
    tables = Table.objects.filter(
        seats__player_id=user.pk, kind=Kind.SINGLEPLAYER, status=Table.Status.RUNNING
    )
    return tables.order_by("-pk").first()


def table_of_seal(user: User | AnonymousUser, seal: str) -> Table | None:
    """The table that a player has opened with the seed of a seal."""
    return (
        Table.objects.filter(seats__player_id=user.pk, seal=seal).first() if user.is_authenticated else None
    )


def seated_table(user: User | AnonymousUser, public_id: str) -> tuple[Table, list[Seat], Seat]:
    """A table, its seats in order, and the player's own. Whoever does not sit there finds nothing
    (Http404): a game against bots is nobody else's business."""
    table = get_object_or_404(Table, public_id=public_id, seats__player_id=user.pk or 0)
    seats = list(Seat.objects.filter(table=table))
    return table, seats, next(seat for seat in seats if seat.player_id == user.pk)
