"""The values that a company is made of: who sits there, clocks, a vote, a pause; deeds and events.

All are frozen; the engine makes new ones from old. Moments and lengths of time are whole milliseconds,
`limit` alone is seconds. Tuples of seats are sorted. Nothing here is secret: everyone at the table may
see all of it.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final, TypeAlias

LIMITS: Final = (10, 20, 30, 60, 120)  # seconds for each bid or card; or None, unlimited
TIME_OUTS: Final = 3  # in a row, and the player has left
VOTE: Final = 60_000  # after which a vote ends; so long who asked in vain asks nothing more
LONG_PAUSE: Final = 600_000  # after which those who are Ready may replace those who are not
AWAY: Final = 60_000  # at a table without a clock: this long away, or
IDLE: Final = 300_000  # so long without a move, and the others may replace the one to act


# --- what there is -------------------------------------------------------------------------------


class How(StrEnum):
    """How a player left."""

    WISH = "wish"
    TIME_OUTS = "time-outs"
    VOTE = "vote"  # the others agreed to let a bot take over


@dataclass(frozen=True, slots=True)
class Left:
    how: How
    at: int


@dataclass(frozen=True, slots=True)
class Player:
    """A real player. `left` is None while they are seated; `time_outs` counts those in a row; `refused` is
    when a vote of theirs was, until they may ask again."""

    time_outs: int = 0
    left: Left | None = None
    refused: int | None = None


@dataclass(frozen=True, slots=True)
class Clock:
    """Since when the game has waited for a seat in this turn. A pause moves `began`, so that what was
    left stays left."""

    began: int
    out: bool = False  # its time-out has been counted: the bot's move is all that is missing
    told: int | None = None  # the latest moment of which `MayBeReplaced` has told


@dataclass(frozen=True, slots=True)
class Vote:
    """An open vote: on a pause, or on a bot in place of `seat`."""

    number: int  # counts a company's votes from 1; an answer names it, so none is taken for another's
    by: int  # who asked
    began: int
    yes: tuple[int, ...]  # who has said so and is still seated
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Pause:
    number: int  # its vote's
    began: int
    ready: tuple[int, ...] = ()
    long: bool = False  # `LongPause` has been told


@dataclass(frozen=True, slots=True)
class Company:
    """Those who sit at one table, and what there is between them.

    `players` and `clocks` go by seat: None in `players` is a bot from the start. A clock stays (stopped)
    when its seat has moved, until the next turn: no way leads to a second one in the same turn.
    `at` is the moment of the last change. An earlier `now` counts as `at`, so that servers whose clocks
    differ give nobody time back. `stopped`: the game has been ended from outside, and everything with it.
    """

    limit: int | None
    players: tuple[Player | None, ...]
    clocks: tuple[Clock | None, ...]
    turn: str = ""
    waited_for: tuple[int, ...] = ()  # as the game says, bots included
    votes: int = 0  # held so far, the open one included
    vote: Vote | None = None
    pause: Pause | None = None
    at: int = 0
    stopped: bool = False


# --- deeds: what a seat may do ---------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Leave:
    pass


@dataclass(frozen=True, slots=True)
class AskPause:
    pass


@dataclass(frozen=True, slots=True)
class AskReplace:
    """Ask for a bot in place of `seat`."""

    seat: int


@dataclass(frozen=True, slots=True)
class Yes:
    vote: int


@dataclass(frozen=True, slots=True)
class No:
    """Ends the vote. Also for who has said yes, and so for taking back what one asked."""

    vote: int


@dataclass(frozen=True, slots=True)
class Ready:
    pause: int


# --- deeds of the table itself -----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TimeOut:
    """The time of `seat` has run out: it counts, and in the same breath the caller lets the bot move (unless
    the third one in a row let a pause begin, or nobody is left)."""

    seat: int


@dataclass(frozen=True, slots=True)
class CatchUp:
    """Whatever else has fallen due: a vote's end, news of what may be asked from now on."""


@dataclass(frozen=True, slots=True)
class Stop:
    """The game is ended from outside, where it stands. Nobody has left it."""


Deed: TypeAlias = Leave | AskPause | AskReplace | Yes | No | Ready | TimeOut | CatchUp | Stop


# --- events: what came of it, in order ---------------------------------------------------------------


class Outcome(StrEnum):
    """How a vote ended."""

    PASSED = "passed"
    REFUSED = "refused"  # by one no
    EXPIRED = "expired"
    MOOT = "moot"  # who was to be replaced has moved, come back, got Ready or left, or nobody is to answer


@dataclass(frozen=True, slots=True)
class TimedOut:
    seat: int
    in_a_row: int


@dataclass(frozen=True, slots=True)
class PlayerLeft:
    """From now on a bot has the seat."""

    seat: int
    how: How


@dataclass(frozen=True, slots=True)
class EveryoneLeft:
    """The last real player has left: the game ends here."""


@dataclass(frozen=True, slots=True)
class Stopped:
    """The game ends here, for everyone."""


@dataclass(frozen=True, slots=True)
class VoteOpened:
    """`by` has asked, and so said yes: for a pause, or for a bot in place of `seat`."""

    vote: int
    by: int
    seat: int | None


@dataclass(frozen=True, slots=True)
class SaidYes:
    vote: int
    seat: int


@dataclass(frozen=True, slots=True)
class VoteEnded:
    """`no` is the seat that ended it by a no."""

    vote: int
    outcome: Outcome
    no: int | None = None


@dataclass(frozen=True, slots=True)
class Paused:
    """Clocks stand still, and so do bots."""

    pause: int


@dataclass(frozen=True, slots=True)
class SaidReady:
    seat: int


@dataclass(frozen=True, slots=True)
class LongPause:
    """Ten minutes have gone: those who are Ready may replace those who are not."""

    pause: int


@dataclass(frozen=True, slots=True)
class PlayedOn:
    """The pause is over; clocks go on from what was left on them."""

    pause: int


@dataclass(frozen=True, slots=True)
class MayBeReplaced:
    """At a table without a clock: the others may ask for a bot in place of `seat`."""

    seat: int


@dataclass(frozen=True, slots=True)
class MayAskAgain:
    """A vote of theirs was refused a minute ago."""

    seat: int


Event: TypeAlias = (
    TimedOut
    | PlayerLeft
    | EveryoneLeft
    | Stopped
    | VoteOpened
    | SaidYes
    | VoteEnded
    | Paused
    | SaidReady
    | LongPause
    | PlayedOn
    | MayBeReplaced
    | MayAskAgain
)

Step: TypeAlias = tuple[Company, tuple[Event, ...]]


# --- what falls due ------------------------------------------------------------------------------------


class What(StrEnum):
    """What falls due at a table by itself."""

    TIME_OUT = "time-out"
    VOTE_END = "vote-end"
    LONG_PAUSE = "long-pause"
    MAY_BE_REPLACED = "may-be-replaced"
    MAY_ASK_AGAIN = "may-ask-again"


@dataclass(frozen=True, slots=True)
class Due:
    """At `at` (or as soon as may be, where that has passed) the table does `deed`."""

    at: int
    what: What
    seat: int | None = None

    @property
    def deed(self) -> TimeOut | CatchUp:
        if self.what is What.TIME_OUT:
            assert self.seat is not None
            return TimeOut(self.seat)
        return CatchUp()
