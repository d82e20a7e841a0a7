"""Who has a page of a table open: one row for each socket.

A process that serves sockets says every few seconds that it lives; what is held by one that has not done
so for a while is gone with it (`game.presence`).
"""

from django.conf import settings
from django.db import models

from game.models.tables import Table


class Process(models.Model):
    key = models.CharField(max_length=32, primary_key=True)
    seen_at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return self.key


class Visit(models.Model):
    """An open page: of a player, or of somebody who watches."""

    key = models.CharField(max_length=32, primary_key=True)
    process = models.ForeignKey(Process, on_delete=models.CASCADE, related_name="visits")
    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="visits")
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.CASCADE, related_name="visits"
    )
    watches = models.BooleanField(default=False)

    def __str__(self) -> str:
        return self.key
