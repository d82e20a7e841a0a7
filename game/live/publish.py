"""Tells everyone at a table what has changed: after the commit, one message for the table with a
part for each viewpoint and language in use.

A part holds only the regions whose slice of that viewpoint's view has changed; nothing that is
shown to one seat is ever in another's part. What gets lost on the way is healed by versions: see
`game.live.consumer`.
"""

import logging
import threading
from collections import OrderedDict
from collections.abc import Sequence
from typing import TYPE_CHECKING

from game.live.audience import group_of
from game.live.cut import Slices, cut
from game.live.difference import difference, whole
from game.live.page import finished_rounds, players_of
from game.live.render import Drawings, push_html
from game.live.send import send_to_group
from game.live.sheet_cut import cut_sheet
from game.live.slices import Player
from game.models import Seat
from game.rules.exact_bid.values import RoundScored, State
from game.rules.exact_bid.view import view
from game.sheet import RoundResult

if TYPE_CHECKING:
    from game.door import Change

log = logging.getLogger(__name__)


def publish(change: "Change") -> None:
    """Send a change to whoever watches the table. Never raises: the change is stored already."""
    try:
        send_to_group(group_of(change.table.pk), message_of(change))
    except Exception:
        log.exception("table %s version %s was not published", change.table.pk, change.version)


def message_of(change: "Change") -> dict[str, object]:
    """`{"type", "table", "version", "parts": {"<seat>.<language>": html}}`."""
    scored = any(isinstance(event, RoundScored) for event in change.events)
    results = finished_rounds(change.table) if scored else []
    drawn = Drawings()
    return {
        "type": "table.moved",
        "table": change.table.pk,
        "version": change.version,
        "parts": {
            f"{seat.index}.{seat.language}": part_of(change, seat, results, drawn)
            for seat in change.seats
            if seat.player_id and seat.language
        },
    }


class LastShown:
    """What seats were shown last, since the next change starts from there. Only remembered, and for so
    many seats: another process may have made the changes since."""

    def __init__(self, seats: int) -> None:
        self._cuts: OrderedDict[tuple[int, int], tuple[State, tuple[Player, ...], Slices]] = OrderedDict()
        self._most = seats
        self._lock = threading.Lock()

    def remember(self, table: int, seat: int, state: State, players: tuple[Player, ...], cut: Slices) -> None:
        with self._lock:
            self._cuts[table, seat] = state, players, cut
            self._cuts.move_to_end((table, seat))
            if len(self._cuts) > self._most:
                self._cuts.popitem(last=False)

    def cut_of(self, table: int, seat: int, state: State, players: tuple[Player, ...]) -> Slices:
        """What the seat sees of the state: as remembered, if it was this very state, or cut anew."""
        shown = self._cuts.get((table, seat))
        if shown is not None and shown[:2] == (state, players):
            return shown[2]
        return cut(view(state, seat), players)


_last_shown = LastShown(seats=2000)


def part_of(change: "Change", seat: Seat, results: Sequence[RoundResult], drawn: Drawings) -> str:
    """What the change looks like from a seat, in its language. `results` are the finished rounds if
    one has just been finished, else empty."""
    players = players_of(change.seats)
    before = _last_shown.cut_of(change.table.pk, seat.index, change.before, players)
    seen = view(change.after, seat.index)
    after = cut(seen, players)
    _last_shown.remember(change.table.pk, seat.index, change.after, players, after)
    pushes = list(difference(before, after))
    if results:
        pushes += whole(cut_sheet(seen, players, results))
    return push_html(pushes, seat.language, drawn)
