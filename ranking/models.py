"""Where players stand on the ladder."""

from collections.abc import Collection, Mapping

from django.conf import settings
from django.db import models


class Standing(models.Model):
    """An account's rank points. Who has no row has none yet."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, primary_key=True, on_delete=models.CASCADE, related_name="standing"
    )
    points = models.PositiveIntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.user_id}: {self.points}"


def points_of(users: Collection[int]) -> Mapping[int, int]:
    """The rank points of users, by id, as `game.standing` asks for them."""
    return dict(Standing.objects.filter(pk__in=users).values_list("pk", "points"))
