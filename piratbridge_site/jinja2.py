"""The Jinja2 environment of the site's own templates."""

from typing import Any

from django.templatetags.static import static
from django.urls import reverse
from django.utils import translation
from jinja2 import Environment

from accounts.words import moment_text, sanction_text
from game import words
from game.live.clock_cut import ms_left
from ranking import badges, steps
from ranking import words as rank_words


def environment(**options: Any) -> Environment:
    """Jinja2 with autoescaping (Django's default), the site's URLs and the active language's words."""
    env = Environment(  # noqa: S701  (Django's backend sets autoescape)
        **options, extensions=["jinja2.ext.i18n"], trim_blocks=True, lstrip_blocks=True
    )
    env.install_gettext_callables(  # type: ignore[attr-defined]
        translation.gettext, translation.ngettext, newstyle=True, pgettext=translation.pgettext
    )
    env.globals.update(
        static=static,
        url=_url,
        card_name=words.card_name,
        suit_name=words.suit_name,
        number=words.number,
        signed=words.signed,
        points_text=words.points_text,
        line_text=words.line_text,
        type_name=words.type_name,
        type_text=words.type_text,
        highlight_text=words.highlight_text,
        ms_left=ms_left,
        phrase_text=words.phrase_text,
        emote_name=words.emote_name,
        table_line=words.table_line,
        place_name=words.place_name,
        tenths=words.tenths,
        problem_text=words.problem_text,
        sanction_text=sanction_text,
        moment_text=moment_text,
        badge_html=badges.badge_html,
        badge_mark=badges.badge_mark,
        tier_name=rank_words.tier_name,
        rank_name_of=rank_words.rank_name_of,
        rank_text=rank_words.rank_text,
        way_of=steps.way_of,
    )
    return env


def _url(name: str, *args: Any, **kwargs: Any) -> str:
    return reverse(name, args=args, kwargs=kwargs)
