"""Sentences: the one place where codes of the rules, the door and the log become words.

Everything here reads the language that is active when it is called.
"""

import time
from collections.abc import Callable
from functools import lru_cache
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import get_language, gettext, ngettext, pgettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from accounts import names
from game.live.slices import Highlight, Line
from game.rules.cards import Card, is_joker

_SUITS: Final[dict[str, Promise]] = {
    "C": pgettext_lazy("suit", "clubs"),
    "D": pgettext_lazy("suit", "diamonds"),
    "H": pgettext_lazy("suit", "hearts"),
    "S": pgettext_lazy("suit", "spades"),
}
_RANKS: Final[dict[str, Promise | str]] = {
    **{rank: rank for rank in "23456789"},
    "T": "10",
    "J": pgettext_lazy("rank", "jack"),
    "Q": pgettext_lazy("rank", "queen"),
    "K": pgettext_lazy("rank", "king"),
    "A": pgettext_lazy("rank", "ace"),
}


def suit_name(suit: str) -> str:
    """ "spades", "spar"."""
    return str(_SUITS[suit])


def card_name(card: Card) -> str:
    """ "ace of spades", "spar es"."""
    return _card_name(card, get_language())


@lru_cache(maxsize=256)
def _card_name(card: Card, language: str | None) -> str:
    """Looked up once: cards are named at every move. `language` is the active one."""
    if is_joker(card):
        return gettext("joker")
    return pgettext("card", "%(rank)s of %(suit)s") % {
        "rank": _RANKS[card[0]],
        "suit": _SUITS[card[1]],
    }


def number(n: int) -> str:
    """ "13", "−1", with a real minus."""
    return f"−{-n}" if n < 0 else str(n)


def signed(n: int) -> str:
    """ "+13", "−1", "0": points won or lost."""
    return f"+{n}" if n > 0 else number(n)


def points_text(n: int) -> str:
    """ "13 pts", "−1 pt"."""
    return ngettext("%(n)s pt", "%(n)s pts", abs(n)) % {"n": number(n)}


# --- the log -------------------------------------------------------------------------------------------


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
        card = _card_name(line.card, language) if line.card else ""
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


# --- the end -------------------------------------------------------------------------------------------


def highlight_text(highlight: Highlight) -> str:
    """A sentence about something worth mentioning at the end of a game."""
    own, other = _HIGHLIGHTS[highlight.code]
    values = {"name": highlight.name, "round": highlight.round, "n": highlight.number}
    return str(own if highlight.mine else other) % values


_HIGHLIGHTS: Final[dict[str, tuple[Promise, Promise]]] = {
    "perfect": (
        _("Perfect: you made every bid of the game."),
        _("Perfect: %(name)s made every bid of the game."),
    ),
    "streak": (_("You made %(n)s bids in a row."), _("%(name)s made %(n)s bids in a row.")),
    "highest-bid": (
        _("Boldest bid: you said %(n)s in round %(round)s, and made it."),
        _("Boldest bid: %(name)s said %(n)s in round %(round)s, and made it."),
    ),
    "flat-out": (
        _("Flat-out in round %(round)s: nobody made their bid."),
        _("Flat-out in round %(round)s: nobody made their bid."),
    ),
    "saturation": (
        _("Saturation in round %(round)s: everybody made their bid."),
        _("Saturation in round %(round)s: everybody made their bid."),
    ),
    "comeback": (
        _("You came back from last place to win."),
        _("%(name)s came back from last place to win."),
    ),
}


# --- beside the game -------------------------------------------------------------------------------------


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
    "everyone-left": (_("Everyone has left: the game ends here."),) * 2,
}


# --- what went wrong -------------------------------------------------------------------------------------


def problem_text(code: str) -> str:
    """A refused move in words, for the one who sent it."""
    return str(_PROBLEMS.get(code, _PROBLEMS["unreadable"]))


_PROBLEMS: Final[dict[str, Promise]] = {
    "unreadable": _("That message could not be understood."),
    "too-long": _("That message is too long."),
    "stale": _("The game has moved on: look at the table and choose again."),
    "not-your-turn": _("It is not your turn."),
    "not-now": _("That cannot be done just now."),
    "must-follow-suit": _("You must follow suit."),
    "not-in-hand": _("You do not hold that card."),
    "bid-out-of-range": _("That bid is not possible in this round."),
    "bids-must-not-add-up": _("The bids must not add up to the number of tricks: choose another number."),
    "bids-are-closed": _("Bids can no longer be changed."),
    "game-over": _("The game is over."),
    "bad-salt": _("A salt has up to 32 characters, 0–9 and a–f."),
    "not-seated": _("You do not sit at this table."),
    "new-release": _("There is a new version: reload the page."),
    "busy": _("The table is busy. Try again in a moment."),
    # of a lobby
    "no-account": _("Ranked games are for players with an account."),
    "name-missing": _("Choose a name for the table."),
    "name-form": names.FORM,
    "name-kept": names.KEPT,
    "name-taken": _("Somebody has that name already: choose another one."),
    "full": _("All seats are taken."),
    "seat-taken": _("That seat is taken."),
    "turned-away": _("The host has removed you from this table."),
    "kept-for-players": _("For its first minute this table is kept for those who played the last game."),
    "already-begun": _("The game has begun."),
    "lobby-gone": _("This table is no more: everyone had left it."),
    "not-host": _("Only the host may do that."),
    "too-many-seated": _("There are more at the table than that: remove somebody first."),
    "too-many-cards": _("There are not so many cards for so many players."),
    "too-few-cards": _("Ranked games begin with 3 cards or more."),
    "bad-cards": _("The cards in the first round are a whole number."),
    "sits-elsewhere": _("You sit at another table, and its game comes first."),
    # of the company
    "everyone-left": _("The game is over: everyone has left it."),
    "not-yours": _("That is not yours to do."),
    "no-clock": _("Only games with a time limit can be paused."),
    "paused": _("The game is paused."),
    "not-paused": _("The game is not paused."),
    "vote-open": _("There is a vote already: answer that one first."),
    "no-such-vote": _("That vote is over."),
    "not-asked": _("That vote does not ask you."),
    "already-said": _("You have said so already."),
    "not-ready": _("Say that you are ready first."),
    "not-replaceable": _("A bot cannot take over for this player now."),
    "not-waited-for": _("Nobody waits for this player."),
    "too-early": _("It is too early for that."),
    # of talk
    "too-fast": _("Not so fast: wait a moment before you say more."),
    "no-writing-now": _("In ranked games nobody writes while bids are open, nor in one-card rounds."),
}


# --- clocks ------------------------------------------------------------------------------------------------


def ms_left(until: int) -> int:
    """How many milliseconds there are until a moment (ms since 1970); pages count on from there."""
    return max(0, until - round(time.time() * 1000))
