"""What a seat may know, built from nothing.

- Own cards, but not in a blind round: there one sees every hand but one's own, until it is played.
- Who has bid; what, only of oneself, until all bids are in. Under the hook they then lie open while
  the one left of the dealer changes theirs, and the round has no type before that.
- Undealt cards never, but for what lies turned up (or was drawn) for trump.
- An onlooker, and a player who is out of the game, sees no hand at all.

A hand is sorted for reading: jokers, the trumps from the strongest suit, then suits of alternating
colour (as far as there are such), each from high to low.
"""

from functools import lru_cache
from typing import Final

from game.rules.cards import Card, Suit, is_joker, pack, strength
from game.rules.exact_bid import engine, scoring
from game.rules.exact_bid.options import is_blind, round_plan
from game.rules.exact_bid.seats import in_play, left_of
from game.rules.exact_bid.values import Phase, State, View

READING_ORDER: Final = "SHCD"
RED: Final = "DH"


def view(state: State, seat: int | None) -> View:
    """What `seat` may know of a game; an onlooker's view with None."""
    options, round, phase = state.options, state.round, state.phase
    plan = round_plan(options)
    cards = plan[round - 1] if round else 0
    blind = round > 0 and is_blind(options, round)
    player = seat is not None and seat in in_play(state)
    shown = round > 0 and phase is not Phase.BID
    return View(
        seat=seat,
        options=options,
        phase=phase,
        round=round,
        rounds=len(plan),
        cards=cards,
        dealer=state.dealer,
        turned=state.turned,
        trumps=state.trumps,
        blind=blind,
        hand=_own_hand(state, seat) if player and not blind else (),
        seen=_others_hands(state, seat) if player and blind else ((),) * options.players,
        counts=tuple(len(hand) for hand in state.hands),
        has_bid=tuple(bid is not None for bid in state.bids),
        bids=state.bids if shown else _own_bid(state, seat),
        bids_shown=shown,
        type=scoring.round_type(state.bids, cards) if shown and phase is not Phase.REBID else None,
        taken=state.taken,
        tricks=state.tricks,
        leader=_leader(state),
        points=state.points,
        totals=state.totals,
        out=state.out,
        to_act=engine.to_act(state),
        legal=() if seat is None else engine.legal_actions(state, seat),
        placements=engine.placements(state) if phase is Phase.END else None,
        turn=engine.turn(state),
    )


def sort_hand(hand: tuple[Card, ...], trumps: tuple[Suit, ...]) -> tuple[Card, ...]:
    """The cards as one would hold them."""
    places = _reading_places(trumps)
    return tuple(sorted(hand, key=places.__getitem__))


def _own_hand(state: State, seat: int | None) -> tuple[Card, ...]:
    return () if seat is None else sort_hand(state.hands[seat], state.trumps)


def _others_hands(state: State, seat: int | None) -> tuple[tuple[Card, ...], ...]:
    return tuple(() if other == seat else hand for other, hand in enumerate(state.hands))


def _own_bid(state: State, seat: int | None) -> tuple[int | None, ...]:
    return tuple(bid if other == seat else None for other, bid in enumerate(state.bids))


def _leader(state: State) -> int | None:
    """Who leads the open trick, or will lead the first one."""
    match state.phase:
        case Phase.BID | Phase.REBID:
            return left_of(state, state.dealer)
        case Phase.PLAY | Phase.REVEAL:
            return state.tricks[-1].leader
        case _:
            return None


@lru_cache(maxsize=64)
def _reading_places(trumps: tuple[Suit, ...]) -> dict[Card, int]:
    """Where each card of the pack stands in a sorted hand."""
    suits = "".join(reversed(trumps))
    while rest := [suit for suit in READING_ORDER if suit not in suits]:
        other_colour = [suit for suit in rest if not suits or (suit in RED) != (suits[-1] in RED)]
        suits += (other_colour or rest)[0]

    def place(card: Card) -> tuple[int, int]:
        return (-1, 0) if is_joker(card) else (suits.index(card[1]), -strength(card))

    return {card: number for number, card in enumerate(sorted(pack(2), key=place))}
