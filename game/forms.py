"""What a browser may send to open a game."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from game.bots import DEFAULT_LEVEL, offered_levels
from game.models import Pace
from game.rules.exact_bid.options import most_cards_limit
from game.rules.fair import is_salt
from game.tables import Choices
from game.words import problem_text

OPPONENTS = (2, 3, 4, 5)
PACES = [(Pace.RELAXED, _("relaxed")), (Pace.NORMAL, _("normal")), (Pace.FAST, _("fast"))]
STRENGTHS = {"medium": _("medium")}

LIMITS = {opponents: most_cards_limit(opponents + 1) for opponents in OPPONENTS}


def check_salt(salt: str) -> None:
    if not is_salt(salt):
        raise ValidationError(problem_text("bad-salt"))


class NewGameForm(forms.Form):
    """A game against bots. The salt is the browser's share in the cards (RULES 6)."""

    opponents = forms.TypedChoiceField(
        label=_("Opponents"), choices=[(n, n) for n in OPPONENTS], coerce=int, initial=3
    )
    most_cards = forms.IntegerField(label=_("Cards in the first round"), min_value=1, initial=8)
    strength = forms.ChoiceField(
        label=_("Bot strength"),
        choices=[(level, STRENGTHS[level]) for level in offered_levels()],
        initial=DEFAULT_LEVEL,
    )
    pace = forms.ChoiceField(label=_("Pace"), choices=PACES, initial=Pace.NORMAL)
    zero_ten = forms.BooleanField(label=_("0 tricks gives 10 points"), required=False)
    spades_trump = forms.BooleanField(label=_("Spades are always trump"), required=False)
    salt = forms.CharField(label=_("Your salt"), required=False, validators=[check_salt])
    seal = forms.CharField(required=False, widget=forms.HiddenInput)  # the view says what is wrong with it

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        opponents, cards = data.get("opponents"), data.get("most_cards")
        limit = LIMITS.get(opponents or 0, max(LIMITS.values()))
        if cards is None:
            # One sentence for whatever is no such number, as the page itself says it (static/game/limit.js).
            odd = _("Choose a whole number from 1 to %(limit)s.") % {"limit": limit}
            self.errors["most_cards"] = self.error_class([odd])
        elif opponents and cards > limit:
            over = _("With %(n)s opponents there are at most %(limit)s cards each.")
            self.add_error("most_cards", over % {"n": opponents, "limit": limit})
        return data

    def choices(self) -> Choices:
        """The choices of a valid form."""
        data = self.cleaned_data
        names = ("opponents", "most_cards", "strength", "pace", "zero_ten", "spades_trump")
        return Choices(**{name: data[name] for name in names})
