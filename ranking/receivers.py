"""What the ladder does when a game ends, a player comes home, changes the name, or leaves for good."""

from typing import Any

from django.db import transaction
from django.db.models.signals import post_save
from django.dispatch import receiver

from accounts import names
from accounts.models import User
from accounts.signals import account_deleted, guest_came_home, own_data_wanted
from game.models import Result, Table
from game.signals import game_ended
from ranking import people, tallies
from ranking import settlement as settle
from ranking.models import Gain, Settlement, Standing, Tally
from ranking.tasks import ask_to_settle


@receiver(game_ended)
def await_settlement(table: Table, **_: Any) -> None:
    assert table.ended_at is not None
    Settlement.objects.create(table_id=table.pk, ended_at=table.ended_at)
    transaction.on_commit(lambda: ask_to_settle(table.pk))


@receiver(post_save, sender=User)
def follow_name(instance: User, created: bool, update_fields: Any, **_: Any) -> None:
    """Leaderboards sort by what players are called now."""
    if created or (update_fields is not None and "username" not in update_fields):
        return
    order = names.order(instance.username)
    Standing.objects.filter(user=instance).exclude(order=order).update(order=order)
    Gain.objects.filter(user=instance).exclude(order=order).update(order=order)


@receiver(guest_came_home)
def take_statistics_along(guest: User, account: User, **_: Any) -> None:
    """Called after the guest's results have become the account's (`game.people`): those that have not are of
    games in which both sat, and count for nobody any more."""
    people.hold([guest.pk, account.pk])
    stay = Result.objects.filter(player=guest).values("table")
    for settlement in Settlement.objects.filter(table__in=stay, settled_at__isnull=False, voided_at=None):
        settle.count_out(settlement.table_id, guest)
    tallies.merge(guest, account)


@receiver(account_deleted)
def forget_standing(account: User, **_: Any) -> None:
    """It stands on no ladder any more. What its games changed for others stays, and what they changed for it
    names nobody."""
    for model in (Standing, Gain, Tally):
        model._default_manager.filter(user=account).delete()


@receiver(own_data_wanted)
def rank_of(account: User, **_: Any) -> dict[str, Any]:
    standing = Standing.objects.filter(user=account).values("points", "games", "played_at").first()
    changes = account.rank_changes.values(
        "table__public_id", "cause", "placement", "worth", "before", "after", "at"
    )
    tallies_ = account.tallies.values(
        "kind", "game", "games", "left", "rounds", "bids_made", "perfect", "points", "highest", "lowest",
        "placements", "bids",
    )  # fmt: skip
    return {"rank": standing, "rank_changes": list(changes), "statistics": list(tallies_)}
