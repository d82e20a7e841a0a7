"""A running game between two changes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from game.models import Seat
from game.rules.company.values import Company
from game.rules.exact_bid.options import is_blind
from game.rules.exact_bid.values import Phase, State


@dataclass(frozen=True, slots=True)
class Moment:
    """The game, what there is between those who sit there (None where one person plays with bots), and
    by seat the level of the bot that plays, "" for a person. `stopped`: a moderator has ended the game."""

    state: State
    company: Company | None
    bots: tuple[str, ...]
    stopped: bool = False

    def beside(self, *, ranked: bool) -> object:
        """What pages show beside the game (`game.live.beside`) that a move may change: the same value where
        they show the same."""
        company = self.company
        if company is None:
            return None
        late = tuple(clock is not None and clock.told is not None for clock in company.clocks)
        time_outs = tuple(player and player.time_outs for player in company.players)
        return late, time_outs, company.turn if any(late) else "", ranked and words_may_tell(self.state)

    @property
    def is_paused(self) -> bool:
        return self.company is not None and self.company.pause is not None


def words_may_tell(state: State) -> bool:
    """Whether a word could be worth tricks: while bids are open, and in a one-card round."""
    if state.phase in (Phase.BID, Phase.REBID):
        return True
    return state.round > 0 and state.points is None and is_blind(state.options, state.round)


def bots_of(seats: Sequence[Seat]) -> tuple[str, ...]:
    return tuple(seat.bot for seat in seats)


def away(seats: Sequence[Seat]) -> Mapping[int, int]:
    """Since when each seat whose player has no page open has been so, as the company counts time."""
    return {seat.index: ms(seat.away_since) for seat in seats if seat.away_since and seat.is_played}


def ms(moment: datetime) -> int:
    """A moment as the company counts: in whole milliseconds."""
    return int(moment.timestamp() * 1000)


def from_ms(moment: int) -> datetime:
    return datetime.fromtimestamp(moment / 1000, UTC)
