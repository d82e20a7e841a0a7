"""Looking for what is odd in the ranked games of the last month, for moderators to look at.

Nothing follows from a flag by itself: friends play together, too, and one of two may simply be better. What
counts as odd is written here and nowhere else.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from django.db import transaction
from django.db.models import Count, F, Q, QuerySet
from django.utils import timezone

from game.models import Kind, Result
from ranking.models import Flag

WINDOW: Final = timedelta(days=30)
TOGETHER: Final = 15
"""Games of two people together, and that share of the games of one of them."""
TOGETHER_SHARE: Final = 0.7
LOST: Final = 10
"""Games of two people in which one came in before the other, and that share of them lost by the same one."""
LOST_SHARE: Final = 0.9
AT_ONCE: Final = timedelta(seconds=60)
"""No game of six rounds and more is played out in this."""
TIMES_AT_ONCE: Final = 3
LEFT: Final = 5
"""Games left, and that share of one's games."""
LEFT_SHARE: Final = 0.25
TABLES: Final = 10
"""How many tables a flag names."""
AGAIN: Final = WINDOW
"""What a moderator has looked at is not raised again for so long."""


@dataclass(frozen=True, slots=True)
class Found:
    kind: str
    user: int
    other: int | None
    games: int
    of: int


def look(now: datetime | None = None) -> int:
    """Look for what is odd, and keep it; what was found before is brought up to date. Returns how many flags
    are open because of it."""
    now = now or timezone.now()
    since = now - WINDOW
    return sum(_keep(found, since, now) for found in odd(since))


def odd(since: datetime) -> Iterator[Found]:
    """All that is odd in the ranked games since then."""
    played = dict(_games(since).values_list("player").annotate(games=Count("pk")))
    yield from _together(since, played)
    yield from _over_at_once(since, played)
    yield from _left(since, played)


def _games(since: datetime) -> QuerySet[Result]:
    """What people have done in ranked games since then that nobody has taken back."""
    return Result.objects.filter(
        table__kind=Kind.RANKED,
        at__gte=since,
        player__isnull=False,
        player__deleted_at=None,
        table__stopped_at=None,
        table__settlement__voided_at=None,
    )


def _together(since: datetime, played: dict[int, int]) -> Iterator[Found]:
    pairs = (
        _games(since)
        .filter(table__results__player__gt=F("player"))
        .values_list("player", "table__results__player")
        .annotate(
            games=Count("pk"),
            lost=Count("pk", filter=Q(placement__gt=F("table__results__placement"))),
            won=Count("pk", filter=Q(placement__lt=F("table__results__placement"))),
        )
        .filter(games__gte=min(TOGETHER, LOST))
        .order_by()
    )
    for one, other, games, lost, won in pairs:
        fewest = min(played[one], played.get(other, games))
        if games >= TOGETHER and games >= TOGETHER_SHARE * fewest:
            yield Found(Flag.Kind.OFTEN_TOGETHER, one, other, games, fewest)
        for loser, winner, times in ((one, other, lost), (other, one, won)):
            if lost + won >= LOST and times >= LOST_SHARE * (lost + won):
                yield Found(Flag.Kind.ALWAYS_LOSES, loser, winner, times, lost + won)


def _over_at_once(since: datetime, played: dict[int, int]) -> Iterator[Found]:
    quick = _games(since).filter(table__ended_at__lt=F("table__started_at") + AT_ONCE)
    for user, games in quick.values_list("player").annotate(games=Count("pk")):
        if games >= TIMES_AT_ONCE:
            yield Found(Flag.Kind.OVER_AT_ONCE, user, None, games, played[user])


def _left(since: datetime, played: dict[int, int]) -> Iterator[Found]:
    left = _games(since).filter(left_at__isnull=False)
    for user, games in left.values_list("player").annotate(games=Count("pk")):
        if games >= LEFT and games >= LEFT_SHARE * played[user]:
            yield Found(Flag.Kind.LEAVES_OFTEN, user, None, games, played[user])


# --- keeping -----------------------------------------------------------------------------------------------


def _keep(found: Found, since: datetime, now: datetime) -> bool:
    """Raise a flag, or bring the open one up to date. Not where a moderator has looked at it lately."""
    same = Flag.objects.filter(kind=found.kind, user=found.user, other=found.other)
    if same.filter(reviewed_at__gt=now - AGAIN).exists():
        return False
    values: dict[str, Any] = {
        "details": {"games": found.games, "of": found.of, "tables": _tables(found, since)},
        "since": since,
        "until": now,
    }
    with transaction.atomic():
        if not same.filter(reviewed_at=None).update(**values):
            flag = Flag(kind=found.kind, user_id=found.user, other_id=found.other, found_at=now, **values)
            Flag.objects.bulk_create([flag], ignore_conflicts=True)  # another worker was quicker
    return True


def _tables(found: Found, since: datetime) -> list[str]:
    """The latest tables that it is about."""
    games = _games(since).filter(player=found.user)
    match found.kind:
        case Flag.Kind.OFTEN_TOGETHER:
            games = games.filter(table__results__player=found.other)
        case Flag.Kind.ALWAYS_LOSES:
            games = games.filter(
                table__results__player=found.other, placement__gt=F("table__results__placement")
            )
        case Flag.Kind.OVER_AT_ONCE:
            games = games.filter(table__ended_at__lt=F("table__started_at") + AT_ONCE)
        case Flag.Kind.LEAVES_OFTEN:
            games = games.filter(left_at__isnull=False)
    return list(games.order_by("-at").values_list("table__public_id", flat=True)[:TABLES])
