"""Counting games into the statistics of their players, and out again. Callers hold the users
(`people.hold`)."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from django.db.models import Max, Min

from accounts.models import User
from game.models import Result, Table
from game.sheet import RoundResult
from ranking.models import Tally

IN: Final = 1
OUT: Final = -1


def count(
    table: Table,
    results: Sequence[Result],
    rounds: Sequence[RoundResult],
    users: Mapping[int, User],
    sign: int = IN,
) -> None:
    """Count a game that has placements: `results` of all its seats, `rounds` of all its rounds; `users` are
    the players of whom anything is kept. `sign` is `OUT` for a game that is not to count any more."""
    for result in results:
        user = users.get(result.player_id or 0)
        if user is not None:
            tally, _ = Tally.objects.get_or_create(user=user, kind=table.kind, game=table.game)
            _count_game(tally, result, len(results), rounds, sign)
            tally.save()


def _count_game(tally: Tally, result: Result, players: int, rounds: Sequence[RoundResult], sign: int) -> None:
    assert result.placement is not None
    tally.games += sign
    places = tally.placements.setdefault(str(players), [0] * players)
    places[result.placement - 1] += sign
    if result.left_at is not None:  # a bot has played the rest
        tally.left += sign
        return
    tally.rounds += sign * result.rounds
    tally.bids_made += sign * result.bids_made
    tally.perfect += sign * (result.rounds > 0 and result.bids_made == result.rounds)
    tally.points += sign * result.total
    for cards, bid, taken in rounds_played(result.seat, rounds):
        counts = tally.bids.setdefault(str(cards), {}).setdefault(str(bid), [0, 0, 0])
        for place, counted in enumerate((True, bid == taken, taken > bid)):
            counts[place] += sign * counted
    _keep_extremes(tally, result.total, sign)


def rounds_played(seat: int, rounds: Iterable[RoundResult]) -> Iterable[tuple[int, int, int]]:
    """Of each round that a seat has played: cards, bid, tricks taken."""
    for played in rounds:
        bid: int | None = played["bids"][seat]
        if bid is not None:
            yield played["cards"], bid, played["taken"][seat]


def _keep_extremes(tally: Tally, total: int, sign: int) -> None:
    """The best and the worst final score. One that does not count any more may have been either of them: then
    they are looked for in the games that still do."""
    if sign == IN:
        tally.highest = total if tally.highest is None else max(tally.highest, total)
        tally.lowest = total if tally.lowest is None else min(tally.lowest, total)
    elif total in (tally.highest, tally.lowest):
        counted = Result.objects.filter(
            player_id=tally.user_id, table__kind=tally.kind, table__game=tally.game,
            placement__isnull=False, left_at=None,
            table__settlement__settled_at__isnull=False, table__settlement__voided_at=None,
        )  # fmt: skip
        found = counted.aggregate(highest=Max("total"), lowest=Min("total"))
        tally.highest, tally.lowest = found["highest"], found["lowest"]


# --- two players turn out to be one ------------------------------------------------------------------------


def merge(guest: User, account: User) -> None:
    """What was counted for a guest is the account's."""
    for theirs in Tally.objects.filter(user=guest):
        own, _ = Tally.objects.get_or_create(user=account, kind=theirs.kind, game=theirs.game)
        for name in ("games", "left", "rounds", "bids_made", "perfect", "points"):
            setattr(own, name, getattr(own, name) + getattr(theirs, name))
        own.highest = _of_both(max, own.highest, theirs.highest)
        own.lowest = _of_both(min, own.lowest, theirs.lowest)
        own.placements = _added(own.placements, theirs.placements)
        own.bids = _added(own.bids, theirs.bids)
        own.save()
        theirs.delete()


def _of_both(choose: Any, one: int | None, other: int | None) -> int | None:
    known = [value for value in (one, other) if value is not None]
    return choose(known) if known else None


def _added(one: Any, other: Any) -> Any:
    """Two documents of counts, added up."""
    if isinstance(one, dict):
        both = {key: _added(one[key], other[key]) for key in one.keys() & other.keys()}
        return {**one, **other, **both}
    return [first + second for first, second in zip(one, other, strict=True)]
