"""Reasons to choose from and edit, and for how long something may hold.

What a player will read is written in the language that they have chosen; moderators find it by an English
name.
"""

from collections.abc import Mapping
from datetime import timedelta
from typing import Final, NamedTuple

from django.utils import translation
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.models import Act

CLOSE: Final = "close"
"""Closing a report without doing anything else."""


class Ready(NamedTuple):
    name: str
    text: str


_INSULT: Final = ("Insulting words", _("What you said at a table was insulting."))
_SPAM: Final = ("Spam", _("You said the same thing at a table again and again."))
_HATE: Final = ("Threats or hatred", _("You have threatened somebody, or said hateful things."))
_HELP: Final = ("Helping one another", _("You and another player have helped one another at a table."))
_SEATS: Final = ("Two seats, one person", _("You have played on more than one seat at a table."))

_REASONS: Final[Mapping[str, tuple[tuple[str, str | Promise], ...]]] = {
    Act.What.WARN: (_INSULT, _SPAM, _HELP),
    Act.What.MUTE: (_INSULT, _SPAM, _HATE),
    Act.What.BAN: (_HATE, _INSULT, _SEATS, _HELP),
    Act.What.RENAME: (
        ("An offensive name", _("Your name could offend others.")),
        ("Somebody else's name", _("Your name made others believe that you were somebody else.")),
    ),
    Act.What.LIFT: (
        ("A mistake", "It was a mistake."),
        ("They are sorry", "They have written that they are sorry, and it is believed."),
    ),
    Act.What.END_TABLE: (
        ("Helping one another", "Players of this game helped one another."),
        ("Two seats, one person", "One person played on more than one seat."),
        ("A fault of the site", "The game could not go on, by a fault of the site."),
    ),
    Act.What.VOID_GAME: (
        ("Helping one another", "Players of this game helped one another."),
        ("Two seats, one person", "One person played on more than one seat."),
        ("A fault of the site", "The result came about by a fault of the site."),
    ),
    Act.What.CORRECT_POINTS: (("A fault of the site", _("Your points were wrong by a fault of the site.")),),
    Act.What.REVIEW_FLAG: (
        ("Friends", "Friends who often play together; nothing odd in their games."),
        ("Nothing odd", "Looked at the games: nothing odd."),
        ("Dealt with", "Dealt with: see what was done about these players."),
    ),
    Act.What.RESET_SECOND_FACTOR: (
        ("They have lost it", "They have lost their second factor, and have shown who they are."),
    ),
    Act.What.CHANGE_RIGHTS: (
        ("New here", "They moderate from now on."),
        ("No longer", "They do not moderate any more."),
    ),
    CLOSE: (
        ("Nothing against the rules", "Looked at: nothing against our rules."),
        ("Not clear enough", "It may be true, but it is not clear enough to act on. Kept for the next time."),
        ("Dealt with", "Dealt with already."),
    ),
}


def ready_reasons(what: str, language: str) -> tuple[Ready, ...]:
    """In the language of who will read them."""
    with translation.override(language):
        return tuple(Ready(name, str(text)) for name, text in _REASONS[what])


DURATIONS: Final[Mapping[str, tuple[str, timedelta | None]]] = {
    "1h": ("1 hour", timedelta(hours=1)),
    "1d": ("1 day", timedelta(days=1)),
    "3d": ("3 days", timedelta(days=3)),
    "1w": ("1 week", timedelta(days=7)),
    "1m": ("1 month", timedelta(days=30)),
    "ever": ("for good", None),
}
USUAL_DURATION: Final = "1d"
