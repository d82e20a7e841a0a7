"""Seats: who is in play, and who sits left of whom once some have gone out."""

from game.rules.exact_bid.values import State


def in_play(state: State) -> tuple[int, ...]:
    """The seats still in the game, from the lowest number."""
    if not state.out:
        return tuple(range(state.options.players))
    return tuple(seat for seat in range(state.options.players) if seat not in state.out)


def left_of(state: State, seat: int) -> int:
    """The next seat in play, clockwise."""
    players = state.options.players
    seat = (seat + 1) % players
    while seat in state.out:
        seat = (seat + 1) % players
    return seat


def seat_of(state: State, leader: int, index: int) -> int:
    """Whose card stands at `index` of a trick that `leader` led."""
    if not state.out:
        return (leader + index) % state.options.players
    seat = leader
    for _ in range(index):
        seat = left_of(state, seat)
    return seat


def from_left_of_dealer(state: State) -> tuple[int, ...]:
    """The seats in play, clockwise, the dealer last."""
    seats = in_play(state)
    return tuple(sorted(seats, key=lambda seat: (seat - state.dealer - 1) % state.options.players))
