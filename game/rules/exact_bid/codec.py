"""States and actions as JSON-ready values, and back.

Compact, because a table's state is written at every move: the cards of a hand or a trick are joined
into one string (``"ASTH9C"``), and a trick is a list of leader, cards and winner. Encoding and decoding
again gives an equal value. Decoding an action checks its shape, since it may come from a log of any
age; decoding a state trusts what this module wrote.
"""

from collections.abc import Mapping
from dataclasses import asdict
from functools import lru_cache
from typing import Any

from game.rules.cards import Card
from game.rules.errors import Code, IllegalAction
from game.rules.exact_bid.options import OPTION_NAMES, Options
from game.rules.exact_bid.values import Action, Bid, Deal, Phase, Play, Reveal, State, Trick

VERSION = 1


def encode_options(options: Options) -> dict[str, Any]:
    """Every option by its name."""
    return dict(_encoded_options(options))


def decode_options(data: Mapping[str, Any]) -> Options:
    return _decoded_options(tuple(data[name] for name in OPTION_NAMES))


def encode_state(state: State) -> dict[str, Any]:
    return {
        "version": VERSION,
        "options": encode_options(state.options),
        "first_dealer": state.first_dealer,
        "phase": str(state.phase),
        "round": state.round,
        "dealer": state.dealer,
        "hands": ["".join(hand) for hand in state.hands],
        "dealt": ["".join(hand) for hand in state.dealt],
        "turned": "".join(state.turned),
        "trumps": "".join(state.trumps),
        "bids": list(state.bids),
        "taken": list(state.taken),
        "tricks": [[trick.leader, "".join(trick.cards), trick.winner] for trick in state.tricks],
        "points": None if state.points is None else list(state.points),
        "totals": list(state.totals),
        "form": list(state.form),
        "out": list(state.out),
    }


def decode_state(data: Mapping[str, Any]) -> State:
    if data["version"] != VERSION:
        raise ValueError(f"a state of version {data['version']}, which this code does not read")
    return State(
        options=decode_options(data["options"]),
        first_dealer=data["first_dealer"],
        phase=Phase(data["phase"]),
        round=data["round"],
        dealer=data["dealer"],
        hands=tuple(_cards(hand) for hand in data["hands"]),
        dealt=tuple(_cards(hand) for hand in data["dealt"]),
        turned=_cards(data["turned"]),
        trumps=tuple(data["trumps"]),
        bids=tuple(data["bids"]),
        taken=tuple(data["taken"]),
        tricks=tuple(Trick(leader, _cards(cards), winner) for leader, cards, winner in data["tricks"]),
        points=None if data["points"] is None else tuple(data["points"]),
        totals=tuple(data["totals"]),
        form=tuple(data["form"]),
        out=tuple(data["out"]),
    )


def encode_action(action: Action) -> dict[str, Any]:
    match action:
        case Play():
            return {"type": "play", "card": action.card}
        case Bid():
            return {"type": "bid", "tricks": action.tricks}
        case Reveal():
            return {"type": "reveal"}
        case Deal():
            hands = ["".join(hand) for hand in action.hands]
            return {"type": "deal", "hands": hands, "turned": "".join(action.turned)}


def decode_action(data: object) -> Action:
    """The action; `IllegalAction` (not-an-action) where `data` is none."""
    match data:
        case {"type": "play", "card": str(card)}:
            return Play(card)
        case {"type": "bid", "tricks": int(tricks)} if not isinstance(tricks, bool):
            return Bid(tricks)
        case {"type": "reveal"}:
            return Reveal()
        case {"type": "deal", "hands": [*hands], "turned": str(turned)} if _all_text(hands):
            return Deal(tuple(_cards(hand) for hand in hands), _cards(turned))
        case _:
            raise IllegalAction(Code.NOT_AN_ACTION)


def _cards(text: str) -> tuple[Card, ...]:
    return tuple(text[start : start + 2] for start in range(0, len(text), 2))


def _all_text(hands: list[object]) -> bool:
    return all(isinstance(hand, str) for hand in hands)


@lru_cache(maxsize=256)
def _encoded_options(options: Options) -> dict[str, Any]:
    return asdict(options)


@lru_cache(maxsize=256)
def _decoded_options(values: tuple[Any, ...]) -> Options:
    return Options(*values)
