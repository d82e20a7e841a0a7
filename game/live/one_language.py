"""The live partials in one language: sentences are looked up when a template is compiled, and not once
for every move, seat and word. That halves the time of drawing a push."""

import re
from functools import cache
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.template import engines
from django.utils import translation
from jinja2 import Environment, Template, nodes
from jinja2.visitor import NodeTransformer

_FOLDER: Final = "game/table"


@cache
def template_in(language: str, name: str) -> tuple[Template, dict[str, Any]]:
    """A partial of the table, and the names that it may use, what is drawn aside.

    The language must be the active one when it draws: words that depend on a number, and what
    `game.words` says, are looked up then.
    """
    template = _environment_in(language).get_template(f"{_FOLDER}/{name}.html")
    return template, dict(template.globals)


def compile_all() -> None:
    """Compile every partial in every language now, and not while somebody waits for a move."""
    for language, _ in settings.LANGUAGES:
        for path in _environment_in(language).list_templates(filter_func=re.compile(f"{_FOLDER}/").match):
            template_in(language, Path(path).stem)


@cache
def _environment_in(language: str) -> Any:
    """The site's own environment (`piratbridge_site.jinja2`), for one language."""
    site: Any = engines["jinja2"].env  # type: ignore[attr-defined]
    env: Any = OneLanguage(
        language,
        loader=site.loader,
        autoescape=site.autoescape,
        undefined=site.undefined,
        extensions=list(site.extensions),
        trim_blocks=site.trim_blocks,
        lstrip_blocks=site.lstrip_blocks,
        auto_reload=False,
    )
    env.globals.update(site.globals)
    env.newstyle_gettext = site.newstyle_gettext
    return env


class OneLanguage(Environment):
    """Compiles templates with the sentences of a language in them."""

    def __init__(self, language: str, **options: Any) -> None:
        super().__init__(**options)
        self._language = language

    def _generate(self, source: nodes.Template, *args: Any, **kwargs: Any) -> str:
        with translation.override(self._language):
            return super()._generate(_Translated().visit(source), *args, **kwargs)


class _Translated(NodeTransformer):
    """Puts the translation in the place of each `_("…")`, as the call would give it: safe, and with its
    values escaped."""

    def visit_Call(self, call: nodes.Call) -> nodes.Node:
        self.generic_visit(call)
        match call:
            case nodes.Call(node=nodes.Name(name="_"), args=[nodes.Const(value=str(sentence))]):
                said = nodes.MarkSafe(nodes.Const(translation.gettext(sentence)))
                values = [nodes.Pair(nodes.Const(value.key), value.value) for value in call.kwargs]
                return nodes.Mod(said, nodes.Dict(values))
        return call
