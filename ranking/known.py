"""What the game may ask of the ladder (`game.standing`)."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence

from game import standing
from game.models import Result
from game.standing import Badge, Brief, Moved, Outcome, Prospect, RankTerm
from ranking import ladder
from ranking.models import Cause, RankChange, Settlement
from ranking.settlement import change_of
from ranking.standings import points_of


class Known:
    """`game.standing.Ladder`."""

    def points(self, users: Collection[int]) -> Mapping[int, int]:
        return points_of(users)

    def badge(self, points: int) -> Badge:
        return Badge(ladder.tier_of(points), ladder.step_of(points))

    def prospects(self, points: Sequence[int | None], seat: int) -> tuple[Prospect, ...]:
        own = points[seat]
        people = sum(each is not None for each in points)
        if own is None or people < ladder.FEWEST_PLAYERS:
            return ()
        return tuple(
            _prospect(place, own, worth)
            for place, worth in enumerate(ladder.prospects(points, seat), start=1)
        )

    def outcome(self, table_id: int) -> Outcome:
        settlement = Settlement.objects.filter(pk=table_id).first()
        if settlement is None or settlement.settled_at is None:
            return Outcome(settled=False, voided=False, changes=())
        seats = {result.player_id: result for result in Result.objects.filter(table=table_id)}
        changes = RankChange.objects.filter(table=table_id, cause=Cause.GAME)
        told = [self._told(change, seats[change.user_id], settlement) for change in changes]
        by_seat = sorted(told, key=lambda change: change.seat)
        return Outcome(True, settlement.voided_at is not None, tuple(by_seat))

    def brief(self, tables: Collection[int]) -> Mapping[int, Brief]:
        settled = Settlement.objects.filter(pk__in=tables, settled_at__isnull=False)
        voided = dict(settled.values_list("pk", "voided_at"))
        moved: dict[int, dict[int, Moved]] = defaultdict(dict)
        changes = RankChange.objects.filter(table__in=list(voided), cause=Cause.GAME)
        for table, user, before, after in changes.values_list("table", "user", "before", "after"):
            assert table is not None
            moved[table][user] = Moved(before, after, self.badge(after))
        return {table: Brief(True, at is not None, moved[table]) for table, at in voided.items()}

    def _told(self, change: RankChange, result: Result, settlement: Settlement) -> standing.RankChange:
        worked_out = change_of(change)
        return standing.RankChange(
            seat=result.seat,
            placement=change.placement,
            left=result.left_at is not None,
            before=change.before,
            after=change.after,
            worth=change.worth,
            exact=worked_out.exact,
            for_place=worked_out.for_place,
            terms=tuple(
                RankTerm(term.seat, term.difference, term.worth - term.even) for term in worked_out.terms
            ),
            badge_before=self.badge(change.before),
            badge_after=self.badge(change.after),
            voided=settlement.voided_at is not None,
        )


def _prospect(place: int, points: int, worth: int) -> Prospect:
    change = ladder.points_after(points, worth) - points
    return Prospect(place, change, held=change != worth)
