"""What people say to each other at a table, and what the table has to say to them: who left, what a vote
came to."""

from typing import Final

from django.conf import settings
from django.db import models
from django.db.models import Q

from game.models.tables import Table

LONGEST: Final = 200


class Said(models.TextChoices):
    PHRASE = "phrase"  # a code, which each reads in their own language
    EMOTE = "emote"  # a code
    TEXT = "text"
    TABLE = "table"  # a code of `game.words`: nobody says it


class Message(models.Model):
    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="messages")
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="messages"
    )
    seat = models.PositiveSmallIntegerField()  # who says it, or whom it is about
    name = models.CharField(max_length=40)
    kind = models.CharField(max_length=6, choices=Said.choices)
    words = models.CharField(max_length=LONGEST)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(condition=Q(kind__in=Said.values), name="message_kind_known"),
            models.CheckConstraint(condition=~Q(words=""), name="a_message_says_something"),
        ]
        indexes = [models.Index(fields=["author", "at"], name="message_pace")]

    def __str__(self) -> str:
        return f"{self.table_id}: {self.pk}"
