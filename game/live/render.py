"""From slices to HTML, in a language."""

from collections.abc import Iterable

from django.utils import translation

from game.live.difference import MORPH, Push
from game.live.one_language import partial_in


class Drawings(dict[tuple[str, str, object], str]):
    """What has been drawn already, by template, language and slice: what several viewpoints of a table
    see alike is drawn once. Kept for one message."""


def push_html(pushes: Iterable[Push], language: str, drawn: Drawings) -> str:
    """A message for the browser: what has changed, each to be swapped into its place."""
    with translation.override(language):
        return pushes_drawn(pushes, language, drawn)


def pushes_drawn(pushes: Iterable[Push], language: str, drawn: Drawings) -> str:
    """The same where the language is the active one already."""
    return "".join([_partial(push, language, drawn) for push in pushes])


def problem_html(sentence: str, language: str) -> str:
    """What the sender of a refused move is told."""
    return partial_in(language, "problem")(sentence)


def _partial(push: Push, language: str, drawn: Drawings) -> str:
    key = push.template, language, push.cut
    html = drawn.get(key)
    if html is None:
        html = drawn[key] = partial_in(language, push.template)(push.cut)
    swap = "" if push.swap == MORPH else f' hx-swap="{push.swap}"'
    return f'<hx-partial id="{push.target}"{swap}>{html}</hx-partial>'
