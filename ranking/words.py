"""What the ladder's ranks are called, in the language that is active when it is asked."""

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from ranking.ladder import STEPS, step_of, tier_of

_TIERS: Final[tuple[Promise, ...]] = (
    gettext_lazy("Bronze"),
    gettext_lazy("Silver"),
    gettext_lazy("Gold"),
    gettext_lazy("Platinum"),
    gettext_lazy("Diamond"),
    gettext_lazy("Master"),
)


def tier_name(tier: int) -> str:
    """ "Silver", "Sølv"."""
    return str(_TIERS[tier])


def rank_name_of(tier: int, step: int) -> str:
    """ "Silver III", "Sølv III"."""
    return f"{tier_name(tier)} {STEPS[step]}"


def rank_text(points: int) -> str:
    """What so many points are called: "Silver III"."""
    return rank_name_of(tier_of(points), step_of(points))
