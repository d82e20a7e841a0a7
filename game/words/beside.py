"""What people say ready-made, and what the table has to say of them."""

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


def phrase_text(code: str) -> str:
    """A ready-made phrase, in the reader's language."""
    return str(_PHRASES.get(code, code))


_PHRASES: Final[dict[str, Promise]] = {
    "hello": _("Hello!"),
    "good-luck": _("Good luck!"),
    "well-played": _("Well played!"),
    "thanks": _("Thanks!"),
    "sorry": _("Sorry!"),
    "one-moment": _("One moment, please."),
    "back": _("I am back."),
    "good-game": _("Good game!"),
}


def emote_name(code: str) -> str:
    """What the sign of an emote (static/img/emotes) says to who does not see it."""
    return str(_EMOTES.get(code, code))


_EMOTES: Final[dict[str, Promise]] = {
    "smile": pgettext_lazy("emote", "smiles"),
    "laugh": pgettext_lazy("emote", "laughs"),
    "wow": pgettext_lazy("emote", "is amazed"),
    "sad": pgettext_lazy("emote", "is sad"),
    "cheers": pgettext_lazy("emote", "says cheers"),
    "heart": pgettext_lazy("emote", "sends a heart"),
    "think": pgettext_lazy("emote", "is thinking"),
    "clap": pgettext_lazy("emote", "claps"),
}


def table_line(code: str, name: str, mine: bool) -> str:
    """What the table has to say: of the viewer (`mine`), or of somebody by name."""
    own, other = _TABLE_LINES[code]
    return str(own if mine else other) % {"name": name}


_TABLE_LINES: Final[dict[str, tuple[Promise, Promise]]] = {
    "left-wish": (
        _("You have left the game; a bot plays on for you."),
        _("%(name)s has left the game; a bot plays on."),
    ),
    "left-time-outs": (
        _("You ran out of time three times in a row: a bot plays on for you."),
        _("%(name)s ran out of time three times in a row: a bot plays on."),
    ),
    "left-vote": (
        _("The others have let a bot take over for you."),
        _("It was agreed: a bot plays on for %(name)s."),
    ),
    "timed-out": (
        _("Your time ran out: a bot moved for you."),
        _("%(name)s ran out of time: a bot moved."),
    ),
    "asks-pause": (_("You ask for a pause."), _("%(name)s asks for a pause.")),
    "asks-replace": (
        _("It is asked whether a bot may take over for you."),
        _("It is asked whether a bot may take over for %(name)s."),
    ),
    "refused": (_("You said no: the vote is over."), _("%(name)s said no: the vote is over.")),
    "expired": (_("Not everyone has answered: the vote is over."),) * 2,
    "moot": (_("The vote is over: it is not needed any more."),) * 2,
    "paused": (_("The game is paused."),) * 2,
    "long-pause": (_("The pause has lasted ten minutes: a bot may be asked to take over."),) * 2,
    "played-on": (_("The game goes on."),) * 2,
    "may-be-replaced": (
        _("You have kept the others waiting: they may let a bot take over."),
        _("%(name)s keeps you waiting: you may let a bot take over."),
    ),
    "stopped": (_("A moderator has ended this game. It counts for nothing."),) * 2,
    "everyone-left": (_("Everyone has left: the game ends here."),) * 2,
}
