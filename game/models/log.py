"""What was done at a table, and what came of it.

`Action` is the log of a game, from which it can be played again; `Round` keeps each finished round, so that
the snapshot need not; `Result` is each seat's end. Some time after the end both lie in an `Archive`, one row
instead of hundreds (`game.logs`).

(`db_index=False`: the table comes first in a unique constraint, whose index serves for it, too.)
"""

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from game.models.tables import Table


class Source(models.TextChoices):
    """On whose account something was done."""

    PERSON = "person"
    BOT = "bot"
    CLOCK = "clock"
    TABLE = "table"  # dealing, revealing
    MODERATOR = "moderator"


class Action(models.Model):
    """One change of a running game, exactly once each: `number` is the version it made.

    A move of the game, a deed of the company, or both at once: a time-out, and the bid or card that the bot
    then made. `away` has since when each seat that was away had been so, by which the company judges.
    """

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="actions", db_index=False)
    number = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField(null=True)
    source = models.CharField(max_length=9, choices=Source.choices)
    action = models.JSONField(null=True)
    deed = models.JSONField(null=True)
    away = models.JSONField(null=True)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="unique_action_per_table_and_number"),
            models.CheckConstraint(condition=Q(number__gte=1), name="actions_count_from_one"),
            models.CheckConstraint(condition=Q(source__in=Source.values), name="action_source_known"),
            models.CheckConstraint(
                condition=Q(action__isnull=False) | Q(deed__isnull=False), name="an_action_does_something"
            ),
            models.CheckConstraint(
                condition=Q(source__in=("table", "moderator"), seat=None)
                | Q(source__in=("person", "bot", "clock"), seat__isnull=False),
                name="players_act_from_a_seat",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table_id}#{self.number}"


class Round(models.Model):
    """What came of a finished round, for the score sheet (`game.sheet` has its shape)."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="rounds", db_index=False)
    number = models.PositiveSmallIntegerField()
    result = models.JSONField()

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="unique_round_per_table"),
            models.CheckConstraint(condition=Q(number__gte=1), name="rounds_count_from_one"),
        ]

    def __str__(self) -> str:
        return f"{self.table_id} round {self.number}"


class Archive(models.Model):
    """The log and the finished rounds of a game that has ended, packed (`game.logs`)."""

    table = models.OneToOneField(Table, primary_key=True, on_delete=models.CASCADE, related_name="archive")
    packed = models.BinaryField()

    def __str__(self) -> str:
        return f"{self.table_id}"


class Result(models.Model):
    """How a seat ended a game, and when that was (`at`). Nobody is placed where everyone has left, or where a
    moderator has ended it; `left_at` is when this one left."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="results", db_index=False)
    seat = models.PositiveSmallIntegerField()
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.PROTECT,
        related_name="results",
        db_index=False,  # `history_of_a_player` begins with it
    )
    placement = models.PositiveSmallIntegerField(null=True, blank=True)
    total = models.IntegerField()
    bids_made = models.PositiveSmallIntegerField()
    rounds = models.PositiveSmallIntegerField()
    left_at = models.DateTimeField(null=True, blank=True)
    rank_points = models.PositiveIntegerField(null=True, blank=True)  # an account's, when the game began
    at = models.DateTimeField()

    class Meta:
        ordering = ["placement", "seat"]
        constraints = [
            models.UniqueConstraint(fields=["table", "seat"], name="one_result_per_seat"),
            models.UniqueConstraint(
                fields=["table", "player"],
                condition=Q(player__isnull=False),
                name="one_result_per_player_and_table",
            ),
            models.CheckConstraint(condition=Q(placement__gte=1), name="placements_count_from_one"),
            models.CheckConstraint(condition=Q(bids_made__lte=F("rounds")), name="bids_made_within_rounds"),
        ]
        indexes = [
            models.Index(
                fields=["player", "-at"], name="history_of_a_player", condition=Q(player__isnull=False)
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table_id}/{self.seat}: {self.placement}"
