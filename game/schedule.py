"""When a game must go on by itself, and with what: plain values in, plain values out.

A game is due for one thing at a time: to deal, to reveal the next card of a one-card round, or to let a bot
move. (What its people's time brings about is `rules.company.due`'s.) The delay is a person's pace, so that
everyone can follow; it depends on nothing that not everybody at the table can see, or it would give cards
away.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from game.bots import PACES, think_time
from game.rules.company.values import What
from game.rules.exact_bid.engine import turn, waited_for
from game.rules.exact_bid.values import Phase, State

FIRST_DEAL: Final = 0.4
NEXT_DEAL: Final = 7.0  # the finished round lies open (the page shows this time running, css/banner.css)
REVEAL: Final = 1.1
TRICK_SHOWN: Final = 1.5  # a finished trick stays before a bot leads to the next
BIDS_SHOWN: Final = 2.0  # and so do the bids, before it leads to the first
GRACE: Final = timedelta(seconds=0.5)  # past the end of a clock, for a move that is on its way
SURELY: Final = timedelta(seconds=0.1)  # past what else falls due, so that it has by the clock of any process
COMPANY: Final = "company."  # what the company is due for begins with this


@dataclass(frozen=True, slots=True)
class Due:
    """`what` is "deal", "reveal" or "bot"; `seat` the bot's; `key` names the moment, so that a change
    elsewhere at the table (someone else's bid) does not start the waiting anew."""

    what: str
    seat: int | None
    key: str


def due(state: State, bots: Sequence[str]) -> Due | None:
    """What the table must do by itself, or None while it waits for people or has ended.

    `bots` has the level of each seat's bot, "" for a person.
    """
    if state.phase is Phase.DEAL:
        return Due("deal", None, f"deal.{state.round}")
    if state.phase is Phase.REVEAL:
        return Due("reveal", None, f"reveal.{turn(state)}.{len(state.tricks[-1].cards)}")
    seat = next((s for s in waited_for(state) if bots[s]), None)
    return None if seat is None else Due("bot", seat, f"bot.{seat}.{turn(state)}")


def delay(state: State, due: Due, pace: str, rng: random.Random) -> float:
    """Seconds until it is done."""
    return _unhurried(state, due, rng) * PACES[pace]


def _unhurried(state: State, due: Due, rng: random.Random) -> float:
    if due.what == "deal":
        return NEXT_DEAL if state.round else FIRST_DEAL
    if due.seat is None:
        return REVEAL
    return _shown(state) + think_time(state.phase, len(state.hands[due.seat]), rng)


def _shown(state: State) -> float:
    """How long what has just happened must be seen before a bot leads."""
    if state.phase is not Phase.PLAY or state.tricks[-1].cards:
        return 0.0
    return TRICK_SHOWN if len(state.tricks) > 1 else BIDS_SHOWN


def grace(what: What) -> timedelta:
    """How much longer than the rules say the table waits before it does what has fallen due."""
    return GRACE if what is What.TIME_OUT else SURELY
