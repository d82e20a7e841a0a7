"""Tells everyone at a table what has changed: after the commit, one message for the table with a
part for each viewpoint and language in use.

A part holds only the regions whose slice of that viewpoint's view has changed; nothing that is
shown to one seat is ever in another's part. What gets lost on the way is healed by versions: see
`game.live.consumer`.
"""

import logging
from functools import partial
from typing import TYPE_CHECKING

from django.utils import translation

from game import logs
from game.live.audience import Message, group_of
from game.live.difference import difference, round_scored, whole
from game.live.page import players_of
from game.live.render import Drawings, pushes_drawn
from game.live.scene import LastScenes, Scene
from game.live.send import send_to_group
from game.live.sheet_cut import STOPPED, cut_final, cut_line
from game.models import Table
from game.moment import Moment
from game.news import tell_lists, tell_news
from game.rules.exact_bid.values import Phase, RoundScored
from game.rules.exact_bid.view import view
from game.sheet import RoundResult, round_result

if TYPE_CHECKING:
    from game.door import Change

log = logging.getLogger(__name__)

_scenes = LastScenes(tables=500)


def publish(change: "Change") -> None:
    """Send a change to whoever watches the table. Never raises: the change is stored already."""
    try:
        send_to_group(group_of(change.table.pk), partial(_message, change, _rounds(change)))
        if change.has_news or change.table.status == Table.Status.ENDED:
            tell_news(change.table.pk)
        if change.table.status == Table.Status.ENDED and change.after.company is not None:
            tell_lists(change.table.kind)
    except Exception:
        log.exception("table %s version %s was not published", change.table.pk, change.version)


def message_of(change: "Change") -> Message:
    """`{"table", "version", "parts": {"<seat>.<language>": html}}`."""
    return _message(change, _rounds(change))


def _rounds(change: "Change") -> list[RoundResult]:
    """Every round of the game if it has just ended: one query. Else nothing, since the state tells what
    came of the last one."""
    return logs.rounds_of(change.table) if change.after.state.phase is Phase.END else []


def _message(change: "Change", rounds: list[RoundResult]) -> Message:
    """Draws without the database: for the event loop."""
    table, players = change.table.pk, players_of(change.seats)
    before = _scenes.recall(table, _scene(change, change.before))
    after = _scene(change, change.after)
    scored = any(isinstance(event, RoundScored) for event in change.events)
    sheet = [round_scored(cut_line(round_result(change.after.state)))] if scored else []
    drawn = Drawings()

    def part(seat: int, language: str) -> str:
        pushes = [*difference(before.cut_for(seat), after.cut_for(seat)), *sheet]
        if rounds:
            pushes += whole({"final": cut_final(view(change.after.state, seat), players, rounds)})
        if change.after.stopped:
            pushes += whole({"final": STOPPED})
        return pushes_drawn(pushes, language, drawn)

    parts = {}
    for language in {seat.language for seat in change.seats if seat.is_played and seat.language}:
        with translation.override(language):
            for seat in change.seats:
                if seat.is_played and seat.language == language:
                    parts[f"{seat.index}.{language}"] = part(seat.index, language)
    _scenes.remember(table, after)
    return {"table": table, "version": change.version, "parts": parts}


def _scene(change: "Change", moment: Moment) -> Scene:
    players = players_of(change.seats, moment.bots)
    return Scene(moment.state, players, moment.company, stopped=moment.stopped)
