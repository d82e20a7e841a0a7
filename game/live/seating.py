"""Where seats are, as a viewer sees the table."""

from game.rules.exact_bid.values import View


def place_of(view: View, index: int) -> int:
    """Where a seat sits for the viewer: 0 is the viewer (seat 0 for an onlooker), then clockwise."""
    return (index - (view.seat or 0)) % view.options.players


def seats_in_order(view: View, leader: int) -> tuple[int, ...]:
    """The seats that play in this round, clockwise from the leader."""
    n = view.options.players
    if not view.out:
        return (*range(leader, n), *range(leader))
    gone = set(view.out) - _just_out(view)
    return tuple(s for s in ((leader + i) % n for i in range(n)) if s not in gone)


def _just_out(view: View) -> set[int]:
    """Seats that left the game with the round that still lies open: they did play in it."""
    return {s for s in view.out if view.points is not None and view.points[s] is not None}
