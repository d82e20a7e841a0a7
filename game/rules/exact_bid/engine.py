"""The engine of the exact-bid family: how one state follows from another.

A round: a `Deal` comes from outside. Everyone in play bids, 0 to the cards in hand (or `max_bid`), and
may change it until the last bid is in; then all are shown. With `hook`, where the bids add up to the
cards in the round, the one left of the dealer must change theirs. The one left of the dealer leads;
who takes a trick leads the next. A one-card round plays itself: each `Reveal` shows the next card.
After the last card the round is scored and stays on the table until the next deal.

The whole protocol of a game can be had from here: `start`, `apply`, `placements`, and from `turns` who
may act (`to_act`, `waited_for`, `on_turn`), what they may do (`legal_actions`) and when (`turn`).

Decisions where the rules are silent:

- Between rounds the state names the dealer of the round that lies there; the next one comes with the
  deal. Where the dealer goes out, the deal goes on to the next seat in play all the same.
- A bid made again with the same number is allowed and brings nothing about.
- In a one-card round that is not blind the players see their card, and it plays itself all the same.
- While a card may be played, the last of `tricks` is the open one, even when it holds no card yet.
"""

from collections.abc import Collection
from dataclasses import replace
from typing import TypeAlias, TypeVar

from game.rules.cards import Card, pack
from game.rules.errors import Code, IllegalAction
from game.rules.exact_bid import scoring, trump
from game.rules.exact_bid.options import Options, check_options, round_plan
from game.rules.exact_bid.seats import from_left_of_dealer, in_play, left_of, seat_of
from game.rules.exact_bid.turns import (
    cards_in_round,
    highest_bid,
    legal_actions,
    on_turn,
    to_act,
    turn,
    waited_for,
)
from game.rules.exact_bid.values import (
    Action,
    Bid,
    BidMade,
    BidsShown,
    CardPlayed,
    Deal,
    Dealt,
    Event,
    GameEnded,
    MustRebid,
    Phase,
    Play,
    PlayerOut,
    Reveal,
    RoundScored,
    RoundType,
    State,
    Trick,
    TrickTaken,
)
from game.rules.tricks import playable, winner

__all__ = [
    "Step",
    "apply",
    "legal_actions",
    "on_turn",
    "placements",
    "start",
    "to_act",
    "turn",
    "waited_for",
]

T = TypeVar("T")
Step: TypeAlias = tuple[State, tuple[Event, ...]]


def start(options: Options, first_dealer: int) -> State:
    """The game before its first deal. Raises `BadOption` where the options are no game."""
    check_options(options)
    if first_dealer not in range(options.players):
        raise ValueError(f"no such seat: {first_dealer}")
    seats = options.players
    return State(
        options=options,
        first_dealer=first_dealer,
        dealer=first_dealer,
        hands=((),) * seats,
        dealt=((),) * seats,
        bids=(None,) * seats,
        taken=(0,) * seats,
        totals=(0,) * seats,
        form=(0,) * seats,
    )


def placements(state: State, left: Collection[int] = frozenset()) -> tuple[int, ...]:
    """The places as the totals stand, by seat; `left` are the seats whose players left early."""
    return scoring.places(state.options, state.totals, state.out, left)


# --- what an action brings about ---------------------------------------------------------------------


def apply(state: State, seat: int | None, action: Action) -> Step:
    """The state after an action, and what happened in order. `seat` is None for what comes from outside.

    Raises `IllegalAction` where the rules do not allow it; the state is a value and never changes."""
    if state.phase is Phase.END:
        raise IllegalAction(Code.GAME_OVER, seat)
    match action:
        case Play():
            return _play(state, seat, action.card)
        case Bid():
            return _bid(state, seat, action.tricks)
        case Reveal():
            return _reveal(state, seat)
        case Deal():
            return _deal(state, seat, action)


def _deal(state: State, seat: int | None, deal: Deal) -> Step:
    if seat is not None:
        raise IllegalAction(Code.NOT_YOUR_TURN, seat)
    if state.phase is not Phase.DEAL:
        raise IllegalAction(Code.NOT_NOW)
    options, round = state.options, state.round + 1
    cards = round_plan(options)[state.round]
    hands = tuple(tuple(hand) for hand in deal.hands)
    turned = tuple(deal.turned)
    sizes = tuple(0 if other in state.out else cards for other in range(options.players))
    dealt = frozenset(card for hand in hands for card in hand)
    if (
        tuple(len(hand) for hand in hands) != sizes
        or len(dealt) != sum(sizes)
        or not dealt.issubset(pack(options.jokers))
        or not trump.turned_is_right(options, turned, dealt)
    ):
        raise IllegalAction(Code.WRONG_DEAL)
    dealer = left_of(state, state.dealer) if state.round else state.first_dealer
    after = State(
        options=options,
        first_dealer=state.first_dealer,
        phase=Phase.BID,
        round=round,
        dealer=dealer,
        hands=hands,
        dealt=hands,
        turned=turned,
        trumps=trump.trumps_of(options, round, turned),
        bids=(None,) * options.players,
        taken=(0,) * options.players,
        totals=state.totals,
        form=state.form,
        out=state.out,
    )
    return after, (Dealt(round, dealer),)


def _bid(state: State, seat: int | None, tricks: int) -> Step:
    if seat is None or seat not in in_play(state):
        raise IllegalAction(Code.NOT_YOUR_TURN, seat)
    if seat not in to_act(state) or state.phase is Phase.PLAY:
        raise IllegalAction(Code.BIDS_ARE_CLOSED, seat)
    before = state.bids[seat]
    if type(tricks) is not int or not 0 <= tricks <= highest_bid(state, seat):
        raise IllegalAction(Code.BID_OUT_OF_RANGE, seat)
    if tricks == before:
        if state.phase is Phase.REBID:
            raise IllegalAction(Code.BIDS_MUST_NOT_ADD_UP, seat)
        return state, ()
    bids = _with(state.bids, seat, tricks)
    made = BidMade(seat, changed=before is not None)
    if any(bids[other] is None for other in in_play(state)):
        return replace(state, bids=bids), (made,)
    leader = left_of(state, state.dealer)
    type_ = scoring.round_type(bids, cards_in_round(state))
    if state.options.hook and type_ is RoundType.EVEN:
        return replace(state, bids=bids, phase=Phase.REBID), (made, MustRebid(leader, bids))
    phase = Phase.REVEAL if cards_in_round(state) == 1 else Phase.PLAY
    after = replace(state, bids=bids, phase=phase, tricks=(Trick(leader),))
    return after, (made, BidsShown(bids, type_))


def _play(state: State, seat: int | None, card: Card) -> Step:
    if state.phase is not Phase.PLAY:
        raise IllegalAction(Code.NOT_NOW, seat)
    if seat is None or seat != on_turn(state):
        raise IllegalAction(Code.NOT_YOUR_TURN, seat)
    hand = state.hands[seat]
    if card not in hand:
        raise IllegalAction(Code.NOT_IN_HAND, seat)
    if card not in playable(hand, state.tricks[-1].cards):
        raise IllegalAction(Code.MUST_FOLLOW_SUIT, seat)
    return _card_down(state, seat, card)


def _reveal(state: State, seat: int | None) -> Step:
    if seat is not None:
        raise IllegalAction(Code.NOT_YOUR_TURN, seat)
    if state.phase is not Phase.REVEAL:
        raise IllegalAction(Code.NOT_NOW)
    shown = on_turn(state)
    return _card_down(state, shown, state.hands[shown][0])


def _card_down(state: State, seat: int, card: Card) -> Step:
    """A card that may be played goes to the open trick."""
    hands = _with(state.hands, seat, tuple(other for other in state.hands[seat] if other != card))
    trick = state.tricks[-1]
    cards = (*trick.cards, card)
    played = CardPlayed(seat, card)
    if len(cards) < state.options.players - len(state.out):
        tricks = (*state.tricks[:-1], Trick(trick.leader, cards))
        return replace(state, hands=hands, tricks=tricks), (played,)
    taker = seat_of(state, trick.leader, winner(cards, state.trumps))
    tricks = (*state.tricks[:-1], Trick(trick.leader, cards, taker))
    taken = _with(state.taken, taker, state.taken[taker] + 1)
    events = (played, TrickTaken(taker, cards))
    if len(tricks) < cards_in_round(state):
        return replace(state, hands=hands, tricks=(*tricks, Trick(taker)), taken=taken), events
    after, more = _score(replace(state, hands=hands, tricks=tricks, taken=taken))
    return after, events + more


def _score(state: State) -> Step:
    """The round's last trick is taken: points, who goes out, and whether the game is over."""
    options = state.options
    points = tuple(
        None if bid is None else scoring.points_for(options, bid, taken)
        for bid, taken in zip(state.bids, state.taken, strict=True)
    )
    totals = tuple(total + (gain or 0) for total, gain in zip(state.totals, points, strict=True))
    form = scoring.new_form(totals, state.form)
    events: tuple[Event, ...] = (RoundScored(state.round, points, totals),)
    out = state.out
    if options.elimination:
        leaver = scoring.goes_out(state.round, form, from_left_of_dealer(state))
        if leaver is not None:
            out = (*out, leaver)
            events += (PlayerOut(leaver),)
    over = state.round == len(round_plan(options))
    phase = Phase.END if over else Phase.DEAL
    after = replace(state, phase=phase, points=points, totals=totals, form=form, out=out)
    if over:
        events += (GameEnded(placements(after)),)
    return after, events


def _with(items: tuple[T, ...], index: int, item: T) -> tuple[T, ...]:
    return (*items[:index], item, *items[index + 1 :])
