"""What was refused, in words for the one who asked for it."""

from collections.abc import Mapping
from datetime import datetime
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts import names
from accounts.words import moment_text


def problem_text(code: str, about: Mapping[str, object] | None = None) -> str:
    """A refused move in words, for the one who sent it. `about` is what the sentence says beside."""
    sentence = str(_PROBLEMS.get(code, _PROBLEMS["unreadable"]))
    return sentence % {name: _as_text(value) for name, value in about.items()} if about else sentence


def _as_text(value: object) -> object:
    return moment_text(value) if isinstance(value, datetime) else value


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
    "cooldown": _(
        "You have left several ranked games lately: you can play Ranked again from %(until)s. "
        "The more games one leaves, the longer one waits."
    ),
    "sits-elsewhere": _("You sit at another table, and its game comes first."),
    # of the company
    "stopped": _("The game is over: a moderator has ended it."),
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
    "muted": _("You are muted until %(until)s, and can say nothing at the tables. Why: %(reason)s"),
    "no-writing-now": _("In ranked games nobody writes while bids are open, nor in one-card rounds."),
}
