"""Cuts a seat's view into the slices of the table page. Plain values in, plain values out."""

from typing import NamedTuple

from game.live.seating import place_of, seats_in_order
from game.live.slices import (
    BannerSlice,
    BidsSlice,
    HandCard,
    HandSlice,
    LastTrickSlice,
    Line,
    LogSlice,
    Outcome,
    PlayedCard,
    Player,
    SeatSlice,
    StatusSlice,
    TrickSlice,
    Verdict,
    WhoseSlice,
)
from game.live.story import lines_of
from game.rules.cards import Suit
from game.rules.exact_bid.values import Bid, Phase, Play, Trick, View
from game.rules.tricks import led_suit

Slices = dict[str, object]
"""By the id of the region: status, seat-0, …, trick, hand, bids, banner, last-trick, log, scores, final."""


class Common(NamedTuple):
    """What every viewpoint of a table sees alike."""

    plates: tuple[SeatSlice, ...]
    lines: tuple[Line, ...]


def cut_common(view: View, players: tuple[Player, ...]) -> Common:
    """Of an onlooker's view, who knows nothing that anyone at the table does not."""
    assert view.seat is None
    plates = tuple(_seat(view, players, index) for index in range(len(players)))
    return Common(plates, lines_of(view, players))


def cut(view: View, players: tuple[Player, ...], common: Common) -> Slices:
    """Everything on the table page that follows from the view.

    `players` by seat. The score sheet and the final result follow from finished rounds instead and
    are cut by `game.live.sheet_cut`.
    """
    slices: Slices = {
        "status": _status(view, players),
        "trick": _trick(view, players),
        "hand": _hand(view),
        "bids": _bids(view),
        "banner": _banner(view, players),
        "last-trick": _last_trick(view, players),
        "log": LogSlice(view.round, common.lines, view.seat),
    }
    for index, plate in enumerate(common.plates):
        own = view.blind or index == view.seat
        slices[f"seat-{index}"] = _seat(view, players, index) if own else plate
    return slices


def _status(view: View, players: tuple[Player, ...]) -> StatusSlice:
    awaited = [seat for seat in view.to_act if not _has_bid(view, seat)]
    others = tuple(players[seat].name for seat in awaited if seat != view.seat)
    whose = WhoseSlice(
        view.phase, view.seat in awaited, others, tuple(awaited), view.leader, _must_follow(view)
    )
    return StatusSlice(
        round=view.round,
        rounds=view.rounds,
        cards=view.cards,
        trumps=view.trumps,
        turned=view.turned,
        type=view.type,
        bid_total=_bid_total(view),
        blind=view.blind,
        whose=whose,
    )


def _must_follow(view: View) -> Suit | None:
    """The suit that keeps the viewer from playing some of their cards, if one does."""
    plays = sum(1 for action in view.legal if isinstance(action, Play))
    return led_suit(view.tricks[-1].cards) if 0 < plays < len(view.hand) else None


def _has_bid(view: View, seat: int) -> bool:
    return view.phase is Phase.BID and view.has_bid[seat]


def _bid_total(view: View) -> int:
    return sum(bid for bid in view.bids if bid is not None) if view.bids_shown else 0


def _seat(view: View, players: tuple[Player, ...], index: int) -> SeatSlice:
    bidding = view.phase is Phase.BID
    return SeatSlice(
        seat=index,
        name=players[index].name,
        bot=players[index].bot,
        mine=index == view.seat,
        dealer=index == view.dealer and view.round > 0,
        bidding=bidding,
        has_bid=bidding and view.has_bid[index],
        bid=view.bids[index] if view.bids else None,
        taken=view.taken[index] if view.taken else 0,
        verdict=_verdict(view, index),
        points=view.points[index] if view.points else None,
        total=view.totals[index] if view.totals else 0,
        seen=view.seen[index] if view.seen else (),
        out=index in view.out,
    )


def _verdict(view: View, index: int) -> Verdict:
    bid = view.bids[index] if view.bids_shown else None
    if bid is None:
        return Verdict.NONE
    taken = view.taken[index]
    left = view.cards - sum(view.taken)
    if taken == bid:
        return Verdict.MADE
    return Verdict.POSSIBLE if 0 < bid - taken <= left else Verdict.MISSED


def _shown_trick(view: View) -> Trick | None:
    """The open trick once a card lies in it, else the one just finished, until the next lead."""
    if view.tricks and not view.tricks[-1].cards:
        return view.tricks[-2] if len(view.tricks) > 1 else None
    return view.tricks[-1] if view.tricks else None


def _plays(view: View, players: tuple[Player, ...], trick: Trick) -> tuple[PlayedCard, ...]:
    order = seats_in_order(view, trick.leader)
    return tuple(
        PlayedCard(card, place_of(view, seat), _other(view, players, seat), seat == trick.winner)
        for seat, card in zip(order, trick.cards, strict=False)
    )


def _other(view: View, players: tuple[Player, ...], seat: int) -> str:
    """The name of another player; "" for the viewer's own seat."""
    return "" if seat == view.seat else players[seat].name


def _trick(view: View, players: tuple[Player, ...]) -> TrickSlice:
    trick = _shown_trick(view)
    if trick is None:
        return TrickSlice((), None, "")
    winner = trick.winner
    return TrickSlice(
        plays=_plays(view, players, trick),
        winner_place=None if winner is None else place_of(view, winner),
        winner_name="" if winner is None else _other(view, players, winner),
    )


def _last_trick(view: View, players: tuple[Player, ...]) -> LastTrickSlice:
    shown = _shown_trick(view)
    before = view.tricks.index(shown) - 1 if shown else -1
    return LastTrickSlice(_plays(view, players, view.tricks[before]) if before >= 0 else ())


def _hand(view: View) -> HandSlice:
    playable = {action.card for action in view.legal if isinstance(action, Play)}
    hidden = view.counts[view.seat] if view.blind and view.seat is not None and view.counts else 0
    return HandSlice(
        cards=tuple(HandCard(card, card in playable) for card in view.hand),
        trumps=view.trumps if view.hand else (),
        hidden=0 if view.hand else hidden,
        turn=view.turn if playable else "",
    )


def _bids(view: View) -> BidsSlice:
    numbers = tuple(action.tricks for action in view.legal if isinstance(action, Bid))
    rebid = view.phase is Phase.REBID
    chosen = view.bids[view.seat] if numbers and not rebid and view.seat is not None else None
    return BidsSlice(numbers, chosen, rebid and bool(numbers), view.turn if numbers else "")


def _banner(view: View, players: tuple[Player, ...]) -> BannerSlice:
    if view.points is not None:
        kind, outcome = "round", _outcome(view, players)
    elif view.type is not None and not any(trick.cards for trick in view.tricks):
        kind, outcome = "type", ()
    else:
        return BannerSlice("", None, 0, 0, 0, (), "")
    turn = view.turn if view.phase is Phase.DEAL else ""
    return BannerSlice(kind, view.type, _bid_total(view), view.cards, view.round, outcome, turn)


def _outcome(view: View, players: tuple[Player, ...]) -> tuple[Outcome, ...]:
    return tuple(
        Outcome(players[s].name, s == view.seat, bid, view.taken[s], points, view.totals[s])
        for s, (bid, points) in enumerate(zip(view.bids, view.points or (), strict=True))
        if bid is not None and points is not None
    )
