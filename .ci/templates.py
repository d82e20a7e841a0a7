"""Checks the site's own (Jinja2) templates.

Each must compile; none may hold what the Content-Security-Policy forbids (inline scripts and
styles); and every text and label that a player meets must be translatable: letters that stand
in a template outside `{{ _(…) }}` and `{% trans %}` are reported. What is the same for every
reader stands in an element with `translate="no"` or a language of its own (`lang="da"`), or in
SAME_EVERYWHERE.
"""

import re
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import django
import jinja2
from django.template import engines
from jinja2 import nodes

TEMPLATES = Path("templates")
SAME_EVERYWHERE = {"Piratbridge", "Dansk", "English"}
SPOKEN = {
    *("alt", "title", "placeholder", "label", "hx-confirm", "hx-prompt"),
    *("aria-label", "aria-description", "aria-roledescription", "aria-valuetext"),
}
EMPTY_ELEMENTS = {
    *("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"),
}
NO_WORDS = re.compile(r'\s[\w:-]+="[^"]*"|#[\w-]+')  # in a text: what macros and blocks give to attributes
FIRST_MARK = 0xE000  # a private-use character stands for each {{ expression }} while the HTML is read


def main() -> int:
    """Print every fault as `file:line: what`; give the exit status."""
    django.setup()
    env = engines["jinja2"].env
    paths = sorted(TEMPLATES.rglob("*.html"))
    faults = [f"{path}:{line}: {what}" for path in paths for line, what in faults_of(env, path)]
    print("\n".join(faults) or f"{len(paths)} templates checked")
    return bool(faults)


def faults_of(env: jinja2.Environment, path: Path) -> Iterator[tuple[int, str]]:
    """Line and description of every fault of one template."""
    try:
        env.get_template(str(path.relative_to(TEMPLATES)))
    except jinja2.TemplateSyntaxError as error:
        yield error.lineno, f"does not compile: {error.message}"
        return
    html, expressions = html_of(env, path.read_text())
    page = Page(lambda text: untranslated(env, text, expressions))
    page.feed(html)
    page.close()
    yield from page.faults


def html_of(env: jinja2.Environment, source: str) -> tuple[str, list[str]]:
    """The template without Jinja: a mark for each expression, and nothing for a block or comment.

    Left out as well is the text of {% trans %}, which is translatable, and of {% block some_class %},
    which goes into an attribute. Lines stay.
    """
    html, expressions = "", []
    inside: list[str] | None = None  # the expression being read
    block: list[str] = []
    hidden_until = ""
    for _, kind, value in env.lex(source):
        if kind == "variable_begin":
            inside = []
        elif kind == "variable_end" and inside is not None:
            html += chr(FIRST_MARK + len(expressions))
            expressions.append("".join(inside))
            inside = None
        elif inside is not None:
            inside.append(value)
        elif kind == "block_begin":
            block = []
        elif kind == "name":
            block.append(value)
        elif kind == "block_end" and block:
            hidden_until = hidden_from(block) or (hidden_until if block[0] != hidden_until else "")
        if kind == "data" and not hidden_until:
            html += value
        else:
            html += "\n" * value.count("\n")
    return html, expressions


def hidden_from(block: list[str]) -> str:
    """The block tag that ends what is hidden from this one on, if anything is."""
    if block[0] == "trans":
        return "endtrans"
    return "endblock" if block[0] == "block" and block[1].endswith("_class") else ""


def untranslated(env: jinja2.Environment, text: str, expressions: list[str]) -> str:
    """The words of `text` that stand there as they are, in it or as constants in its expressions."""
    words = []
    text = NO_WORDS.sub(" ", text)
    for mark in text:
        number = ord(mark) - FIRST_MARK
        if 0 <= number < len(expressions):
            words += shown(env, expressions[number])
    plain = "".join(" " if ord(c) - FIRST_MARK in range(len(expressions)) else c for c in text)
    words += [word for word in plain.split() if word.strip(".,:;!?()·–—") not in SAME_EVERYWHERE]
    return " ".join(word for word in words if any(c.isalpha() for c in word))


def shown(env: jinja2.Environment, expression: str) -> list[str]:
    """Constants that an expression may put on the page just as they are (not arguments of calls)."""
    output = env.parse("{{" + expression + "}}").body[0]
    assert isinstance(output, nodes.Output)
    return [word for node in output.nodes for word in constants(node)]


def constants(node: nodes.Node | None) -> Iterator[str]:
    """String constants that may be this expression's value, or a part of it."""
    match node:
        case nodes.TemplateData():
            yield node.data
        case nodes.Const(value=str()):
            yield node.value
        case nodes.CondExpr():
            yield from constants(node.expr1)
            yield from constants(node.expr2)
        case nodes.Concat():
            for part in node.nodes:
                yield from constants(part)
        case nodes.Add() | nodes.Or() | nodes.And():
            yield from constants(node.left)
            yield from constants(node.right)
        case nodes.Filter():
            yield from constants(node.node)


class Page(HTMLParser):
    """Reads the HTML of a template and gathers the faults in `faults`."""

    def __init__(self, untranslated_in) -> None:
        super().__init__()
        self.faults: list[tuple[int, str]] = []
        self._untranslated_in = untranslated_in
        self._open: list[tuple[str, bool]] = []  # elements, and whether their text is the same everywhere

    def fault(self, what: str, below: int = 0) -> None:
        """Note a fault where the parser stands, or so many lines below."""
        self.faults.append((self.getpos()[0] + below, what))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        same = is_same_for_all(values) or (bool(self._open) and self._open[-1][1])
        if tag not in EMPTY_ELEMENTS:
            self._open.append((tag, same))
        if tag == "style":
            self.fault("<style>: styles belong in static files")
        for name, value in values.items():
            self._check_safe(name, value)
            if is_spoken(tag, name, values) and not same and (words := self._untranslated_in(value)):
                self.fault(f'{name}="…" is not translatable: {words}')

    def _check_safe(self, name: str, value: str) -> None:
        if name == "style":
            self.fault('style="…": the policy forbids it, use a class')
        elif name.startswith(("on", "hx-on")):
            self.fault(f'{name}="…": the policy forbids it, use a script in static/')
        elif value.strip().lower().startswith("javascript:"):
            self.fault(f'{name}="javascript:…": the policy forbids it')

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        self._close(tag)

    def handle_endtag(self, tag: str) -> None:
        self._close(tag)

    def _close(self, tag: str) -> None:
        # Templates are parts of pages and have blocks in them, so that not every element is closed.
        for at in range(len(self._open) - 1, -1, -1):
            if self._open[at][0] == tag:
                del self._open[at:]
                return

    def handle_data(self, data: str) -> None:
        tag, same = self._open[-1] if self._open else ("", False)
        if tag in {"script", "style"}:
            if tag == "script" and data.strip():
                self.fault("inline script: the policy forbids it, use a file in static/")
        elif not same:
            for below, line in enumerate(data.split("\n")):
                if words := self._untranslated_in(line):
                    self.fault(f"text is not translatable: {words}", below)


def is_same_for_all(attrs: dict[str, str]) -> bool:
    """Whether an element says that its text is meant to be as it is, whoever reads it."""
    return attrs.get("translate") == "no" or bool(re.fullmatch(r"[a-z-]+", attrs.get("lang", "")))


def is_spoken(tag: str, name: str, attrs: dict[str, str]) -> bool:
    """Whether people read or hear this attribute's value."""
    if name == "content":
        return tag == "meta" and attrs.get("name") in {"description", "application-name"}
    if name == "value":
        return tag == "input" and attrs.get("type") in {"submit", "button", "reset"}
    return name in SPOKEN


if __name__ == "__main__":
    sys.exit(main())
