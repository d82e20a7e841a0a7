"""The yardstick of the door: the least that a durable move costs with the ORM. Lock a row, insert a
row into a log, update 4 KB. Its tables are its own, and bare: no constraint, no index but the keys."""

import random

from django.db import connection, models, transaction

SIZE = 4096


class BareTable(models.Model):
    version = models.PositiveIntegerField(default=0)
    state = models.TextField()

    class Meta:
        app_label = "bench"
        managed = False


class BareAction(models.Model):
    table = models.ForeignKey(BareTable, on_delete=models.CASCADE)
    number = models.PositiveIntegerField()
    action = models.TextField()

    class Meta:
        app_label = "bench"
        managed = False


def create() -> int:
    """Make the tables and a row to move; give its key."""
    with connection.schema_editor() as editor:
        editor.create_model(BareTable)
        editor.create_model(BareAction)
    return int(BareTable.objects.create(state="").pk)


def move(key: int, state: str) -> None:
    """One bare transaction."""
    with transaction.atomic():
        table = BareTable.objects.select_for_update().get(pk=key)
        table.version += 1
        table.state = state
        BareAction.objects.create(table=table, number=table.version, action='{"card": "AS"}')
        table.save(update_fields=["version", "state"])


def some_state(chance: random.Random) -> str:
    """4 KB that no database can press together."""
    return chance.randbytes(SIZE // 2).hex()
