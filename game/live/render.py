"""From slices to HTML: one template a region, in a language."""

from collections.abc import Iterable, Mapping
from functools import cache

from django.template import engines
from django.utils import translation
from jinja2 import Template

from game.live.slices import Line

ONE_OF_MANY = "seat-"


@cache
def _template(name: str) -> Template:
    return engines["jinja2"].env.get_template(f"game/table/{name}.html")  # type: ignore[attr-defined]


def region_html(region: str, cut: object) -> str:
    """A region's HTML in the active language."""
    name = "seat" if region.startswith(ONE_OF_MANY) else region
    return _template(name).render(s=cut)


def push_html(regions: Mapping[str, object], said: Iterable[Line], language: str) -> str:
    """A message for the browser: the regions that changed, each to be morphed into its place, and the
    new sentences of the log for the live region."""
    with translation.override(language):
        parts = [
            f'<hx-partial id="{region}" hx-swap="outerMorph">{region_html(region, cut)}</hx-partial>'
            for region, cut in regions.items()
        ]
        lines = tuple(said)
        if lines:
            parts.append(_template("said").render(lines=lines))
    return "".join(parts)


def problem_html(sentence: str) -> str:
    """What the sender of a refused move is told; an empty sentence clears it."""
    return _template("problem").render(sentence=sentence)
