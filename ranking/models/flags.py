"""What looks odd in ranked games, for moderators to look at. Nothing follows from it by itself."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Coalesce


class Flag(models.Model):
    """One player, or two (`other`; where the two are alike, `user` has the smaller id), and what was odd
    about their ranked games between `since` and `until` (`ranking.flags` says how it is looked for).

    `details`: `games`, how many were odd; `of`, out of how many; `tables`, public ids of the latest of them.
    As long as nobody has looked at it, finding more brings it up to date.
    """

    class Kind(models.TextChoices):
        OFTEN_TOGETHER = "often-together", "The same two in unusually many games"
        ALWAYS_LOSES = "always-loses", "One always loses to the other"
        OVER_AT_ONCE = "over-at-once", "Games that ended within seconds"
        LEAVES_OFTEN = "leaves-often", "Many games left"

    kind = models.CharField(max_length=14, choices=Kind.choices)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="flags", db_index=False
    )
    other = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.CASCADE, related_name="flags_with"
    )
    details = models.JSONField(default=dict)
    since = models.DateTimeField()
    until = models.DateTimeField()
    found_at = models.DateTimeField()
    reviewed_at = models.DateTimeField(null=True, blank=True)
    reviewed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    note = models.TextField(blank=True)

    class Meta:
        ordering = ["-found_at", "-pk"]
        default_permissions = ("view",)
        constraints = [
            models.CheckConstraint(
                condition=Q(kind__in=["often-together", "always-loses", "over-at-once", "leaves-often"]),
                name="flag_kind_known",
            ),
            models.CheckConstraint(
                condition=Q(kind__in=["often-together", "always-loses"], other__isnull=False)
                | Q(kind__in=["over-at-once", "leaves-often"], other=None),
                name="flags_are_of_one_or_two",
            ),
            models.CheckConstraint(condition=~Q(user=F("other")), name="nobody_is_flagged_with_themselves"),
            models.CheckConstraint(
                condition=Q(reviewed_at=None, reviewed_by=None) | Q(reviewed_at__isnull=False),
                name="flags_are_reviewed_at_a_time",
            ),
            models.UniqueConstraint(
                "user",
                "kind",
                Coalesce("other", 0),
                condition=Q(reviewed_at=None),
                name="one_open_flag_of_a_thing",
            ),
        ]
        indexes = [models.Index(fields=["found_at"], name="flags_to_review", condition=Q(reviewed_at=None))]

    def __str__(self) -> str:
        return f"{self.kind}: {self.user_id}"
