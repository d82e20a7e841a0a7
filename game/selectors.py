"""What pages read."""

from django.contrib.auth.models import AnonymousUser
from django.http import Http404
from django.shortcuts import get_object_or_404

from accounts.models import User
from game.errors import Refused
from game.models import Kind, Seat, Table


def known(user: User | AnonymousUser) -> User:
    """Who asks for something at a table where they sit. A stranger sits nowhere, and does not become a guest
    by asking: raises `Refused` (not-seated)."""
    if not isinstance(user, User):
        raise Refused("not-seated")
    return user


def running_table(user: User | AnonymousUser) -> Table | None:
    """The game against bots that a player could go on with: the newest."""
    if not user.is_authenticated:
        return None
    tables = Table.objects.filter(
        seats__player_id=user.pk, kind=Kind.SINGLEPLAYER, status=Table.Status.RUNNING
    )
    return tables.order_by("-pk").first()


def open_table(user: User | AnonymousUser) -> Table | None:
    """The table with other people at which a player sits, a lobby or a running game: one at most."""
    return Table.objects.filter(seats__player_id=user.pk, seats__sits=True).first() if user.pk else None


def table_of_seal(user: User | AnonymousUser, seal: str) -> Table | None:
    """The table that a player has opened with the seed of a seal."""
    return (
        Table.objects.filter(seats__player_id=user.pk, seal=seal).first() if user.is_authenticated else None
    )


def table_at(public_id: str) -> tuple[Table, list[Seat]]:
    """A table and its seats in order. Raises Http404."""
    table = get_object_or_404(Table, public_id=public_id)
    return table, list(Seat.objects.filter(table=table))


def table_with_people(public_id: str) -> Table:
    """A table at which people meet, at whatever stage. Raises Http404."""
    return get_object_or_404(Table.objects.exclude(kind=Kind.SINGLEPLAYER), public_id=public_id)


def own_seat(table: Table, seats: list[Seat], user: User | AnonymousUser) -> Seat | None:
    """The seat from which a user sees the table: their own, unless they have left the game while it runs."""
    own = next((seat for seat in seats if seat.player_id is not None and seat.player_id == user.pk), None)
    if own is None or own.is_played or table.status == Table.Status.ENDED:
        return own
    return None


def seated_table(user: User | AnonymousUser, public_id: str) -> tuple[Table, list[Seat], Seat]:
    """A table, its seats in order, and the player's own. Whoever does not sit there finds nothing
    (Http404): a game against bots is nobody else's business."""
    table, seats = table_at(public_id)
    own = own_seat(table, seats, user)
    if own is None or table.state is None:
        raise Http404
    return table, seats, own
