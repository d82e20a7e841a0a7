"""Where players stand on the ladder, and what they have gained in a week or a month.

`order` is the name as it sorts in Danish (`accounts.names.order`), kept here so that a page of a leaderboard
is read from one index; it follows the name (`ranking.receivers`).
"""

from django.conf import settings
from django.db import models
from django.db.models import Q


class Standing(models.Model):
    """An account's rank points, the ranked games that count in them, and when the last one ended. Who has no
    row has none yet."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, primary_key=True, on_delete=models.CASCADE, related_name="standing"
    )
    points = models.PositiveIntegerField(default=0)
    order = models.CharField(max_length=255, default="")
    games = models.PositiveIntegerField(default=0)
    played_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        indexes = [models.Index(fields=["-points", "order", "played_at"], name="standing_ladder")]

    def __str__(self) -> str:
        return f"{self.user_id}: {self.points}"


class Period(models.TextChoices):
    WEEK = "week"
    MONTH = "month"


class Gain(models.Model):
    """The rank points that ranked games of a week or month have brought an account, together. `start` is its
    first day, a Monday or the first of a month, where the site is at home (settings.TIME_ZONE). `tier` is the
    one that the account holds now (0 for Bronze), so that a board of a tier is read from an index, too."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="gains", db_index=False
    )
    period = models.CharField(max_length=5, choices=Period.choices)
    start = models.DateField()
    points = models.IntegerField(default=0)
    order = models.CharField(max_length=255, default="")
    games = models.PositiveIntegerField(default=0)
    tier = models.PositiveSmallIntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["user", "period", "start"], name="one_gain_per_user_and_period"),
            models.CheckConstraint(condition=Q(period__in=Period.values), name="gain_period_known"),
        ]
        indexes = [
            models.Index(fields=["period", "start", "-points", "order"], name="gain_ladder"),
            models.Index(
                fields=["period", "start", "tier", "-points", "order"], name="gain_ladder_of_a_tier"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} {self.period} {self.start}: {self.points}"
