"""The badges of the ladder as HTML: a tier of static/img/badges.svg with a step on it.

Live tables draw them at every push, so each is made once in each language.
"""

from functools import lru_cache
from typing import Final

from django.templatetags.static import static
from django.utils.translation import get_language
from markupsafe import Markup

from ranking.ladder import STEPS, TIERS
from ranking.words import rank_name_of

_SPRITE: Final = "img/badges.svg"


def badge_html(tier: int, step: int) -> Markup:
    """A badge that says its rank to those who listen, for where the rank is not written beside it."""
    return _named(tier, step, get_language())


@lru_cache(maxsize=128)
def badge_mark(tier: int, step: int) -> Markup:
    """A badge that says nothing, for beside its rank in words."""
    return _badge(tier, step, Markup('aria-hidden="true"'))


@lru_cache(maxsize=128)
def _named(tier: int, step: int, language: str | None) -> Markup:
    """`language` is the active one."""
    return _badge(tier, step, Markup('role="img" aria-label="{}"').format(rank_name_of(tier, step)))


def _badge(tier: int, step: int, said: Markup) -> Markup:
    sprite = static(_SPRITE)
    return Markup('<svg class="badge" {}><use href="{}#{}"/><use href="{}#{}"/></svg>').format(
        said, sprite, TIERS[tier].lower(), sprite, STEPS[step].lower()
    )
