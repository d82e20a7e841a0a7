"""Players of the exact-bid family that are no people.

A bot gets a seat's view and a source of chance, and answers with an action; it never sees a state.
`decide` asks the bot of a level and always has a legal answer. `think_time` is how long a person would
take over the same choice. A stronger bot is one more callable in `levels.LEVELS`.
"""

from game.bots.levels import DEFAULT_LEVEL, LEVELS, Bot, Level, decide, offered_levels
from game.bots.pace import PACES, think_time

__all__ = ["DEFAULT_LEVEL", "LEVELS", "PACES", "Bot", "Level", "decide", "offered_levels", "think_time"]
