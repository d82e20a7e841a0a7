"""Who leaves ranked games often waits before the next one, and longer each time.

Leaving is getting up before the end: by one's own wish, by running out of time, or because the others agreed
to let a bot take over. What counts are the games of two weeks; the first of them costs nothing.
"""

from datetime import datetime, timedelta
from typing import Final

from django.utils import timezone

from game.models import Kind, Seat

COUNTED: Final = timedelta(days=14)
WAITS: Final = (
    timedelta(0),
    timedelta(minutes=5),
    timedelta(minutes=15),
    timedelta(hours=1),
    timedelta(hours=4),
    timedelta(hours=12),
    timedelta(hours=24),
)
"""After the latest of so many; more than that is like the last."""


def ends_at(player_id: int, now: datetime | None = None) -> datetime | None:
    """Until when a player sits down at no ranked table; None for who may now. Games that a moderator has
    ended count for nothing, here, too."""
    now = now or timezone.now()
    left = Seat.objects.filter(player=player_id, left_at__gt=now - COUNTED)
    ranked = left.filter(table__kind=Kind.RANKED, table__stopped_at=None)
    times = list(ranked.order_by("-left_at").values_list("left_at", flat=True)[: len(WAITS)])
    if not times or times[0] is None:
        return None
    end = times[0] + WAITS[len(times) - 1]
    return end if end > now else None
