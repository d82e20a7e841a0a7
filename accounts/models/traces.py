"""From which browsers and networks people have come, so that moderators see who may be one person with two
accounts (`accounts.traces`)."""

from django.db import models
from django.db.models import Q
from django.utils import timezone

from accounts.models.users import User


class Trace(models.Model):
    """A browser or a network that somebody has come from. `key` is a code that says nothing by itself: the
    same for all who share it."""

    class Kind(models.TextChoices):
        DEVICE = "device"
        NETWORK = "network"

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="traces")
    kind = models.CharField(max_length=7, choices=Kind.choices)
    key = models.CharField(max_length=32)
    first_at = models.DateTimeField(default=timezone.now)
    last_at = models.DateTimeField(default=timezone.now, db_index=True)

    class Meta:
        default_permissions = ()
        constraints = [
            # The key comes first: its index finds all who share it.
            models.UniqueConstraint(fields=["key", "kind", "user"], name="one_trace_of_a_kind_and_key"),
            models.CheckConstraint(condition=Q(kind__in=["device", "network"]), name="trace_kind_known"),
        ]

    def __str__(self) -> str:
        return f"{self.user_id}: {self.kind}"
