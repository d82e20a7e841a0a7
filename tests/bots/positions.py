"""Single moments of a round, written down for the bots to answer. Seat 0 is always the one to act."""

import random

from game.bots import decide
from game.rules.exact_bid.options import Options
from game.rules.exact_bid.values import Action, Bid, Phase, Play, RoundType, Trick, View
from game.rules.tricks import playable, winner

SPADES = Options(trump="spades")


def to_bid(
    hand: str,
    players: int = 4,
    leader: int = 0,
    trumps: str = "S",
    options: Options = SPADES,
    seen: str = "",
) -> View:
    """Before the bids. `seen` are the others' cards, clockwise, in a blind round."""
    cards = tuple(hand.split())
    others = ((), *((card,) for card in seen.split()))
    size = 1 if seen else len(cards)
    return _view(
        options,
        players,
        phase=Phase.BID,
        cards=size,
        dealer=(leader - 1) % players,
        trumps=tuple(trumps),
        blind=bool(seen),
        hand=cards,
        seen=others if seen else ((),) * players,
        counts=(size,) * players,
        bids=(None,) * players,
        taken=(0,) * players,
        tricks=(),
        leader=leader,
        legal=tuple(Bid(tricks) for tricks in range(size + 1)),
    )


def to_play(
    hand: str,
    bids: tuple[int, ...],
    taken: tuple[int, ...],
    trick: str = "",
    earlier: tuple[tuple[int, str], ...] = (),
    trumps: str = "S",
    options: Options = SPADES,
) -> View:
    """In a trick to which the seats before seat 0 have played `trick`.

    `earlier` names finished tricks with their leaders; those it leaves out, of the sum of `taken`, were
    never seen, so their cards count as unseen too.
    """
    players, cards, lying = len(bids), tuple(hand.split()), tuple(trick.split())
    leader = -len(lying) % players
    finished = []
    for who, text in earlier:
        shown = tuple(text.split())
        finished.append(Trick(who, shown, (who + winner(shown, tuple(trumps))) % players))
    played = {(leader + place) % players for place in range(len(lying))}
    return _view(
        options,
        players,
        phase=Phase.PLAY,
        cards=len(cards) + sum(taken),
        dealer=players - 1,
        trumps=tuple(trumps),
        blind=False,
        hand=cards,
        seen=((),) * players,
        counts=tuple(len(cards) - (seat in played) for seat in range(players)),
        bids=bids,
        taken=taken,
        tricks=(*finished, Trick(leader, lying)),
        leader=leader,
        legal=tuple(Play(card) for card in playable(cards, lying)),
    )


def _view(options: Options, players: int, **known: object) -> View:
    changed = {name: getattr(options, name) for name in options.__dataclass_fields__} | {"players": players}
    bids = known["bids"]
    return View(  # type: ignore[arg-type]
        seat=0,
        options=Options(**changed),
        round=1,
        rounds=16,
        turned=(),
        has_bid=tuple(bid is not None for bid in bids),
        bids_shown=known["phase"] is not Phase.BID,
        type=None if known["phase"] is Phase.BID else RoundType.FIGHT,
        points=None,
        totals=(0,) * players,
        out=(),
        to_act=(0,),
        placements=None,
        turn="1.bid" if known["phase"] is Phase.BID else f"1.play.{len(known['tricks'])}",
        **known,
    )


def answers(view: View, level: str = "medium") -> set[str | int]:
    """What the bot does here, over a number of sources of chance: cards or bids."""
    return {_short(decide(level, view, random.Random(seed))) for seed in range(8)}


def _short(action: Action) -> str | int:
    return action.tricks if isinstance(action, Bid) else action.card if isinstance(action, Play) else ""
