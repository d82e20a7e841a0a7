"""Changes of standings: one player's points, and what goes with them. Callers hold the user
(`people.hold`)."""

from collections.abc import Collection, Mapping
from datetime import date, datetime, timedelta

from django.db.models import F, OuterRef, Subquery, Value
from django.db.models.functions import Least
from django.utils import timezone

from accounts import names
from accounts.models import User
from ranking.ladder import TIER_POINTS, TIERS, tier_of
from ranking.models import Gain, Period, Standing


def points_of(users: Collection[int]) -> Mapping[int, int]:
    """The rank points of users, by id; who has none yet is not among them."""
    return dict(Standing.objects.filter(pk__in=users).values_list("pk", "points"))


def standing_of(user: User) -> Standing:
    """The standing of a user, made where there is none yet."""
    return Standing.objects.get_or_create(user=user, defaults={"order": names.order(user.username)})[0]


def count_gain(user: User, ended_at: datetime, points: int, games: int) -> None:
    """Add to what the week and the month have brought in which a game ended."""
    new = {"order": names.order(user.username), "tier": tier_of(standing_of(user).points)}
    for period, start in starts(ended_at).items():
        gain, _ = Gain.objects.get_or_create(user=user, period=period, start=start, defaults=new)
        Gain.objects.filter(pk=gain.pk).update(points=F("points") + points, games=F("games") + games)


def set_points(standing: Standing, points: int) -> None:
    """The points stand there from now on, on every board."""
    tier_held = tier_of(standing.points)
    standing.points = points
    standing.save(update_fields=["points"])
    if tier_of(points) != tier_held:
        Gain.objects.filter(user=standing.user_id).update(tier=tier_of(points))


def sort_gains_into_tiers() -> None:
    """Note on all gains what tier each account holds now: of many standings that were written at once."""
    points = Standing.objects.filter(user=OuterRef("user")).values("points")[:1]
    tier = Least(Subquery(points) / TIER_POINTS, Value(len(TIERS) - 1))
    Gain.objects.filter(user__standing__isnull=False).update(tier=tier)


def starts(moment: datetime) -> dict[str, date]:
    """The first day of the week and of the month of a moment, where the site is at home."""
    day = timezone.localdate(moment)
    return {Period.WEEK: day - timedelta(days=day.weekday()), Period.MONTH: day.replace(day=1)}
