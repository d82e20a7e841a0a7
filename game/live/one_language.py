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
    """Compiles templates with the sentences of a language in them, and with what is left of Jinja2's
    manners where these templates have no use for them (`_Plain`)."""

    # Slices have attributes, and no items that could be meant instead.
    getattr = staticmethod(getattr)  # type: ignore[assignment]

    def __init__(self, language: str, **options: Any) -> None:
        super().__init__(**options)
        self._language = language

    def _generate(self, source: nodes.Template, *args: Any, **kwargs: Any) -> str:
        with translation.override(self._language):
            return super()._generate(_Plain(self).visit(source), *args, **kwargs)

    def body_of(self, path: str) -> list[nodes.Node]:
        """What a template consists of."""
        assert self.loader is not None
        source, file, _ = self.loader.get_source(self, path)
        return self._parse(source, path, file).body


class _Plain(NodeTransformer):
    """The same template in fewer steps: it draws the same (tests/game/test_push.py)."""

    def __init__(self, env: OneLanguage) -> None:
        self._env = env

    def visit_Call(self, call: nodes.Call) -> nodes.Node:
        """`_("…")` becomes its translation, as the call would give it: safe, and with its values escaped.
        A function of the house becomes a filter, which is called without more ado."""
        self.generic_visit(call)
        match call:
            case nodes.Call(node=nodes.Name(name="_"), args=[nodes.Const(value=str(sentence))]):
                said = nodes.MarkSafe(nodes.Const(translation.gettext(sentence)))
                values = [nodes.Pair(nodes.Const(value.key), value.value) for value in call.kwargs]
                return nodes.Mod(said, nodes.Dict(values))
            case nodes.Call(node=nodes.Name(name=name), args=[first, *rest]) if name in self._env.globals:
                self._env.filters[name] = self._env.globals[name]
                return nodes.Filter(first, name, rest, call.kwargs, None, None)
        return call

    def visit_CondExpr(self, choice: nodes.CondExpr) -> nodes.Node:
        """Nothing stands for nothing, and no object that would say on being asked what was left out."""
        self.generic_visit(choice)
        choice.expr2 = choice.expr2 or nodes.Const("")
        return choice

    def visit_Include(self, include: nodes.Include) -> list[nodes.Node]:
        """An included template stands where it is included."""
        assert isinstance(include.template, nodes.Const)
        return [self.visit(node) for node in self._env.body_of(include.template.value)]
