"""Points, placements, and who goes out.

A bid met exactly is made, any other is missed. Placements go by totals: equal totals share a place,
and the place after them is as far down as if they did not.

Decisions where the rules are silent:

- Who left is last, behind the seats that are out too; a seat that is out is behind all in play.
- `teams`: a pair is placed as one. A pair of which one left is last, as the one who left must be.
- `teams` with `elimination`: players go out by their own totals, pairs are placed by both partners'.
- Elimination happens after every third round, the last one of a game as well.
"""

from collections.abc import Collection, Sequence

from game.rules.exact_bid.options import Options
from game.rules.exact_bid.values import RoundType

FEWEST_LEFT = 5
"""Elimination stops when so many remain."""

ROUNDS_BETWEEN = 3


def round_type(bids: Sequence[int | None], cards: int) -> RoundType:
    total = sum(bid for bid in bids if bid is not None)
    if total == cards:
        return RoundType.EVEN
    return RoundType.FIGHT if total > cards else RoundType.CREEPER


def points_for(options: Options, bid: int, taken: int) -> int:
    """What a bid of so many tricks brings the one who takes so many."""
    if bid == taken:
        if bid == 0:
            return options.zero
        return 10 + taken if options.made == "10+tricks" else 10
    match options.missed:
        case "difference":
            return -abs(bid - taken)
        case "overbid-double":
            return -2 * (bid - taken) if taken < bid else -(taken - bid)
        case _:
            return 0


def team_totals(totals: Sequence[int]) -> tuple[int, ...]:
    """The pairs' totals: pair s is seats s and s + players/2."""
    pairs = len(totals) // 2
    return tuple(totals[pair] + totals[pair + pairs] for pair in range(pairs))


def places(
    options: Options, totals: Sequence[int], out: Sequence[int] = (), left: Collection[int] = ()
) -> tuple[int, ...]:
    """Placements by seat. `out` in order of going; `left` who left early."""
    if options.teams:
        pairs = options.players // 2
        gone = {seat % pairs for seat in left}
        keys = [(0, 0) if pair in gone else (2, total) for pair, total in enumerate(team_totals(totals))]
        return _ranked(keys) * 2
    keys = []
    for seat, total in enumerate(totals):
        if seat in left:
            keys.append((0, 0))
        elif seat in out:
            keys.append((1, out.index(seat)))
        else:
            keys.append((2, total))
    return _ranked(keys)


def new_form(totals: Sequence[int], form: Sequence[int]) -> tuple[int, ...]:
    """Order by (total now, form a round earlier), as the smallest numbers that say it."""
    keys = list(zip(totals, form, strict=True))
    order = {key: place for place, key in enumerate(sorted(set(keys)))}
    return tuple(order[key] for key in keys)


def goes_out(round: int, form: Sequence[int], from_left_of_dealer: Sequence[int]) -> int | None:
    """Who leaves after this round, if anyone: the lowest, of equals the nearest to the dealer's left.

    `from_left_of_dealer` are the seats in play, the dealer last.
    """
    if round % ROUNDS_BETWEEN or len(from_left_of_dealer) <= FEWEST_LEFT:
        return None
    return min(from_left_of_dealer, key=lambda seat: form[seat])


def _ranked(keys: Sequence[tuple[int, int]]) -> tuple[int, ...]:
    return tuple(1 + sum(other > key for other in keys) for key in keys)
