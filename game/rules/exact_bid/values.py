"""The values that a game of the exact-bid family is made of: phases, actions, events, state, view.

All are frozen. The engine (`engine.py`) makes new states from old ones; nothing is ever changed in
place, so a state may be kept, compared and shared between threads.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from game.rules.cards import Card, Suit
from game.rules.exact_bid.options import Options


class Phase(StrEnum):
    """What the table is waiting for."""

    DEAL = "deal"  # a `Deal` from outside; between rounds the finished round still lies open
    BID = "bid"  # bids from every seat in play, each changeable until all are in
    REBID = "rebid"  # the hook: the seat left of the dealer must change its bid
    PLAY = "play"  # a card from the seat on turn
    REVEAL = "reveal"  # a one-card round playing itself: a `Reveal` from outside for each card
    END = "end"


class RoundType(StrEnum):
    """How the bids add up against the tricks there are."""

    FIGHT = "fight"  # more bid than there are tricks
    CREEPER = "creeper"  # fewer
    EVEN = "even"


# --- actions -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Deal:
    """Chance: the cards of the next round. `hands` by seat (empty for a seat that is out);
    `turned` the turned or drawn card, undertrump and overtrump, or nothing."""

    hands: tuple[tuple[Card, ...], ...]
    turned: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class Bid:
    tricks: int


@dataclass(frozen=True, slots=True)
class Play:
    card: Card


@dataclass(frozen=True, slots=True)
class Reveal:
    """Chance-like: the next card of a one-card round is shown, in order of play."""


Action: TypeAlias = Deal | Bid | Play | Reveal


# --- events: what an action brought about, in order ------------------------------------------------


@dataclass(frozen=True, slots=True)
class Dealt:
    round: int
    dealer: int


@dataclass(frozen=True, slots=True)
class BidMade:
    """A seat has bid, or changed its bid. The number is not here: it is nobody's business yet."""

    seat: int
    changed: bool


@dataclass(frozen=True, slots=True)
class BidsShown:
    bids: tuple[int | None, ...]
    type: RoundType


@dataclass(frozen=True, slots=True)
class MustRebid:
    """The bids add up to the cards in the round (hook): `seat` must change theirs."""

    seat: int
    bids: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class CardPlayed:
    seat: int
    card: Card


@dataclass(frozen=True, slots=True)
class TrickTaken:
    seat: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class RoundScored:
    """A round is over. Lists go by seat, None for a seat that was out of the game."""

    round: int
    points: tuple[int | None, ...]
    totals: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PlayerOut:
    """Elimination: the seat leaves the game."""

    seat: int


@dataclass(frozen=True, slots=True)
class GameEnded:
    placements: tuple[int, ...]


Event: TypeAlias = (
    Dealt | BidMade | BidsShown | MustRebid | CardPlayed | TrickTaken | RoundScored | PlayerOut | GameEnded
)


# --- state and view --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Trick:
    """Cards in the order played, starting with the leader's. `winner` is None while it is open."""

    leader: int
    cards: tuple[Card, ...] = ()
    winner: int | None = None


@dataclass(frozen=True, slots=True)
class State:
    """Everything about a game, hidden cards included. The server's own business: seats get a `View`.

    Its size is bounded by one round: finished rounds leave their totals and `form` alone, so a
    move late in a long game costs what the first one did.

    Lists go by seat. `round` counts the rounds dealt so far, from 1 (0 before the first deal).
    Between rounds (phase DEAL) and at the END the finished round's bids, tricks and points stand
    until the next deal.
    """

    options: Options
    first_dealer: int
    phase: Phase = Phase.DEAL
    round: int = 0
    dealer: int = 0
    hands: tuple[tuple[Card, ...], ...] = ()  # what each seat still holds
    dealt: tuple[tuple[Card, ...], ...] = ()  # what each seat was dealt this round
    turned: tuple[Card, ...] = ()
    trumps: tuple[Suit, ...] = ()  # from the weakest to the strongest
    bids: tuple[int | None, ...] = ()
    taken: tuple[int, ...] = ()
    tricks: tuple[Trick, ...] = ()  # this round's; the last one may be open
    points: tuple[int | None, ...] | None = None  # the finished round's
    totals: tuple[int, ...] = ()
    form: tuple[int, ...] = ()
    """Places by (total now, form a round earlier): settles elimination's "lower a round earlier, and
    so on back" without keeping every round."""
    out: tuple[int, ...] = ()  # seats out of the game, in order of going


@dataclass(frozen=True, slots=True)
class View:
    """What one seat (or, with `seat` None, an onlooker) may know. Built from nothing by `view`.

    Lists go by seat unless said otherwise. This is all that bots and pages ever get.
    """

    seat: int | None
    options: Options
    phase: Phase
    round: int  # from 1; 0 before the first deal
    rounds: int  # in the whole game
    cards: int  # tricks in this round
    dealer: int
    turned: tuple[Card, ...]
    trumps: tuple[Suit, ...]  # weakest to strongest
    blind: bool  # a round in which one sees all hands but one's own
    hand: tuple[Card, ...]  # own cards, sorted for reading; empty while they are hidden (blind)
    seen: tuple[tuple[Card, ...], ...]  # others' cards in a blind round, else empty tuples
    counts: tuple[int, ...]  # cards held
    has_bid: tuple[bool, ...]
    bids: tuple[int | None, ...]  # one's own; everyone's once they are shown; else None
    bids_shown: bool
    type: RoundType | None  # once the bids are shown (and final)
    taken: tuple[int, ...]
    tricks: tuple[Trick, ...]  # this round's, the open one last
    leader: int | None  # who leads the open trick (who will lead the first one, while bidding)
    points: tuple[int | None, ...] | None  # of the round just finished
    totals: tuple[int, ...]
    out: tuple[int, ...]
    to_act: tuple[int, ...]  # seats that may act now (several while bids are open)
    legal: tuple[Action, ...]  # this seat's actions now
    placements: tuple[int, ...] | None  # at the end
    turn: str  # names this moment of one's own turn, e.g. "3.play.2"; a move carries it back
