"""Games that are over: what they are called, and that somebody has bid at a step of a replay."""

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from game.models import Kind


def kind_name(kind: str) -> str:
    """ "Ranked", "Rangspil"."""
    return str(_KINDS[kind])


_KINDS: Final[dict[str, Promise]] = {
    Kind.SINGLEPLAYER: _("Against bots"),
    Kind.MULTIPLAYER: _("Multiplayer"),
    Kind.RANKED: _("Ranked"),
}


def preset_name(game: str) -> str:
    """What a game of the family is called; one that is not known goes by its code."""
    return str(_PRESETS.get(game, game))


_PRESETS: Final[dict[str, Promise | str]] = {
    "piratbridge": "Piratbridge",
    "piratbridge-family": pgettext_lazy("game", "Family Piratbridge"),
    "peasant-bridge": pgettext_lazy("game", "Peasant Bridge"),
}


def bid_text(name: str, tricks: int | None, *, changed: bool) -> str:
    """That somebody has bid; `tricks` is None where one does not see how many."""
    if tricks is None:
        sentence = gettext("%(name)s changes the bid.") if changed else gettext("%(name)s has bid.")
        return sentence % {"name": name}
    sentence = gettext("%(name)s changes the bid to %(n)s.") if changed else gettext("%(name)s bids %(n)s.")
    return sentence % {"name": name, "n": tricks}
