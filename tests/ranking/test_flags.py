"""What is odd in ranked games is flagged for moderators, and nothing else follows from it."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from game.models import Kind, Result, Table, new_seed
from game.rules import fair
from ranking import flags
from ranking.models import Flag, Settlement
from tests.game.company import account

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def games(
    many: int, *players: User, places: tuple[int, ...] = (), left: int | None = None, kind: str = Kind.RANKED,
    minutes: float = 20, days_ago: float = 1,
) -> list[Table]:  # fmt: skip
    """So many games of these players that are over and settled; the places are in order unless said."""
    tables = []
    ended = timezone.now() - timedelta(days=days_ago)
    for _ in range(many):
        seed = new_seed()
        table = Table.objects.create(
            kind=kind, game="piratbridge", options={}, status="ended", state={}, company={}, seed=seed,
            seal=fair.seal(bytes.fromhex(seed)), ended_at=ended,
            started_at=ended - timedelta(minutes=minutes),
        )  # fmt: skip
        for seat, user in enumerate(players):
            Result.objects.create(
                table=table, seat=seat, player=user, placement=(places or range(1, 9))[seat], total=10,
                bids_made=1, rounds=2, left_at=ended if seat == left else None, rank_points=0, at=ended,
            )  # fmt: skip
        Settlement.objects.create(table=table, ended_at=ended, settled_at=ended)
        tables.append(table)
    return tables


def found() -> list[tuple[str, User, User | None, int, int]]:
    flags.look()
    return [
        (flag.kind, flag.user, flag.other, flag.details["games"], flag.details["of"])
        for flag in Flag.objects.order_by("kind", "user")
    ]


def test_the_same_two_in_unusually_many_games() -> None:
    one, other, third = account(), account(), account()
    games(8, one, other, third)
    games(7, other, one)
    games(12, one, account(), places=(1, 1))
    assert found() == [("often-together", one, other, 15, 15)]  # of 27 of the one, and all of the other


def test_fewer_games_or_a_smaller_share_are_nothing() -> None:
    one, other = account(), account()
    games(7, one, other)
    games(7, other, one)
    assert found() == []
    games(1, one, other)
    for player in (one, other):
        games(8, player, account())
    assert found() == []  # 15 of 23


def test_one_always_loses_to_the_other() -> None:
    winner, loser = account(), account()
    games(9, winner, loser)
    games(1, loser, winner)
    games(4, winner, loser, places=(1, 1))
    assert found() == [("always-loses", loser, winner, 9, 10)]


def test_games_over_within_seconds() -> None:
    quick = account()
    tables = [table for _ in range(3) for table in games(1, quick, account(), minutes=0.9)]
    games(4, quick, account(), minutes=1.1)
    assert found() == [("over-at-once", quick, None, 3, 7)]
    assert set(Flag.objects.get().details["tables"]) == {table.public_id for table in tables}


def test_many_games_left() -> None:
    leaver = account()
    for _ in range(5):
        games(1, leaver, account(), left=0)
    for _ in range(15):
        games(1, leaver, account())
    assert found() == [("leaves-often", leaver, None, 5, 20)]


def test_what_is_old_voided_or_not_ranked_is_no_matter() -> None:
    one, other = account(), account()
    games(20, one, other, days_ago=31)
    games(20, one, other, kind=Kind.MULTIPLAYER)
    voided = games(20, one, other)
    Settlement.objects.filter(table__in=voided).update(voided_at=timezone.now())
    assert found() == []


def test_a_flag_is_raised_once_and_brought_up_to_date() -> None:
    one, other = account(), account()
    games(15, one, other, places=(1, 1))
    flags.look()
    games(1, one, other, places=(1, 1))
    assert found() == [("often-together", one, other, 16, 16)]


def test_what_was_looked_at_rests_for_a_while() -> None:
    one, other = account(), account()
    games(15, one, other, places=(1, 1))
    flags.look()
    Flag.objects.update(reviewed_at=timezone.now(), reviewed_by=account())
    flags.look()
    assert Flag.objects.count() == 1
    Flag.objects.update(reviewed_at=timezone.now() - timedelta(days=31))
    flags.look()
    assert Flag.objects.filter(reviewed_at=None).count() == 1
