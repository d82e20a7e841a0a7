"""A table and its seats.

A table begins as a lobby, in which `game.lobby` seats people and bots, or at once, against bots. The
running game is the snapshot in `Table.state`, with what there is between the people in `Table.company`;
only `game.door` changes them.

(`db_index=False`: the table comes first in a unique constraint, whose index serves for it, too.)
"""

import secrets
from typing import Final

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from game.rules.company.values import LIMITS

LONGEST_NAME: Final = 40


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
        LOBBY = "lobby"
        RUNNING = "running"
        ENDED = "ended"
        GONE = "gone"  # a lobby that everyone has left

    public_id = models.CharField(max_length=22, unique=True, default=new_public_id, editable=False)
    kind = models.CharField(max_length=12, choices=Kind.choices)
    game = models.CharField(max_length=30)
    options = models.JSONField()
    pace = models.CharField(max_length=7, choices=Pace.choices, default=Pace.NORMAL)
    status = models.CharField(max_length=7, choices=Status.choices, default=Status.RUNNING)
    # What the lobby is called, whether the lists show it or its link alone leads there, and who decides.
    name = models.CharField(max_length=LONGEST_NAME, blank=True)
    public = models.BooleanField(default=False)
    host = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="hosted"
    )
    turned_away = models.JSONField(default=list)  # ids of people whom the host has removed
    watching = models.BooleanField(default=True)  # the host of a Multiplayer table may forbid it
    limit = models.PositiveSmallIntegerField(null=True, blank=True)  # seconds for each bid or card
    state = models.JSONField(null=True)  # none before the game
    company = models.JSONField(null=True)  # none where one person plays with bots
    version = models.PositiveIntegerField(default=0)  # changes of the game
    news = models.PositiveIntegerField(default=0)  # changes beside it: who sits or is there, what is said
    due_at = models.DateTimeField(null=True, blank=True)
    due_for = models.CharField(max_length=40, blank=True)
    # The secret from which the cards follow, and its sha256, which is shown before the game (RULES 6);
    # `next_seed` is the one of a game played again with the same settings.
    seed = models.CharField(max_length=64, editable=False)
    seal = models.CharField(max_length=64, editable=False)
    next_seed = models.CharField(max_length=64, default=new_seed, editable=False)
    again = models.OneToOneField(  # the lobby of the same people's next game
        "self", null=True, blank=True, on_delete=models.SET_NULL, related_name="before"
    )
    created_at = models.DateTimeField(auto_now_add=True)
    started_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    stopped_at = models.DateTimeField(null=True, blank=True)  # a moderator has ended the game

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["seal"], name="one_table_per_seed"),
            models.CheckConstraint(condition=Q(kind__in=Kind.values), name="table_kind_known"),
            models.CheckConstraint(condition=Q(pace__in=Pace.values), name="table_pace_known"),
            models.CheckConstraint(condition=Q(limit=None) | Q(limit__in=LIMITS), name="table_limit_known"),
            models.CheckConstraint(
                condition=Q(status__in=("lobby", "running"), ended_at=None)
                | Q(status__in=("ended", "gone"), ended_at__isnull=False),
                name="table_ends_once",
            ),
            models.CheckConstraint(
                condition=Q(status__in=("lobby", "gone"), state=None)
                | Q(status__in=("running", "ended"), state__isnull=False),
                name="a_game_has_a_state",
            ),
            models.CheckConstraint(
                condition=Q(kind="singleplayer", company=None, host=None, public=False)
                | ~Q(kind="singleplayer") & (Q(company__isnull=False) | Q(status__in=("lobby", "gone"))),
                name="people_at_one_table_are_a_company",
            ),
            models.CheckConstraint(
                condition=Q(due_at=None) | Q(status__in=("lobby", "running")), name="only_open_tables_are_due"
            ),
            models.CheckConstraint(
                condition=Q(due_at=None, due_for="") | Q(due_at__isnull=False) & ~Q(due_for=""),
                name="a_table_is_due_for_something",
            ),
            models.CheckConstraint(
                condition=Q(stopped_at=None) | Q(status="ended"), name="stopped_tables_have_ended"
            ),
        ]
        indexes = [
            models.Index(fields=["due_at"], name="table_due", condition=Q(due_at__isnull=False)),
            models.Index(fields=["kind"], name="table_listed", condition=Q(status="lobby", public=True)),
            models.Index(
                fields=["-ended_at"],
                name="table_history",
                condition=Q(status="ended", public=True, watching=True),
            ),
            models.Index(
                fields=["kind", "-ended_at"],
                name="table_history_of_a_kind",
                condition=Q(status="ended", public=True, watching=True),
            ),
            # Few among all that have ended; moderators look for them.
            models.Index(fields=["-id"], name="table_open", condition=Q(status__in=("lobby", "running"))),
        ]

    def __str__(self) -> str:
        return self.public_id


class Seat(models.Model):
    """A place that somebody has taken, or a bot. Where there are both, the player has left the game and the
    bot plays for them."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="seats", db_index=False)
    index = models.PositiveSmallIntegerField()
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="seats"
    )
    bot = models.CharField(max_length=12, blank=True)  # the level of the bot that plays here
    name = models.CharField(max_length=40)
    salt = models.CharField(max_length=32, blank=True)
    language = models.CharField(max_length=8, blank=True)  # in which this seat's pages are pushed
    sits = models.BooleanField(default=False)  # at an open table with other people, and has not left it
    ready = models.BooleanField(default=False)  # in the lobby
    away_since = models.DateTimeField(null=True, blank=True)  # no page of theirs is open
    left_at = models.DateTimeField(null=True, blank=True)
    rank_points = models.PositiveIntegerField(null=True, blank=True)  # an account's, when the game began
    joined_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["index"]
        constraints = [
            models.UniqueConstraint(fields=["table", "index"], name="unique_seat_per_table"),
            models.UniqueConstraint(
                fields=["table", "player"],
                condition=Q(player__isnull=False),
                name="one_seat_per_player_and_table",
            ),
            models.UniqueConstraint(
                fields=["player"], condition=Q(sits=True), name="nobody_sits_at_two_tables_with_others"
            ),
            models.CheckConstraint(
                condition=Q(sits=False) | Q(player__isnull=False, bot="", left_at=None),
                name="who_sits_has_not_left",
            ),
            models.CheckConstraint(
                condition=Q(player__isnull=False) | ~Q(bot=""), name="a_seat_has_a_player_or_a_bot"
            ),
        ]
        indexes = [
            models.Index(fields=["player", "left_at"], name="seat_left", condition=Q(left_at__isnull=False)),
        ]

    def __str__(self) -> str:
        return f"{self.table_id}/{self.index}"

    @property
    def is_played(self) -> bool:
        """Whether a person plays here, and not a bot (for them)."""
        return self.player_id is not None and not self.bot
