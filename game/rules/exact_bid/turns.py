"""Turns: who may act, what they may do, and what this moment is called.

`legal_actions` lists a seat's moves: the engine, which judges each by itself, accepts these and no others.
"""

from game.rules.exact_bid.options import round_plan
from game.rules.exact_bid.seats import in_play, left_of, seat_of
from game.rules.exact_bid.values import Action, Bid, Phase, Play, Reveal, State
from game.rules.tricks import playable


def to_act(state: State) -> tuple[int, ...]:
    """The seats that may act now; while bids are open that is everyone in play, as bids may be changed."""
    match state.phase:
        case Phase.BID:
            return in_play(state)
        case Phase.REBID:
            return (left_of(state, state.dealer),)
        case Phase.PLAY:
            return (on_turn(state),)
        case _:
            return ()


def waited_for(state: State) -> tuple[int, ...]:
    """The seats that the game cannot go on without: of `to_act`, those that have not bid yet."""
    if state.phase is Phase.BID:
        return tuple(seat for seat in in_play(state) if state.bids[seat] is None)
    return to_act(state)


def on_turn(state: State) -> int:
    """Whose card comes next in the open trick (phases PLAY and REVEAL)."""
    trick = state.tricks[-1]
    return seat_of(state, trick.leader, len(trick.cards))


def legal_actions(state: State, seat: int | None) -> tuple[Action, ...]:
    """Everything that `seat` may do now. With None, what may come from outside: a `Reveal` when one is
    due. A deal is due in phase DEAL, and is too free to be listed."""
    if seat is None:
        return (Reveal(),) if state.phase is Phase.REVEAL else ()
    if seat not in to_act(state):
        return ()
    if state.phase is Phase.PLAY:
        return tuple(Play(card) for card in playable(state.hands[seat], state.tricks[-1].cards))
    closed = state.bids[seat] if state.phase is Phase.REBID else None
    return tuple(Bid(tricks) for tricks in range(highest_bid(state, seat) + 1) if tricks != closed)


def turn(state: State) -> str:
    """Names this moment, as the one who is to act sees it: round, phase and (in play) trick.

    Others' bids do not change it, so bids made at once do not refuse each other; a card meant for one
    trick is never played to the next."""
    token = f"{state.round}.{state.phase}"
    return f"{token}.{len(state.tricks)}" if state.phase is Phase.PLAY else token


def cards_in_round(state: State) -> int:
    """The cards that each was dealt in this round, and so its tricks."""
    return round_plan(state.options)[state.round - 1]


def highest_bid(state: State, seat: int) -> int:
    held, limit = len(state.hands[seat]), state.options.max_bid
    return held if limit is None else min(held, limit)
