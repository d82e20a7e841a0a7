"""Reads what a table's socket sends, as a browser's user would see it: is there a button to press?

Regular expressions and bytes, since the clients share the machine with the server they measure.
"""

import random
import re

_TURN = re.compile(rb'name="turn" value="([^"]*)"')
_BUTTON = re.compile(rb'<button[^>]* name="(card|bid)" value="([^"]*)"([^>]*)>')
_PRESSED = b'aria-pressed="true"'


def move_in(frame: bytes, chance: random.Random) -> tuple[str, str, str] | None:
    """A move that the frame offers, as (turn, "card" or "bid", value): one of its enabled buttons, by
    chance. None if it offers none, or a bid is made already."""
    if _PRESSED in frame:
        return None
    buttons = [button for button in _BUTTON.finditer(frame) if b" disabled" not in button[3]]
    if not buttons:
        return None
    button = chance.choice(buttons)
    turns = _TURN.findall(frame, 0, button.start())  # the last one is of the button's own form
    return turns[-1].decode(), button[1].decode(), button[2].decode()


def shows(frame: bytes, seat: int, name: str, value: str) -> bool:
    """Whether the frame shows the move to its reader: the card in the trick, or a seat that has bid."""
    if name == "card":
        return b'id="t-%s"' % value.encode() in frame
    return b'id="seat-%d"' % seat in frame and not asks_for_bid(frame)


def asks_for_bid(frame: bytes) -> bool:
    """A round has been dealt, and the reader has not bid."""
    return b'name="bid"' in frame and _PRESSED not in frame


def is_ordinary(frame: bytes) -> bool:
    """A card that neither opens nor ends a round: what most moves are."""
    return b'<hx-partial id="banner"' not in frame


def is_whole(frame: bytes) -> bool:
    """Everything at once, as after a gap."""
    return b'<hx-partial id="scores"' in frame and b'<hx-partial id="last-trick"' in frame


def is_problem(frame: bytes) -> bool:
    """A refused move."""
    return frame.startswith(b'<hx-partial id="problem"')


def is_end(frame: bytes) -> bool:
    """The final result."""
    return b'<h2 id="final-head"' in frame
