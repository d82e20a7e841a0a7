"""What a browser may send to open a game."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from game.bots import DEFAULT_LEVEL, offered_levels
from game.models import Kind, Pace
from game.models.tables import LONGEST_NAME
from game.rules.company.values import LIMITS as TIMES
from game.rules.exact_bid.options import most_cards_limit
from game.rules.fair import is_salt
from game.tables import Choices
from game.terms import PLAYERS, Terms, cards_problem
from game.typed import one_line
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


class TermsForm(forms.Form):
    """What is played at a table with people: the host's choice (RULES 2)."""

    players = forms.TypedChoiceField(choices=[(n, n) for n in PLAYERS], coerce=int)
    most_cards = forms.IntegerField(min_value=1)
    limit = forms.TypedChoiceField(
        choices=[("", ""), *((n, n) for n in TIMES)], coerce=int, required=False, empty_value=None
    )
    pace = forms.ChoiceField(choices=PACES)
    name = forms.CharField(max_length=LONGEST_NAME, required=False)
    public = forms.ChoiceField(choices=[("yes", ""), ("no", "")])
    watching = forms.BooleanField(required=False)
    zero_ten = forms.BooleanField(required=False)
    spades_trump = forms.BooleanField(required=False)

    def __init__(self, *args: Any, kind: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._kind = kind

    def clean_name(self) -> str:
        return one_line(self.cleaned_data["name"])

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        players, cards = data.get("players"), data.get("most_cards")
        if players and cards is not None and (problem := cards_problem(players, cards, self._kind)):
            self.add_error("most_cards", ValidationError("", code=problem))
        return data

    def problem(self) -> str:
        """The code of what is wrong with it, for `game.words.problem_text`."""
        codes = {error.code for errors in self.errors.as_data().values() for error in errors}
        for code in ("too-many-cards", "too-few-cards"):
            if code in codes:
                return code
        return "bad-cards" if "most_cards" in self.errors else "unreadable"

    def terms(self, before: Terms) -> Terms:
        """The terms of a valid form. Who may watch a ranked game is not the host's to say."""
        data = self.cleaned_data
        return Terms(
            players=data["players"],
            most_cards=data["most_cards"],
            limit=data["limit"],
            zero_ten=data["zero_ten"],
            spades_trump=data["spades_trump"],
            pace=data["pace"],
            name=data["name"],
            public=data["public"] == "yes",
            watching=data["watching"] if self._kind == Kind.MULTIPLAYER else before.watching,
        )
