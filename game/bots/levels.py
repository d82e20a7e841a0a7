"""The bots by level, and the one way to ask them."""

import logging
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, TypeAlias

from game.bots.medium import medium
from game.rules.exact_bid.values import Action, View

log = logging.getLogger(__name__)

Bot: TypeAlias = Callable[[View, random.Random], Action]
"""From what a seat may know, and chance, to one of `view.legal`. Same view, same chance: same answer."""


@dataclass(frozen=True, slots=True)
class Level:
    """A strength that a bot can have. Those not `offered` are for tests and measurements."""

    name: str
    bot: Bot
    offered: bool = True


def any_legal(view: View, rng: random.Random) -> Action:
    """The floor: anything that is allowed."""
    return rng.choice(view.legal)


LEVELS: Final[Mapping[str, Level]] = MappingProxyType(
    {level.name: level for level in (Level("random", any_legal, offered=False), Level("medium", medium))}
)

DEFAULT_LEVEL: Final = "medium"
"""The one that a game is set up with unless another is chosen."""


def offered_levels() -> tuple[str, ...]:
    """The names of the levels that a table may be set up with, from the weakest."""
    return tuple(level.name for level in LEVELS.values() if level.offered)


def decide(level: str, view: View, rng: random.Random) -> Action:
    """What the bot of this level does now: always one of `view.legal`.

    Where the bot fails, answers with something else, or the level is unknown, it is any legal action,
    and the log says so, without a word of the cards. Raises ValueError only for a seat that has nothing
    to decide."""
    if not view.legal:
        raise ValueError("nothing to decide at this seat")
    try:
        action = LEVELS[level].bot(view, rng)
        if action in view.legal:
            return action
        _complain(level, view, "answered with something that is not allowed")
    except Exception as error:  # whatever it is, the table must go on
        _complain(level, view, f"failed with {type(error).__name__}{_place(error)}")
    return any_legal(view, rng)


def _complain(level: str, view: View, what: str) -> None:
    log.error("bot %s at seat %s, turn %s, %s", level, view.seat, view.turn, what)


def _place(error: Exception) -> str:
    """Where an error came from. Its own words might name a card, so they are not logged."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    if trace is None:
        return ""
    return f" in {trace.tb_frame.f_code.co_name}, line {trace.tb_lineno}"
