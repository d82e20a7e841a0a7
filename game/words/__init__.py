"""Sentences: the one place where codes of the rules, the door and the log become words.

Everything here reads the language that is active when it is called.
"""

from game.words.beside import emote_name, phrase_text, table_line
from game.words.cards import card_name, number, points_text, signed, suit_name
from game.words.end import highlight_text
from game.words.log import line_text, type_name, type_text
from game.words.problems import problem_text
from game.words.rank import place_name, tenths

__all__ = [
    "card_name",
    "emote_name",
    "highlight_text",
    "line_text",
    "number",
    "phrase_text",
    "place_name",
    "points_text",
    "problem_text",
    "signed",
    "suit_name",
    "table_line",
    "tenths",
    "type_name",
    "type_text",
]
