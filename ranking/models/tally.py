"""Statistics of players, counted game by game as games are settled."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from game.models import Kind


class Tally(models.Model):
    """What a player has done in games of one kind and preset, all together.

    `games` counts all that were placed, `left` those of them that the player left; everything else is of
    games played to the end. `points` is the sum of final scores, `highest` and `lowest` the best and the
    worst one.
    `placements` has, by the number of players, how often each place was taken: `{"4": [3, 1, 0, 2]}`.
    `bids` has, by cards in hand and bid, how often it was bid, made, and overshot (more tricks taken than
    bid): `{"8": {"2": [5, 3, 1]}}`.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="tallies", db_index=False
    )
    kind = models.CharField(max_length=12, choices=Kind.choices)
    game = models.CharField(max_length=30)
    games = models.PositiveIntegerField(default=0)
    left = models.PositiveIntegerField(default=0)
    rounds = models.PositiveIntegerField(default=0)
    bids_made = models.PositiveIntegerField(default=0)
    perfect = models.PositiveIntegerField(default=0)
    points = models.IntegerField(default=0)
    highest = models.IntegerField(null=True, blank=True)
    lowest = models.IntegerField(null=True, blank=True)
    placements = models.JSONField(default=dict)
    bids = models.JSONField(default=dict)

    class Meta:
        verbose_name_plural = "tallies"
        constraints = [
            models.UniqueConstraint(fields=["user", "kind", "game"], name="one_tally_per_user_kind_and_game"),
            models.CheckConstraint(condition=Q(kind__in=Kind.values), name="tally_kind_known"),
            models.CheckConstraint(condition=Q(left__lte=F("games")), name="left_games_are_games"),
            models.CheckConstraint(condition=Q(bids_made__lte=F("rounds")), name="tally_bids_within_rounds"),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} {self.kind} {self.game}"
