"""What happened in a round, as sentences of its log."""

from collections.abc import Callable
from functools import lru_cache
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import get_language, gettext, ngettext
from django.utils.translation import gettext_lazy as _

from game.live.slices import Line
from game.words.cards import card_name, suit_name


def line_text(line: Line, me: int | None) -> str:
    """A sentence of the log, for the viewer on seat `me`."""
    return _LINES[line.code](line, line.seat == me)


Sentence = Callable[[Line, bool], str]
"""Of a line, and whether it tells of the viewer."""


def _by(own: Promise, other: Promise) -> Sentence:
    """A sentence about the viewer, or about someone else by name."""

    @lru_cache
    def translated(mine: bool, language: str | None) -> str:
        return str(own if mine else other)

    def sentence(line: Line, mine: bool) -> str:
        language = get_language()
        card = card_name(line.card) if line.card else ""
        return translated(mine, language) % {"name": line.name, "card": card, "n": line.number}

    return sentence


def _deals(line: Line, mine: bool) -> str:
    if mine:
        return ngettext("You deal %(n)s card each.", "You deal %(n)s cards each.", line.number) % {
            "n": line.number
        }
    return ngettext("%(name)s deals %(n)s card each.", "%(name)s deals %(n)s cards each.", line.number) % {
        "name": line.name,
        "n": line.number,
    }


def _about_trump(sentence: Promise) -> Sentence:
    def trump(line: Line, _mine: bool) -> str:
        suits = [suit_name(suit) for suit in line.trumps]
        card = card_name(line.card) if line.card else ""
        return str(sentence) % {
            "card": card,
            "suit": suits[0] if suits else "",
            "over": suits[-1] if suits else "",
        }

    return trump


def _scores(line: Line, mine: bool) -> str:
    """Points won or lost, as one says it: gets 11, loses 2."""
    n, name = abs(line.number), line.name
    if line.number >= 0:
        own = ngettext("You get %(n)s point.", "You get %(n)s points.", n)
        other = ngettext("%(name)s gets %(n)s point.", "%(name)s gets %(n)s points.", n)
    else:
        own = ngettext("You lose %(n)s point.", "You lose %(n)s points.", n)
        other = ngettext("%(name)s loses %(n)s point.", "%(name)s loses %(n)s points.", n)
    return (own if mine else other) % {"name": name, "n": n}


def _type(line: Line, _mine: bool) -> str:
    return type_text(line.code, line.number, line.of) + "."


_LINES: Final[dict[str, Sentence]] = {
    "deals": _deals,
    "turned": _about_trump(_("Turned up: the %(card)s. Trump is %(suit)s.")),
    "trump": _about_trump(_("Trump is %(suit)s.")),
    "two-trumps": _about_trump(_("Trumps are %(suit)s, and above them %(over)s.")),
    "no-trump": _about_trump(_("There is no trump.")),
    "adds-up": _by(
        _("The bids add up to %(n)s: you must change yours."),
        _("The bids add up to %(n)s: %(name)s must change theirs."),
    ),
    "bids": _by(_("You bid %(n)s."), _("%(name)s bids %(n)s.")),
    "fight": _type,
    "creeper": _type,
    "even": _type,
    "leads": _by(_("You lead the %(card)s."), _("%(name)s leads the %(card)s.")),
    "plays": _by(_("You play the %(card)s."), _("%(name)s plays the %(card)s.")),
    "takes": _by(_("You take the trick."), _("%(name)s takes the trick.")),
    "scores": _scores,
}


def type_name(code: str) -> str:
    """ "Fight", "Creeper", "Even"; "Kamp om stikkene", "Listerunde", "Lige"."""
    return {"fight": gettext("Fight"), "creeper": gettext("Creeper"), "even": gettext("Even")}[code]


def type_text(code: str, bid: int, tricks: int) -> str:
    """ "Fight: 10 bid, 8 tricks"."""
    return ngettext(
        "%(type)s: %(bid)s bid, %(tricks)s trick", "%(type)s: %(bid)s bid, %(tricks)s tricks", tricks
    ) % {"type": type_name(code), "bid": bid, "tricks": tricks}
