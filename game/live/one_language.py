"""The live partials in one language: sentences are looked up when a template is compiled, and not once
for every move, seat and word; and a partial becomes a plain function of its slice. That makes drawing
a push several times as fast.
"""

import re
from collections.abc import Callable, Iterator
from functools import cache, lru_cache
from itertools import groupby
from pathlib import Path
from typing import Any, Final, cast

from django.conf import settings
from django.template import engines
from django.utils import translation
from jinja2 import Environment, nodes
from jinja2.compiler import CodeGenerator, Frame
from jinja2.visitor import NodeTransformer
from markupsafe import Markup, escape

from game import words

_FOLDER: Final = "game/table"
_VALUE: Final = re.compile(r"%\((\w+)\)s")

Partial = Callable[[object], str]


@cache
def partial_in(language: str, name: str) -> Partial:
    """What draws a slice with a partial of the table. The language must be the active one when it draws:
    what `game.words` says is looked up then."""
    template = _environment_in(language).get_template(f"{_FOLDER}/{name}.html")
    draw: Partial = template.module.draw._func  # a macro's function; the macro would sort out its arguments
    return draw


def compile_all() -> None:
    """Compile every partial in every language now, and not while somebody waits for a move."""
    for language, _ in settings.LANGUAGES:
        for path in _environment_in(language).list_templates(filter_func=re.compile(f"{_FOLDER}/").match):
            partial_in(language, Path(path).stem)


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


class _Attributes(CodeGenerator):
    """Slices have attributes, and no items that could be meant instead."""

    def visit_Getattr(self, node: nodes.Getattr, frame: Frame) -> None:
        self.visit(node.node, frame)
        self.write(f".{node.attr}")


class OneLanguage(Environment):
    """Compiles templates to functions (`draw`, of what they call `s`), with the sentences of a language
    in them, and without what of Jinja2's manners these templates have no use for (`_Plain`)."""

    code_generator_class = _Attributes

    def __init__(self, language: str, **options: Any) -> None:
        super().__init__(**options)
        self._language = language

    def _generate(self, source: nodes.Template, *args: Any, **kwargs: Any) -> str:
        slice = nodes.Name("s", "param")
        source.body = [nodes.Macro("draw", [slice], [], source.body, lineno=1)]
        with translation.override(self._language):
            code = super()._generate(_Plain(self).visit(source), *args, **kwargs)
        return code.replace("\n", f"; from {__name__} import shown as escape\n", 1)

    def body_of(self, path: str) -> list[nodes.Node]:
        """What a template consists of."""
        assert self.loader is not None
        source, file, _ = self.loader.get_source(self, path)
        return self._parse(source, path, file).body


def shown(value: object) -> str:
    """The same text as `markupsafe.escape` gives. Most of what tables show needs no escaping (numbers,
    codes of cards, names), and that can be seen in less time than it takes to escape it."""
    if type(value) is Markup:
        return value
    if isinstance(value, str) and value.isalnum():
        return value
    return str(value) if type(value) is int else escape(value)


_KEPT: Final = (
    words.card_name,
    words.suit_name,
    words.number,
    words.signed,
    words.points_text,
    words.type_name,
    words.type_text,
)
"""What is said of cards, suits and numbers, of which there are few, is looked up once. What is said of
people is not kept."""


def _as_filter(function: Callable[..., Any]) -> Callable[..., Any]:
    if function not in _KEPT:
        return function

    @lru_cache(maxsize=512)
    def said(*values: object) -> Markup:
        return escape(function(*values))

    return said


class _Plain(NodeTransformer):
    """The same template in fewer steps: it draws the same (tests/game/test_push.py)."""

    def __init__(self, env: OneLanguage) -> None:
        self._env = env

    def visit_Output(self, output: nodes.Output) -> list[nodes.Node]:
        """What is shown in either of two cases becomes two cases of what is shown."""
        plain: list[nodes.Node] = []
        for is_choice, shown in groupby(output.nodes, lambda node: isinstance(node, nodes.CondExpr)):
            if is_choice:
                plain += map(self._cases, shown)
            else:
                plain.append(nodes.Output([piece for node in shown for piece in self._pieces(node)]))
        return plain

    def _cases(self, choice: Any) -> nodes.If:
        one, other = (
            self.visit_Output(nodes.Output([shown])) if shown else []
            for shown in (choice.expr1, choice.expr2)
        )
        return nodes.If(self.visit(choice.test), one, [], other)

    def _pieces(self, node: nodes.Node) -> Iterator[nodes.Expr]:
        """A sentence with values in it becomes the words and the values between them."""
        match node:
            case nodes.Call(node=nodes.Name(name="_"), args=[nodes.Const(value=str(sentence))], kwargs=named):
                values = {value.key: self.visit(value.value) for value in named}
                for number, piece in enumerate(_VALUE.split(translation.gettext(sentence))):
                    yield values[piece] if number % 2 else nodes.TemplateData(piece % {})
            case _:
                yield self.visit(node)

    def visit_Call(self, call: nodes.Call) -> nodes.Node:
        """A sentence is its translation. A function of the house becomes a filter, which is called without
        more ado."""
        self.generic_visit(call)
        match call:
            case nodes.Call(node=nodes.Name(name="_"), args=[nodes.Const(value=str(sentence))], kwargs=[]):
                return nodes.MarkSafe(nodes.Const(translation.gettext(sentence) % {}))
            case nodes.Call(node=nodes.Name(name=str(name)), args=[first, *rest]) if (
                name in self._env.globals
            ):
                self._env.filters[name] = _as_filter(cast(Callable[..., Any], self._env.globals[name]))
                return nodes.Filter(first, name, rest, call.kwargs, None, None)
        return call

    def visit_Include(self, include: nodes.Include) -> list[nodes.Node]:
        """An included template stands where it is included."""
        assert isinstance(include.template, nodes.Const)
        body = self._env.body_of(include.template.value)
        return [plain for node in body for plain in self.visit_list(node)]
