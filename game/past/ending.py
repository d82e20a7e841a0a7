"""How a game has ended, for its page: everyone's end of it, and what it did to their rank points."""

from collections.abc import Sequence
from typing import NamedTuple

from django.db.models import prefetch_related_objects

from accounts.acts import reason_for
from accounts.models import Act
from game import logs, store
from game.live.page import players_of
from game.live.sheet_cut import cut_final, cut_scores
from game.live.slices import Highlight, ScoresSlice
from game.models import Kind, Result, Seat, Table
from game.past.history import account_name
from game.rules.exact_bid.view import view
from game.stakes import badge_of
from game.standing import Badge, Outcome, RankChange, ladder


class Finisher(NamedTuple):
    name: str
    account: str  # as in `history.Player`
    badge: Badge | None
    bot: bool  # one that sat there from the beginning
    mine: bool
    left: bool
    placement: int | None
    total: int
    made: int
    rounds: int
    change: RankChange | None


class Ending(NamedTuple):
    """`rank` is None where the game is not about that."""

    finishers: tuple[Finisher, ...]  # best first
    highlights: tuple[Highlight, ...]
    scores: ScoresSlice
    rank: Outcome | None
    why: str  # a moderator has ended or voided it, for who sat there; "" otherwise

    @property
    def placed(self) -> bool:
        return any(finisher.placement for finisher in self.finishers)


def ending_of(table: Table, seats: Sequence[Seat], own: Seat | None) -> Ending:
    """Of a game that is over, as its page tells it to `own`, or to somebody who did not play."""
    seen = view(store.state_of(table), own.index if own else None)
    players, rounds = players_of(seats), logs.rounds_of(table)
    rank = ladder().outcome(table.pk) if table.kind == Kind.RANKED and not table.stopped_at else None
    changes = {change.seat: change for change in rank.changes} if rank else {}
    prefetch_related_objects(seats, "player")
    finishers = [
        Finisher(
            name=seats[result.seat].name,
            account=account_name(seats[result.seat]),
            badge=badge_of(seats[result.seat].rank_points),
            bot=seats[result.seat].player_id is None,
            mine=own is not None and result.seat == own.index,
            left=result.left_at is not None,
            placement=result.placement,
            total=result.total,
            made=result.bids_made,
            rounds=result.rounds,
            change=changes.get(result.seat),
        )
        for result in Result.objects.filter(table=table).order_by("seat")
    ]
    finishers.sort(key=lambda finisher: finisher.placement or len(seats))
    final = cut_final(seen, players, rounds)
    return Ending(
        tuple(finishers), final.highlights, cut_scores(seen, players, rounds), rank, _why(table, own, rank)
    )


def _why(table: Table, own: Seat | None, rank: Outcome | None) -> str:
    """What a moderator types may be about somebody: those who sat there read it, and nobody else."""
    if own is None:
        return ""
    if table.stopped_at is not None:
        return reason_for(table.public_id, Act.What.END_TABLE)
    return reason_for(table.public_id, Act.What.VOID_GAME) if rank is not None and rank.voided else ""
