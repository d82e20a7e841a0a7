"""A table before its game: who sits where, who decides, and when it begins (RULES 2).

Each service locks the table, changes it, and lets everyone know after the commit; what it refuses leaves
everything as it was. Somebody is always host as long as somebody is there.
"""

from game.lobby.by_itself import hand_over, look_after, looked_after
from game.lobby.coming import (
    KEPT,
    SitsElsewhere,
    join,
    leave,
    leave_other_lobbies,
    look_in,
    open_lobbies,
    open_lobby,
)
from game.lobby.deeds import add_bot, change_terms, move, remove, set_ready, set_salt, start, swap
from game.lobby.time import EMPTY, HOST_AWAY, SEAT_AWAY

__all__ = [
    "EMPTY",
    "HOST_AWAY",
    "KEPT",
    "SEAT_AWAY",
    "SitsElsewhere",
    "add_bot",
    "change_terms",
    "hand_over",
    "join",
    "leave",
    "leave_other_lobbies",
    "look_after",
    "look_in",
    "looked_after",
    "move",
    "open_lobbies",
    "open_lobby",
    "remove",
    "set_ready",
    "set_salt",
    "start",
    "swap",
]
