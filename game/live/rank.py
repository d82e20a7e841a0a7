"""What a ranked game has done to the points of its players, as each viewer sees it when it is over."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from accounts.acts import reason_for
from accounts.models import Act
from game.models import Kind, Result, Table
from game.stakes import badge_of
from game.standing import Badge, Outcome, RankChange, RankTerm, ladder

if TYPE_CHECKING:
    from game.live.beside import Person


@dataclass(frozen=True)
class Ended:
    """A ranked game that is over. `stopped`: a moderator has ended it, so nobody's points move. `shared` are
    the placements that several have."""

    outcome: Outcome
    stopped: bool
    shared: frozenset[int]
    why: str = ""  # the reason of the moderator who has voided it


class TermSlice(NamedTuple):
    """An opponent of another tier, with the badge from the start of the game, and what that adds."""

    name: str
    badge: Badge
    extra: Fraction


class OwnChange(NamedTuple):
    """What the game has done to the viewer's points, term by term. `equals` are those whose rank adds
    nothing; `all_equal`: nobody was of another tier."""

    placement: int | None
    shared: bool
    left: bool
    for_place: Fraction
    terms: tuple[TermSlice, ...]
    equals: tuple[str, ...]
    all_equal: bool
    exact: Fraction
    worth: int
    before: int
    after: int
    held: bool
    badge_before: Badge
    badge_after: Badge

    @property
    def reached(self) -> str:
        """Whether another "tier" or "step" has been reached, or a step has been "lost"; "" for none."""
        if self.badge_after > self.badge_before:
            return "step" if self.badge_after.tier == self.badge_before.tier else "tier"
        return "lost" if self.badge_after < self.badge_before else ""


class ChangeLine(NamedTuple):
    """What it has done to another's."""

    seat: int
    name: str
    left: bool
    change: int
    after: int
    badge: Badge


class RankSlice(NamedTuple):
    """`#rank`. `state` is "" while the game runs, then "settling" for a moment; then "settled", "voided" by a
    moderator, or why nobody's points have moved: "stopped" by a moderator, "few" people."""

    state: str
    own: OwnChange | None
    others: tuple[ChangeLine, ...]
    why: str = ""  # the moderator's reason, for who got or lost points


NOTHING = RankSlice("", None, ())


def load_ended(table: Table) -> Ended | None:
    """None while a ranked game runs, and for any other."""
    if table.kind != Kind.RANKED or table.status != Table.Status.ENDED:
        return None
    placements = Counter(Result.objects.filter(table=table).values_list("placement", flat=True))
    shared = frozenset(place for place, many in placements.items() if place is not None and many > 1)
    outcome = ladder().outcome(table.pk)
    why = reason_for(table.public_id, Act.What.VOID_GAME) if outcome.voided else ""
    return Ended(outcome, table.stopped_at is not None, shared, why)


def cut_rank(ended: Ended | None, people: Sequence["Person"], user: int | None) -> RankSlice:
    """For a user, who may have left the game, or only watch. `people` by seat."""
    if ended is None:
        return NOTHING
    state = _state(ended)
    if state != "settled" and state != "voided":
        return RankSlice(state, None, ())
    own, others = None, []
    for change in ended.outcome.changes:
        if user is not None and people[change.seat].player == user:
            own = _own(change, people, ended)
        else:
            others.append(_line(change, people[change.seat]))
    return RankSlice(state, own, tuple(others), ended.why if own else "")


def _state(ended: Ended) -> str:
    if ended.outcome.voided:
        return "voided"
    if ended.stopped:
        return "stopped"
    if not ended.outcome.settled:
        return "settling"
    return "settled" if ended.outcome.changes else "few"


def _own(change: RankChange, people: Sequence["Person"], ended: Ended) -> OwnChange:
    return OwnChange(
        placement=change.placement,
        shared=change.placement in ended.shared,
        left=change.left,
        for_place=change.for_place,
        terms=tuple(_term(term, people[term.seat]) for term in change.terms if term.extra),
        equals=tuple(people[term.seat].name for term in change.terms if not term.extra),
        all_equal=not any(term.difference for term in change.terms),
        exact=change.exact,
        worth=change.worth,
        before=change.before,
        after=change.after,
        held=change.held,
        badge_before=change.badge_before,
        badge_after=change.badge_after,
    )


def _term(term: RankTerm, opponent: "Person") -> TermSlice:
    badge = badge_of(opponent.points)
    assert badge is not None  # a bot adds nothing
    return TermSlice(opponent.name, badge, term.extra)


def _line(change: RankChange, person: "Person") -> ChangeLine:
    moved = change.after - change.before
    return ChangeLine(change.seat, person.name, change.left, moved, change.after, change.badge_after)
