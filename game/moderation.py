"""What moderators do at a table, each with its entry in the audit log (`accounts.acts`)."""

from django.db import transaction

from accounts import acts
from accounts.models import Act, User
from game import door
from game.models import Table


def end_table(moderator: User, table_id: int, reason: str, *, report: int | None = None) -> Act:
    """End a running game for everyone at it: nobody is placed, and it counts for nothing. Who sits at a table
    does not end its game.

    Raises `ValidationError` with a code of `acts.PROBLEMS`, and `Refused` (game-over, busy): of two who do it
    at once, one has.
    """
    acts.check(moderator, Act.What.END_TABLE)
    with transaction.atomic():
        door.stop(table_id)
        table = Table.objects.only("public_id", "version").get(pk=table_id)
        if table.seats.filter(player=moderator).exists():
            raise acts.refused("oneself")
        details = {"table": table.pk, "version": table.version}
        return acts.enter(
            moderator, Act.What.END_TABLE, reason, place=table.public_id, details=details, report=report
        )
