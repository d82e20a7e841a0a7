"""Playing a record again: the result of RECORD.md.

Everything is judged by the engine; this module feeds it the record's deals, bids and cards in playing
order and says where it refused.

Decisions where RECORD.md is silent:

- A deal that cannot be is `wrong-deal` before it is `unfair-deal`. For fairness the order of the cards
  within a hand does not matter.
- A trick that has not one card from each is `wrong-trick` as a whole, whatever its cards are: who
  played which cannot be told.
- A bid of a seat that is out, and a null of one that is not, are `not-a-record`.
"""

from typing import Any

from game.rules import fair
from game.rules.errors import Code, IllegalAction
from game.rules.exact_bid import engine, scoring
from game.rules.exact_bid.seats import in_play, left_of
from game.rules.exact_bid.values import Action, Bid, Deal, Phase, Play, Reveal, State
from game.rules.record.fault import Fault, not_a_record
from game.rules.record.parse import PlayedRound, Record, load, parse


def verify(value: object) -> dict[str, Any]:
    """The result of a record (a JSON value), valid or not; without `rank`, which is not the games' affair."""
    try:
        return replay(parse(value))
    except Fault as fault:
        return fault.result()


def verify_text(text: bytes | str) -> dict[str, Any]:
    """The same for a record as it stands in a file."""
    try:
        return verify(load(text))
    except Fault as fault:
        return fault.result()


def replay(record: Record) -> dict[str, Any]:
    """The result of a valid record. Raises `Fault` for the first fault in playing order."""
    options, fairness = record.options, record.fairness
    if fairness is not None:
        dealer = fair.first_dealer(fairness.seed, fairness.salts, options.players)
        if dealer != record.first_dealer:
            raise Fault(Code.UNFAIR_DEAL)
    state = engine.start(options, record.first_dealer)
    rounds, k = [], 0
    for number, played in enumerate(record.rounds, start=1):
        fair_deal = None
        if fairness is not None:
            fair_deal, k = fair.next_deal(state, fairness.seed, fairness.salts, k)
        state = _deal(state, played, fair_deal)
        state = _bids(state, played)
        in_round = state
        state = _tricks(state, played, last=number == len(record.rounds))
        rounds.append(_round_result(state, in_round))
    left = frozenset(seat for seat, player in enumerate(record.players) if player.left)
    return {
        "valid": True,
        "finished": state.phase is Phase.END,
        "rounds": rounds,
        "totals": list(state.totals),
        **_team_totals(state),
        "placements": list(engine.placements(state, left)),
    }


def _deal(state: State, played: PlayedRound, fair_deal: Deal | None) -> State:
    number = state.round + 1
    turned = played.turned
    if isinstance(turned, tuple) and state.options.trump != "under-over":
        raise Fault(Code.WRONG_DEAL, round=number)
    if not isinstance(turned, tuple):
        turned = () if turned is None else (turned,)
    deal = Deal(played.hands, turned)
    state = _apply(state, None, deal, round=number)
    if fair_deal is not None and (
        deal.turned != fair_deal.turned
        or any(set(hand) != set(due) for hand, due in zip(deal.hands, fair_deal.hands, strict=True))
    ):
        raise Fault(Code.UNFAIR_DEAL, round=number)
    return state


def _bids(state: State, played: PlayedRound) -> State:
    seats = in_play(state)
    if any((bid is None) == (seat in seats) for seat, bid in enumerate(played.bids)):
        raise not_a_record("There is not a bid for every seat in play, and no other.")
    for seat, bid in enumerate(played.bids):
        if bid is not None:
            state = _apply(state, seat, Bid(bid), round=state.round)
    if state.phase is Phase.REBID:
        raise Fault(Code.BIDS_MUST_NOT_ADD_UP, round=state.round, seat=left_of(state, state.dealer))
    return state


def _tricks(state: State, played: PlayedRound, *, last: bool) -> State:
    number, seats = state.round, len(in_play(state))
    for trick, cards in enumerate(played.tricks, start=1):
        if state.phase not in (Phase.PLAY, Phase.REVEAL) or len(cards) != seats:
            raise Fault(Code.WRONG_TRICK, round=number, trick=trick)
        play = _shown if state.phase is Phase.REVEAL else _played
        for card in cards:
            state = play(state, card, trick)
    if state.phase in (Phase.PLAY, Phase.REVEAL) and not last:
        raise Fault(Code.WRONG_TRICK, round=number, trick=len(played.tricks) + 1)
    return state


def _played(state: State, card: str, trick: int) -> State:
    (seat,) = engine.to_act(state)
    return _apply(state, seat, Play(card), round=state.round, trick=trick)


def _shown(state: State, card: str, trick: int) -> State:
    seat = engine.on_turn(state)
    if card not in state.hands[seat]:
        raise Fault(Code.NOT_IN_HAND, round=state.round, trick=trick, seat=seat)
    return _apply(state, None, Reveal(), round=state.round, trick=trick)


def _apply(state: State, seat: int | None, action: Action, round: int, trick: int | None = None) -> State:
    try:
        return engine.apply(state, seat, action)[0]
    except IllegalAction as error:
        raise Fault(error.code, round=round, trick=trick, seat=seat) from None


def _round_result(state: State, in_round: State) -> dict[str, Any]:
    """What the record's result says of the round that `state` shows; `in_round` is it after the bids,
    when nobody had yet gone out for it."""
    taken = [trick for trick in state.tricks if trick.winner is not None]
    seats = in_play(in_round)
    result: dict[str, Any] = {
        "cards": len(state.dealt[seats[0]]),
        "dealer": state.dealer,
        "trumps": list(state.trumps),
        "type": str(scoring.round_type(state.bids, len(state.dealt[seats[0]]))),
        "trick_winners": [trick.winner for trick in taken],
        "tricks": [taken if seat in seats else None for seat, taken in enumerate(state.taken)],
    }
    if state.points is not None:
        result |= {"points": list(state.points), "totals": list(state.totals), **_team_totals(state)}
    return result


def _team_totals(state: State) -> dict[str, list[int]]:
    return {"team_totals": list(scoring.team_totals(state.totals))} if state.options.teams else {}
