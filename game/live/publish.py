"""Tells everyone at a table what has changed: after the commit, one message for the table with a
part for each viewpoint and language in use.

A part holds only the regions whose slice of that viewpoint's view has changed; nothing that is
shown to one seat is ever in another's part. What gets lost on the way is healed by versions: see
`game.live.consumer`.
"""

import logging
from typing import TYPE_CHECKING

from game.live.cut import Slices, cut
from game.live.page import players_of, sheet_regions
from game.live.render import push_html
from game.live.send import send_to_group
from game.live.slices import LogSlice
from game.live.story import news
from game.models import Seat
from game.rules.exact_bid.values import RoundScored
from game.rules.exact_bid.view import view

if TYPE_CHECKING:
    from game.door import Change

log = logging.getLogger(__name__)


def group_of(table_id: int) -> str:
    """The channel group of a table: an id, never a name that somebody typed."""
    return f"table.{table_id}"


def publish(change: "Change") -> None:
    """Send a change to whoever watches the table. Never raises: the change is stored already."""
    try:
        send_to_group(group_of(change.table.pk), message_of(change))
    except Exception:
        log.exception("table %s version %s was not published", change.table.pk, change.version)


def message_of(change: "Change") -> dict[str, object]:
    """`{"type", "version", "parts": {"<seat>.<language>": html}}`."""
    viewpoints = [seat for seat in change.seats if seat.player_id and seat.language]
    return {
        "type": "table.moved",
        "version": change.version,
        "parts": {f"{seat.index}.{seat.language}": part_of(change, seat) for seat in viewpoints},
    }


def part_of(change: "Change", seat: Seat) -> str:
    """What the change looks like from a seat, in its language."""
    players = players_of(change.seats)
    before = cut(view(change.before, seat.index), players)
    after = cut(view(change.after, seat.index), players)
    changed: Slices = {region: new for region, new in after.items() if before.get(region) != new}
    if any(isinstance(event, RoundScored) for event in change.events):
        changed.update(sheet_regions(change.table, change.after, players, seat.index))
    old_log, new_log = before["log"], after["log"]
    assert isinstance(old_log, LogSlice)
    assert isinstance(new_log, LogSlice)
    return push_html(changed, news(old_log, new_log), seat.language)
