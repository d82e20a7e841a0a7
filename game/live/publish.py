"""Tells everyone at a table what has changed: after the commit, one message for the table with a
part for each viewpoint and language in use.

A part holds only the regions whose slice of that viewpoint's view has changed; nothing that is
shown to one seat is ever in another's part. What gets lost on the way is healed by versions: see
`game.live.consumer`.
"""

import logging
from collections.abc import Callable
from typing import TYPE_CHECKING

from game.live.audience import group_of
from game.live.cut import Slices
from game.live.difference import difference, whole
from game.live.page import finished_rounds, players_of
from game.live.render import Drawings, push_html
from game.live.scene import LastScenes, Scene
from game.live.send import send_to_group
from game.live.sheet_cut import cut_sheet
from game.rules.exact_bid.values import RoundScored
from game.rules.exact_bid.view import view

if TYPE_CHECKING:
    from game.door import Change

log = logging.getLogger(__name__)

_scenes = LastScenes(tables=500)


def publish(change: "Change") -> None:
    """Send a change to whoever watches the table. Never raises: the change is stored already."""
    try:
        send_to_group(group_of(change.table.pk), message_of(change))
    except Exception:
        log.exception("table %s version %s was not published", change.table.pk, change.version)


def message_of(change: "Change") -> dict[str, object]:
    """`{"type", "table", "version", "parts": {"<seat>.<language>": html}}`."""
    table, players = change.table.pk, players_of(change.seats)
    before = _scenes.recall(table, Scene(change.before, players))
    after = Scene(change.after, players)
    sheets = _sheets(change)
    drawn = Drawings()

    def part(seat: int, language: str) -> str:
        changed = difference(before.cut_for(seat), after.cut_for(seat))
        return push_html([*changed, *whole(sheets(seat))], language, drawn)

    parts = {
        f"{seat.index}.{seat.language}": part(seat.index, seat.language)
        for seat in change.seats
        if seat.player_id and seat.language
    }
    _scenes.remember(table, after)
    return {"type": "table.moved", "table": table, "version": change.version, "parts": parts}


def _sheets(change: "Change") -> Callable[[int], Slices]:
    """What a seat sees of the finished rounds: nothing new unless one has just been finished."""
    if not any(isinstance(event, RoundScored) for event in change.events):
        return lambda seat: {}
    players, results = players_of(change.seats), finished_rounds(change.table)
    return lambda seat: cut_sheet(view(change.after, seat), players, results)
