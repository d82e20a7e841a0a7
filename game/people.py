"""What becomes of seats and results when people come home or leave for good."""

from typing import Any

from django.contrib.auth.signals import user_logged_out
from django.db.models import F, OuterRef, Subquery
from django.dispatch import receiver

from accounts.models import User
from accounts.signals import (
    NOBODY,
    account_deleted,
    guest_came_home,
    own_data_wanted,
    renamed,
    sanctioned,
)
from game import door, lobby
from game.errors import Refused
from game.models import Message, Result, Said, Seat, Table, Visit
from game.news import tell_news
from game.rules.company.values import Leave


@receiver(guest_came_home)
def take_seats_along(guest: User, account: User, **_: Any) -> None:
    """The guest's seats and results are the account's, except where the account sits at the table itself."""
    _hold_tables_of(guest)
    own = list(Seat.objects.filter(player=account).values_list("table", flat=True))
    coming = Seat.objects.filter(player=guest).exclude(table__in=own)
    if Seat.objects.filter(player=account, sits=True).exists():
        coming = coming.exclude(sits=True)  # nobody sits at two tables with others
    coming.update(player=account)
    Result.objects.filter(player=guest).exclude(table__in=own).update(player=account)
    seated = Seat.objects.filter(player=account).values("table")
    Table.objects.filter(host=guest, pk__in=seated).update(host=account)
    Message.objects.filter(author=guest).update(author=account)
    Visit.objects.filter(player=guest).update(player=account)  # whose pages close: then the account is away


def _hold_tables_of(player: User) -> None:
    """Lock the open tables at which somebody sits before their seats, as everyone does, and in order."""
    tables = Table.objects.filter(
        pk__in=Seat.objects.filter(player=player).values("table"),
        status__in=(Table.Status.LOBBY, Table.Status.RUNNING),
    )
    list(tables.select_for_update().order_by("pk").values_list("pk"))


@receiver(account_deleted)
def forget_name(account: User, **_: Any) -> None:
    """Games stay as they were played; whose seat it was is not to be seen any more. Who sits at a table
    leaves it."""
    _get_up(account)
    _call(account, NOBODY)


def _call(account: User, name: str) -> None:
    """Let this stand for the account wherever its name stood: at tables, at what it said, and at what tables
    have said of it."""
    Seat.objects.filter(player=account).update(name=name)
    Message.objects.filter(author=account).update(name=name)
    Message.objects.filter(
        kind=Said.TABLE, table__seats__player=account, table__seats__index=F("seat")
    ).update(name=name)


def _get_up(player: User) -> None:
    """Leave the table where somebody sits. Between a look at it and its lock its game may begin, or end: then
    once more."""
    seat = Seat.objects.filter(player=player, sits=True).select_related("table").first()
    if seat is None:
        return
    try:
        if seat.table.status == Table.Status.RUNNING:
            door.do(seat.table_id, seat.index, Leave())
        else:
            lobby.leave(seat.table_id, player)
    except Refused:
        if Seat.objects.filter(pk=seat.pk, sits=True, table__status=seat.table.status).exists():
            raise
        _get_up(player)


@receiver(renamed)
def follow_name(account: User, **_: Any) -> None:
    """A name that could not stay stands nowhere any more, also not at old tables."""
    _call(account, account.username)
    tell_of_sanction(account)


@receiver(sanctioned)
def tell_of_sanction(user: User, **_: Any) -> None:
    """The page of the table where somebody sits says at once that they are muted, or not any more."""
    for table in Table.objects.filter(seats__player=user, seats__sits=True).values_list("pk", flat=True):
        Table.objects.filter(pk=table).update(news=F("news") + 1)
        tell_news(table)


@receiver(user_logged_out)
def hand_over(user: User | None, **_: Any) -> None:
    """A host who logs out makes way at once; the seat waits, as for everyone who is away."""
    if user is not None:
        lobby.hand_over(user)


@receiver(own_data_wanted)
def games_of(account: User, **_: Any) -> dict[str, Any]:
    result = Result.objects.filter(table=OuterRef("table"), seat=OuterRef("index"))
    seats = account.seats.order_by("table").annotate(
        placement=Subquery(result.values("placement")[:1]), total=Subquery(result.values("total")[:1])
    )
    names = {
        "public_id": F("table__public_id"),
        "game": F("table__game"),
        "kind": F("table__kind"),
        "began": F("table__created_at"),
        "ended": F("table__ended_at"),
        "seat_name": F("name"),
    }
    said = account.messages.values("kind", "words", "at", where=F("table__public_id"))
    return {
        "games": list(seats.values("salt", "placement", "total", "left_at", "rank_points", **names)),
        "said": list(said),
    }
