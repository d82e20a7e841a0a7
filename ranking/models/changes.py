"""What games have done to rank points.

A `Settlement` is written with the end of a game, in its transaction: from then on the game waits to be
settled, whatever becomes of the task that is to do it. Each `RankChange` is kept with all that it was worked
out from.
"""

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from game.models import Table


class Settlement(models.Model):
    """What has become of a game that has ended: whether it counts already (`settled_at`), and whether a
    moderator has taken it back."""

    table = models.OneToOneField(Table, primary_key=True, on_delete=models.CASCADE, related_name="settlement")
    ended_at = models.DateTimeField()
    settled_at = models.DateTimeField(null=True, blank=True)
    voided_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(voided_at=None) | Q(settled_at__isnull=False), name="a_voided_game_is_settled"
            ),
        ]
        indexes = [
            models.Index(fields=["ended_at"], name="settlement_waits", condition=Q(settled_at=None)),
        ]

    def __str__(self) -> str:
        return f"{self.table_id}"


class Cause(models.TextChoices):
    GAME = "game"
    VOID = "void"  # a moderator has taken back what a game changed
    CORRECTION = "correction"  # a moderator has set the points


class RankChange(models.Model):
    """What one game, or one moderator, did to an account's rank points.

    `worth` is what was to be added; the floor of the tier held may have kept the points higher, which
    `before` and `after` say. Of a game: `placement` (None where everyone left), `exact` the sum before it was
    rounded (a fraction), and `terms`, by opponent: `{"seat", "outcome", "difference", "even", "worth"}` as in
    `ranking.ladder.Term`, fractions as texts.
    """

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="rank_changes", db_index=False
    )
    table = models.ForeignKey(
        Table, null=True, blank=True, on_delete=models.PROTECT, related_name="rank_changes"
    )
    cause = models.CharField(max_length=10, choices=Cause.choices)
    placement = models.PositiveSmallIntegerField(null=True, blank=True)
    worth = models.IntegerField()
    before = models.PositiveIntegerField()
    after = models.PositiveIntegerField()
    exact = models.CharField(max_length=40, blank=True)
    terms = models.JSONField(default=list, blank=True)
    at = models.DateTimeField()

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["table", "user"], condition=Q(cause="game"), name="one_rank_change_per_game_and_user"
            ),
            models.UniqueConstraint(
                fields=["table", "user"], condition=Q(cause="void"), name="one_void_per_game_and_user"
            ),
            models.CheckConstraint(condition=Q(cause__in=Cause.values), name="rank_change_cause_known"),
            models.CheckConstraint(
                condition=Q(cause="correction", table=None)
                | Q(cause__in=("game", "void"), table__isnull=False),
                name="games_and_voids_are_of_a_table",
            ),
            models.CheckConstraint(
                condition=Q(worth__gte=0, after=F("before") + F("worth"))
                | Q(worth__lt=0, after__lte=F("before"), after__gte=F("before") + F("worth")),
                name="points_move_by_what_a_change_is_worth",
            ),
        ]
        indexes = [models.Index(fields=["user", "at"], name="rank_curve")]

    def __str__(self) -> str:
        return f"{self.user_id}: {self.before} → {self.after}"

    @property
    def real(self) -> int:
        """By how much the points have really moved."""
        return self.after - self.before
