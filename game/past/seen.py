"""A step of a replay as it is seen: from a seat, as it was then; or with all hands open.

The regions are those of the table (templates/game/table/), cut as they were cut while the game ran. Only
that everyone goes by their name: a replay is looked at from any seat, and by anybody.
"""

from dataclasses import replace
from typing import Any, Final, NamedTuple, TypeVar

from game.live.cut import Slices, cut, cut_common
from game.live.slices import Player
from game.past.replay import Replay
from game.rules.exact_bid.values import State, View
from game.rules.exact_bid.view import sort_hand, view

OPEN: Final = "open"

Cut = TypeVar("Cut")


class Viewpoint(NamedTuple):
    """Whose place is nearest, and whether all hands lie open."""

    seat: int
    open: bool

    @property
    def name(self) -> str:
        """As an address has it: seats are counted from 0."""
        return OPEN if self.open else str(self.seat)


def viewpoint(asked: str, players: int, own: int | None) -> Viewpoint:
    """What an address asks for. Without a wish (or where nobody can sit there), those who have played see
    the game again as they saw it, and others see everything."""
    if asked == OPEN or (own is None and not _is_seat(asked, players)):
        return Viewpoint(own or 0, open=True)
    return Viewpoint(int(asked) if _is_seat(asked, players) else own or 0, open=False)


def _is_seat(asked: str, players: int) -> bool:
    return asked.isascii() and asked.isdigit() and len(asked) < 3 and int(asked) < players


def seen(replay: Replay, step: int, point: Viewpoint, players: tuple[Player, ...]) -> Slices:
    """The regions of the table at a step. `players` by seat, as they were then."""
    state = replay.states[step]
    seat_view = open_view(state, point.seat) if point.open else view(state, point.seat)
    common = cut_common(view(state, None), players)
    return _by_name(cut(seat_view, players, common), point.seat, players)


def open_view(state: State, seat: int) -> View:
    """What nobody could see: all hands, and each bid as soon as it was made. It is like a blind round, in
    which one sees one's own cards, too. (What was not dealt stays unseen.)"""
    hands = tuple(sort_hand(hand, state.trumps) for hand in state.hands)
    return replace(
        view(state, seat),
        blind=state.round > 0,
        hand=hands[seat],
        seen=tuple(() if other == seat else hand for other, hand in enumerate(hands)),
        bids=state.bids,
    )


def _by_name(slices: Slices, seat: int, players: tuple[Player, ...]) -> Slices:
    """The same regions, telling of the one who sits nearest by name, and not as the reader."""
    name = players[seat].name
    status, trick, banner = _part(slices, "status"), _part(slices, "trick"), _part(slices, "banner")
    waiting = tuple(players[other].name for other in status.whose.turns)
    return slices | {
        "status": status._replace(whose=status.whose._replace(mine=False, waiting_for=waiting, follow=None)),
        f"seat-{seat}": _part(slices, f"seat-{seat}")._replace(mine=False),
        "trick": trick._replace(
            plays=_named(trick.plays, name),
            winner_name=trick.winner_name or (name if trick.winner_place is not None else ""),
        ),
        "banner": banner._replace(outcome=tuple(row._replace(mine=False) for row in banner.outcome), turn=""),
        "last-trick": _part(slices, "last-trick")._replace(plays=_named(slices["last-trick"].plays, name)),  # type: ignore[attr-defined]
        "log": _part(slices, "log")._replace(me=None),
    }


def _part(slices: Slices, name: str) -> Any:
    """A slice, by its region: each is a named tuple of its own."""
    return slices[name]


def _named(plays: Any, name: str) -> Any:
    return tuple(play if play.name else play._replace(name=name) for play in plays)
