"""Reads what a browser sends. Over the socket, htmx wraps a form's fields in `{"headers", "body"}`.

Three things may be wrong with a message, and they are told apart: it cannot be read (here), the
rules forbid it (`game.rules`), or it is too late (`game.door`).
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from game.errors import Refused
from game.rules.cards import pack
from game.rules.exact_bid.values import Action, Bid, Play

LONGEST = 4096
_CARDS = frozenset(pack(2))


@dataclass(frozen=True, slots=True)
class Move:
    """A bid or a card (None: the next round is asked for), and the turn that its sender saw."""

    action: Action | None
    turn: str


def read_move(text: str | None) -> Move:
    """What a message asks for. Raises `Refused` ("too-long", "unreadable")."""
    if text is None:
        raise Refused("unreadable")
    if len(text) > LONGEST:
        raise Refused("too-long")
    try:
        message = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise Refused("unreadable") from error
    body = message.get("body") if isinstance(message, dict) else None
    if not isinstance(body, dict):
        raise Refused("unreadable")
    return read_fields(body)


def read_fields(body: Mapping[str, Any]) -> Move:
    """What a form's fields ask for. Raises `Refused` ("unreadable")."""
    turn = body.get("turn")
    if not isinstance(turn, str) or len(turn) > 40:
        raise Refused("unreadable")
    return Move(None if body.get("next") == "round" else _action(body), turn)


def _action(body: Mapping[str, Any]) -> Action:
    card, bid = body.get("card"), body.get("bid")
    if isinstance(card, str) and bid is None and card in _CARDS:
        return Play(card)
    if isinstance(bid, str) and card is None and bid.isascii() and bid.isdigit() and len(bid) <= 3:
        return Bid(int(bid))
    raise Refused("unreadable")
