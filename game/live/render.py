"""From slices to HTML, in a language."""

from collections.abc import Iterable
from functools import cache

from django.template import engines
from django.utils import translation
from jinja2 import Template

from game.live.difference import Push
from game.live.slices import Line


@cache
def _template(name: str) -> Template:
    return engines["jinja2"].env.get_template(f"game/table/{name}.html")  # type: ignore[attr-defined]


def push_html(pushes: Iterable[Push], said: Iterable[Line], language: str) -> str:
    """A message for the browser: what has changed, each to be swapped into its place, and the new
    sentences of the log for the live region."""
    with translation.override(language):
        parts = [
            f'<hx-partial id="{push.target}" hx-swap="{push.swap}">'
            f"{_template(push.template).render(s=push.cut)}</hx-partial>"
            for push in pushes
        ]
        if lines := tuple(said):
            parts.append(_template("said").render(lines=lines))
    return "".join(parts)


def problem_html(sentence: str) -> str:
    """What the sender of a refused move is told."""
    return _template("problem").render(sentence=sentence)
