"""Settling games that have ended: each counts once, whatever is retried, killed, or in which order they come.

One transaction locks the game's `Settlement`, which says whether it counts already, then the players, and
writes everything that follows from the game: rank points of a ranked one, what the week and the month have
brought, the statistics of its players. A change is worked out from the ranks at the start of the game and
added to the points as they stand.
"""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from fractions import Fraction
from typing import Any

from django.db import transaction
from django.db.models import F, Max
from django.utils import timezone

from accounts.models import User
from game.logs import rounds_of
from game.models import Kind, Result, Table
from game.news import tell_news
from ranking import ladder, people, tallies
from ranking.ladder import Change, Entrant
from ranking.models import Cause, RankChange, Settlement
from ranking.standings import count_gain, set_points, standing_of


def settle(table_id: int) -> bool:
    """Let a game that has ended count. False where it does already (or never will: no such game ended)."""
    with transaction.atomic():
        waiting = Settlement.objects.select_for_update().filter(pk=table_id, settled_at=None).first()
        if waiting is None:
            return False
        table, results, users = _game(table_id)
        if table.kind == Kind.RANKED and table.stopped_at is None:
            _change_points(table, results, users)
        if _is_placed(results):
            tallies.count(table, results, rounds_of(table), users)
        Settlement.objects.filter(pk=table_id).update(settled_at=timezone.now())
        _tell(table_id)
    return True


def void(table_id: int) -> bool:
    """A moderator takes a game back: what it really changed (after − before) is taken off the points as they
    stand, and the tier held stays; it counts in no statistic any more. False where that was done before, or
    no such game has ended. (`ranking.desk` keeps who did it, and why.)"""
    with transaction.atomic():
        found = Settlement.objects.select_for_update().filter(pk=table_id, voided_at=None).first()
        if found is None:
            return False
        table, results, users = _game(table_id)
        now = timezone.now()
        Settlement.objects.filter(pk=table_id).update(settled_at=found.settled_at or now, voided_at=now)
        if found.settled_at is not None:
            _take_points_back(table, users)
            if _is_placed(results):
                tallies.count(table, results, rounds_of(table), users, tallies.OUT)
        _tell(table_id)
    return True


def count_out(table_id: int, user: User) -> None:
    """A game that counts is to count in one player's statistics no more. The caller holds the player."""
    results = _results(table_id)
    if _is_placed(results):
        table = Table.objects.defer("state", "company").get(pk=table_id)
        tallies.count(table, results, rounds_of(table), {user.pk: user}, tallies.OUT)


def _game(table_id: int) -> tuple[Table, Sequence[Result], Mapping[int, User]]:
    """The game, its results by seat, and its players, held. Where a guest has come home to an account before
    they were, all are let go and held anew: locked after the others, the account would be out of its order.
    """
    results = _results(table_id)
    while True:
        before, seen = transaction.savepoint(), _players(results)
        users = people.hold(seen)
        results = _results(table_id)
        if _players(results) == seen:
            transaction.savepoint_commit(before)
            return Table.objects.defer("state", "company").get(pk=table_id), results, users
        transaction.savepoint_rollback(before)


def _results(table_id: int) -> Sequence[Result]:
    return list(Result.objects.filter(table=table_id).order_by("seat"))


def _players(results: Sequence[Result]) -> Collection[int]:
    return {result.player_id for result in results if result.player_id is not None}


def _is_placed(results: Sequence[Result]) -> bool:
    """Whether the game was played to its end. Where all have left, or a moderator has ended it, it counts in
    no statistic."""
    return all(result.placement is not None for result in results)


def _tell(table_id: int) -> None:
    """Pages of the table have something new to show."""
    Table.objects.filter(pk=table_id).update(news=F("news") + 1)
    transaction.on_commit(lambda: tell_news(table_id))


# --- points ------------------------------------------------------------------------------------------------


def _change_points(table: Table, results: Sequence[Result], users: Mapping[int, User]) -> None:
    changes = ladder.changes([entrant_of(result) for result in results])
    for result, change in zip(results, changes, strict=True):
        user = users.get(result.player_id or 0)
        if change is not None and user is not None:
            _change(table, user, result, change)


def entrant_of(result: Result) -> Entrant:
    """A seat as the ladder sees it. Where nobody is placed everyone has left: the place does not matter."""
    return Entrant(result.rank_points, result.placement or 0, result.left_at is not None)


def _change(table: Table, user: User, result: Result, change: Change) -> None:
    moved = _move(
        user,
        change.rounded,
        cause=Cause.GAME,
        table=table,
        placement=result.placement,
        exact=str(change.exact),
        terms=[document_of(term) for term in change.terms],
    )
    standing = standing_of(user)
    standing.games += 1
    standing.played_at = max(filter(None, (standing.played_at, table.ended_at)))
    standing.save(update_fields=["games", "played_at"])
    assert table.ended_at is not None
    count_gain(user, table.ended_at, moved.real, games=1)


def document_of(term: ladder.Term) -> dict[str, Any]:
    """As a `RankChange` keeps it."""
    return {
        "seat": term.seat,
        "outcome": term.outcome,
        "difference": term.difference,
        "even": str(term.even),
        "worth": str(term.worth),
    }


def change_of(document: RankChange) -> Change:
    """What a game brought, as it was worked out then."""
    terms = tuple(
        ladder.Term(
            term["seat"], term["outcome"], term["difference"], Fraction(term["even"]), Fraction(term["worth"])
        )
        for term in document.terms
    )
    return Change(terms, Fraction(document.exact), document.worth)


def _take_points_back(table: Table, users: Mapping[int, User]) -> None:
    assert table.ended_at is not None
    for change in RankChange.objects.filter(table=table, cause=Cause.GAME, user__in=users):
        user = users[change.user_id]
        moved = _move(user, -change.real, cause=Cause.VOID, table=table, placement=change.placement)
        standing = standing_of(user)
        standing.games -= 1
        standing.played_at = _last_game(user)
        standing.save(update_fields=["games", "played_at"])
        count_gain(user, table.ended_at, moved.real, games=-1)


def _last_game(user: User) -> datetime | None:
    """When the last ranked game of a player ended that counts."""
    games = Settlement.objects.filter(
        table__rank_changes__user=user, table__rank_changes__cause=Cause.GAME, voided_at=None
    )
    found: datetime | None = games.aggregate(last=Max("ended_at"))["last"]
    return found


def correct(user_id: int, points: int) -> RankChange | None:
    """A moderator sets the points of a player, whatever they were; None where they stand there already, or
    nobody is there. The only thing that may bring a tier down. (`ranking.desk` keeps who did it, and why.)"""
    with transaction.atomic():
        user = people.hold([user_id]).get(user_id)
        if user is None or points == standing_of(user).points:
            return None
        return _move(user, points - standing_of(user).points, cause=Cause.CORRECTION, table=None, to=points)


def _move(
    user: User, worth: int, *, cause: Cause, table: Table | None, to: int | None = None, **told: Any
) -> RankChange:
    """Add to the points of a user as they stand, and keep what that did."""
    standing = standing_of(user)
    after = ladder.points_after(standing.points, worth) if to is None else to
    change = RankChange.objects.create(
        user=user, table=table, cause=cause, worth=worth, before=standing.points, after=after,
        at=timezone.now(), **told,
    )  # fmt: skip
    set_points(standing, after)
    return change
