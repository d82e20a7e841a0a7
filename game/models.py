"""A table, who sits there, what was done, and what came of it.

The running game is the snapshot in `Table.state`; `Action` is its log, from which it can be played
again; `Round` keeps each finished round, so that the snapshot need not; `Result` is each seat's end.
Only `game.door` changes a running game.

(`db_index=False`: the table comes first in a unique constraint, whose index serves for it, too.)
"""

import secrets

from django.conf import settings
from django.db import models
from django.db.models import F, Q


def new_public_id() -> str:
    """22 characters of 128 random bits: an address nobody can guess."""
    return secrets.token_urlsafe(16)


def new_seed() -> str:
    """32 random bytes as 64 hex digits: the secret from which a game's cards follow (RULES 6)."""
    return secrets.token_hex(32)


class Kind(models.TextChoices):
    SINGLEPLAYER = "singleplayer"
    MULTIPLAYER = "multiplayer"
    RANKED = "ranked"


class Pace(models.TextChoices):
    """How quickly bots think and finished tricks go."""

    RELAXED = "relaxed"
    NORMAL = "normal"
    FAST = "fast"


class Table(models.Model):
    class Status(models.TextChoices):
        RUNNING = "running"
        ENDED = "ended"

    public_id = models.CharField(max_length=22, unique=True, default=new_public_id, editable=False)
    kind = models.CharField(max_length=12, choices=Kind.choices)
    game = models.CharField(max_length=30)
    options = models.JSONField()
    pace = models.CharField(max_length=7, choices=Pace.choices, default=Pace.NORMAL)
    status = models.CharField(max_length=7, choices=Status.choices, default=Status.RUNNING)
    state = models.JSONField()
    version = models.PositiveIntegerField(default=0)
    due_at = models.DateTimeField(null=True, blank=True)
    due_for = models.CharField(max_length=40, blank=True)
    # The secret from which the cards follow, and its sha256, which is shown before the game (RULES 6);
    # `next_seed` is the one of a game played again with the same settings.
    seed = models.CharField(max_length=64, editable=False)
    seal = models.CharField(max_length=64, editable=False)
    next_seed = models.CharField(max_length=64, default=new_seed, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["seal"], name="one_table_per_seed"),
            models.CheckConstraint(condition=Q(kind__in=Kind.values), name="table_kind_known"),
            models.CheckConstraint(condition=Q(pace__in=Pace.values), name="table_pace_known"),
            models.CheckConstraint(
                condition=Q(status="running", ended_at=None) | Q(status="ended", ended_at__isnull=False),
                name="table_ends_once",
            ),
            models.CheckConstraint(
                condition=Q(due_at=None) | Q(status="running"), name="only_running_tables_are_due"
            ),
            models.CheckConstraint(
                condition=Q(due_at=None, due_for="") | Q(due_at__isnull=False) & ~Q(due_for=""),
                name="a_table_is_due_for_something",
            ),
        ]
        indexes = [models.Index(fields=["due_at"], name="table_due", condition=Q(due_at__isnull=False))]

    def __str__(self) -> str:
        return self.public_id


class Seat(models.Model):
    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="seats", db_index=False)
    index = models.PositiveSmallIntegerField()
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="seats"
    )
    bot = models.CharField(max_length=12, blank=True)  # the level of the bot that plays here
    name = models.CharField(max_length=40)
    salt = models.CharField(max_length=32, blank=True)
    language = models.CharField(max_length=8, blank=True)  # in which this seat's pages are pushed

    class Meta:
        ordering = ["index"]
        constraints = [
            models.UniqueConstraint(fields=["table", "index"], name="unique_seat_per_table"),
            models.UniqueConstraint(
                fields=["table", "player"],
                condition=Q(player__isnull=False),
                name="one_seat_per_player_and_table",
            ),
            models.CheckConstraint(
                condition=Q(player__isnull=False) | ~Q(bot=""), name="a_seat_has_a_player_or_a_bot"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table_id}/{self.index}"


class Source(models.TextChoices):
    """On whose account something was done."""

    PERSON = "person"
    BOT = "bot"
    CLOCK = "clock"
    TABLE = "table"  # dealing, revealing


class Action(models.Model):
    """One change of a running game, exactly once each: `number` is the version it made."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="actions", db_index=False)
    number = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField(null=True)
    source = models.CharField(max_length=6, choices=Source.choices)
    action = models.JSONField()
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="unique_action_per_table_and_number"),
            models.CheckConstraint(condition=Q(number__gte=1), name="actions_count_from_one"),
            models.CheckConstraint(condition=Q(source__in=Source.values), name="action_source_known"),
            models.CheckConstraint(
                condition=Q(source="table", seat=None) | ~Q(source="table") & Q(seat__isnull=False),
                name="all_but_the_table_act_from_a_seat",
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


class Result(models.Model):
    """How a seat ended a game."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="results", db_index=False)
    seat = models.PositiveSmallIntegerField()
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="results"
    )
    placement = models.PositiveSmallIntegerField()
    total = models.IntegerField()
    bids_made = models.PositiveSmallIntegerField()
    rounds = models.PositiveSmallIntegerField()

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

    def __str__(self) -> str:
        return f"{self.table_id}/{self.seat}: {self.placement}"
