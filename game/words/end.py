"""What is worth mentioning when a game is over."""

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from game.live.slices import Highlight


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
