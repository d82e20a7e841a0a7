"""What each region of the table page shows: small frozen values, cut from a seat's view.

A region is drawn again only when its slice has changed, so a slice holds exactly what its template
(`templates/game/table/<region>.html`) prints, and nothing in it depends on a language. Names come
from the roster; seats are placed around the table from the viewer's own (place 0, at the bottom),
clockwise.

They are named tuples: some thirty are made for each viewpoint of each move, and compared and looked up.
"""

from enum import StrEnum
from typing import NamedTuple

from game.rules.cards import Card, Suit
from game.rules.exact_bid.values import Phase, RoundType
from game.standing import Badge


class Player(NamedTuple):
    """Who sits on a seat: a name, and the level of the bot if one plays there ("" for a person), perhaps for
    somebody who has left the game. `points` are an account's rank points when the game began."""

    name: str
    bot: str = ""
    left: bool = False
    points: int | None = None


class Verdict(StrEnum):
    """How a bid stands."""

    NONE = "none"  # no bids shown
    POSSIBLE = "possible"  # more tricks needed, and still to be had
    MADE = "made"  # exactly there (so far, while cards are left)
    MISSED = "missed"


class WhoseSlice(NamedTuple):
    """`#whose`, within `#status`: whom the game waits for."""

    phase: Phase
    mine: bool  # the viewer is to act
    waiting_for: tuple[str, ...]  # names of the others who are
    turns: tuple[int, ...]  # seats that are to act: each plate shows its mark (css/seats.css)
    leads: int | None  # the seat that leads the trick to be begun, or led the one that is open
    follow: Suit | None  # the viewer is to play and must follow this suit


class StatusSlice(NamedTuple):
    """`#status`: where the game stands."""

    round: int
    rounds: int
    cards: int
    trumps: tuple[Suit, ...]
    turned: tuple[Card, ...]
    type: RoundType | None
    bid_total: int  # of the bids shown; 0 before
    blind: bool
    whose: WhoseSlice


class SeatSlice(NamedTuple):
    """`#seat-<index>`: one player at the table. What changes with every card is left to `#whose`, so
    that plates are drawn anew when a bid or a trick is made, and not before."""

    seat: int
    name: str
    bot: str
    mine: bool
    dealer: bool
    bidding: bool  # bids are open: show whether `has_bid`
    has_bid: bool
    bid: int | None
    taken: int
    verdict: Verdict
    points: int | None  # of the round just finished
    total: int
    seen: tuple[Card, ...]  # cards the viewer sees in a blind round
    out: bool


class PlayedCard(NamedTuple):
    card: Card
    place: int
    name: str  # "" if it is the viewer's
    winner: bool  # of a finished trick


class ClockSlice(NamedTuple):
    """`#clock`: by seat, when the time for its bid or card runs out, in ms since 1970; or while the clocks
    stand, how many ms are left on it."""

    limit: int | None  # seconds
    stands: bool
    seats: tuple[tuple[int, int], ...]


class TrickSlice(NamedTuple):
    """`#trick`: the open trick, or the finished one until the next lead."""

    plays: tuple[PlayedCard, ...]
    winner_place: int | None  # of a finished trick: its cards are swept there
    winner_name: str  # "" if it is the viewer


class HandCard(NamedTuple):
    card: Card
    playable: bool


class HandSlice(NamedTuple):
    """`#hand`: one's own cards as buttons of a form, `name="card"`."""

    cards: tuple[HandCard, ...]
    trumps: tuple[Suit, ...]
    hidden: int  # blind round: own cards unseen
    turn: str  # goes back with the move; "" while none can be made


class BidsSlice(NamedTuple):
    """`#bids`: the bid buttons of a form, `name="bid"`; empty (`numbers == ()`) outside bidding."""

    numbers: tuple[int, ...]
    chosen: int | None
    rebid: bool  # the bids add up and the viewer must change theirs
    turn: str  # goes back with the bid; "" where there is none to make


class BannerSlice(NamedTuple):
    """`#banner`: the round's type after the bids until the first card; the round's outcome until the
    next deal. `kind` is "", "type" or "round"."""

    kind: str
    type: RoundType | None
    bid_total: int
    cards: int
    round: int
    outcome: tuple["Outcome", ...]  # by seat, kind "round"
    turn: str  # goes back with the wish for the next round; "" where none comes


class Outcome(NamedTuple):
    name: str
    mine: bool
    bid: int
    taken: int
    points: int
    total: int


class LastTrickSlice(NamedTuple):
    """`#last-trick`: the last trick that lies on the felt no more, on demand."""

    plays: tuple[PlayedCard, ...]


class Line(NamedTuple):
    """One sentence of the log: a code that `game.words` puts into the viewer's language."""

    code: str
    seat: int | None = None  # whom it is about
    name: str = ""
    card: Card = ""
    number: int = 0
    of: int = 0  # tricks, against `number` bid
    trumps: tuple[Suit, ...] = ()  # from the weakest


class LogSlice(NamedTuple):
    """`#log`: what happened in this round, oldest first."""

    round: int
    lines: tuple[Line, ...]
    me: int | None  # the viewer, whom a line tells of as "you"


class ScoreCell(NamedTuple):
    """None throughout for a seat that was out."""

    bid: int | None
    taken: int | None
    points: int | None
    total: int


class ScoreLine(NamedTuple):
    """`#r<round>`, within `#scores`."""

    round: int
    cards: int
    type: RoundType
    cells: tuple[ScoreCell, ...]  # by seat


class ScoresSlice(NamedTuple):
    """`#scores`: the score sheet, rounds down and players across."""

    names: tuple[str, ...]
    me: int | None
    lines: tuple[ScoreLine, ...]  # finished rounds
    plan: tuple[int, ...]  # cards of every round of the game, finished or not


class Highlight(NamedTuple):
    """Something worth mentioning at the end: `code` is perfect, flat-out, saturation, …"""

    code: str
    name: str = ""
    mine: bool = False
    round: int = 0
    number: int = 0


class Place(NamedTuple):
    placement: int
    name: str
    bot: str
    mine: bool
    total: int
    made: int  # bids made
    rounds: int
    badge: Badge | None  # an account's, when the game began
    left: bool = False  # early: a bot has played the rest


class FinalSlice(NamedTuple):
    """`#final`: the end of the game; `places` is empty while it runs."""

    places: tuple[Place, ...]  # best first
    highlights: tuple[Highlight, ...]
    stopped: bool = False  # a moderator has ended it, and nobody is placed
    why: str = ""  # the moderator's reason, where it is known already
