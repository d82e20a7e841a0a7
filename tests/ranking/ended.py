"""Ranked games that have ended as a test wants it, waiting to be settled."""

from collections.abc import Collection, Sequence

from accounts.models import User
from game.models import Kind, Result, Table
from ranking.models import Gain, Period, Standing
from tests.game.company import account, company_table, play_on


def people_with(*points: int) -> list[User]:
    """New accounts with so many rank points each."""
    users = [account() for _ in points]
    for user, held in zip(users, points, strict=True):
        Standing.objects.create(user=user, points=held)
    return users


def ended(
    players: Sequence[User],
    places: Sequence[int | None],
    *,
    points: Sequence[int] | None = None,
    left: Collection[int] = (),
    kind: Kind = Kind.RANKED,
) -> Table:
    """A game of these and, on the seats that are left, bots, played to its end by the engine; then the
    results say these places, the rank `points` at the start (by default what the players have), and who left.
    """
    table = company_table(players=players, bots=len(places) - len(players), kind=kind, most_cards=1)
    for _ in play_on(table):
        pass
    for seat, place in enumerate(places):
        result = Result.objects.get(table=table, seat=seat)
        result.placement = place
        if seat < len(players):
            held = points[seat] if points else points_of(players[seat])
            result.rank_points = held
            result.left_at = table.ended_at if seat in left else None
        result.save()
    return table


def points_of(user: User) -> int:
    found = Standing.objects.filter(user=user).first()
    return found.points if found else 0


def gained(user: User, period: Period = Period.WEEK) -> int:
    return sum(Gain.objects.filter(user=user, period=period).values_list("points", flat=True))
