"""What becomes of seats and results when people come home or leave for good."""

from typing import Any

from django.db.models import F, OuterRef, Subquery
from django.dispatch import receiver

from accounts.models import User
from accounts.signals import NOBODY, account_deleted, guest_came_home, own_data_wanted
from game.models import Result, Seat


@receiver(guest_came_home)
def take_seats_along(guest: User, account: User, **_: Any) -> None:
    """The guest's seats and results are the account's, except where the account sits at the table itself."""
    for model in (Seat, Result):
        own = list(model.objects.filter(player=account).values_list("table", flat=True))
        model.objects.filter(player=guest).exclude(table__in=own).update(player=account)


@receiver(account_deleted)
def forget_name(account: User, **_: Any) -> None:
    """Games stay as they were played; whose seat it was is not to be seen any more."""
    Seat.objects.filter(player=account).update(name=NOBODY)


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
    return {"games": list(seats.values("salt", "placement", "total", **names))}
