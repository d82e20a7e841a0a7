"""From slices to HTML, in a language."""

from collections.abc import Iterable

from django.utils import translation

from game.live.difference import MORPH, Push
from game.live.one_language import template_in
from game.live.slices import Line


def push_html(pushes: Iterable[Push], said: Iterable[Line], language: str) -> str:
    """A message for the browser: what has changed, each to be swapped into its place, and the new
    sentences of the log for the live region."""
    with translation.override(language):
        parts = [_partial(push, language) for push in pushes]
        if lines := tuple(said):
            parts.append(_draw("said", language, lines=lines))
    return "".join(parts)


def problem_html(sentence: str, language: str) -> str:
    """What the sender of a refused move is told."""
    return _draw("problem", language, sentence=sentence)


def _partial(push: Push, language: str) -> str:
    swap = "" if push.swap == MORPH else f' hx-swap="{push.swap}"'
    return f'<hx-partial id="{push.target}"{swap}>{_draw(push.template, language, s=push.cut)}</hx-partial>'


def _draw(name: str, language: str, **values: object) -> str:
    """`Template.render`, without its copying of names and its rewriting of tracebacks."""
    template, names = template_in(language, name)
    context = template.new_context({**names, **values}, shared=True)
    return "".join(template.root_render_func(context))
