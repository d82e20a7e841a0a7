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
