"""That the check of templates sees what it is there to see, and nothing else."""

from pathlib import Path

import jinja2
import pytest

from tests.checks.load import load

templates = load("templates")


@pytest.fixture
def faults(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Gives the faults found in a template, as `line: what`."""
    monkeypatch.setattr(templates, "TEMPLATES", tmp_path)
    env = jinja2.Environment(
        loader=jinja2.FileSystemLoader(tmp_path),
        extensions=["jinja2.ext.i18n"],
        trim_blocks=True,
        lstrip_blocks=True,
        autoescape=True,
    )

    def of(source: str) -> list[str]:
        path = tmp_path / "page.html"
        path.write_text(source)
        return [f"{line}: {what}" for line, what in templates.faults_of(env, path)]

    return of


@pytest.mark.parametrize(
    "source",
    [
        "<p>{{ _('Play') }} · 3 ♠ {{ name }}</p>",
        "<p title=\"{{ _('Play') }}\" class=\"big card\" data-x='word'>Piratbridge</p>",
        "{% trans %}Play against bots{% endtrans %}",
        "{% trans n=3 %}one bot{% pluralize %}{{ n }} bots{% endtrans %}",
        "{# a comment with words #}<!-- and another -->",
        "{% if a == 'word' %}{% set b = 'word' %}{% endif %}",
        "<span class=\"{{ 'acting' if mine }}\"{{ ' disabled' if off }}>{{ points ~ '/' ~ all }}</span>",
        '<span translate="no">Skagen <b>by</b><br>night</span>',
        "<body class=\"{% block body_class %}page{% endblock %}\">{{ _('x') }}</body>",
        '<script src="a.js"></script><script type="application/json" src="x"></script>',
        "<p>{{ card_name('AS') }}</p>",
        '<p lang="da">Noget gik i stykker</p>',
        "{% block skip %}#table{% endblock %}",
        '{% macro wrong(x) %} aria-invalid="true" aria-describedby="{{ x }}-wrong"{% endmacro %}',
    ],
)
def test_nothing_is_wrong(faults, source: str) -> None:
    assert faults(source) == []


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("<p>Play now</p>", "Play now"),
        ("<p>\n{% if x %}\nPlay{% endif %}</p>", "Play"),
        ("<p>{{ 'Bid' if x else _('Wait') }}</p>", "Bid"),
        ("<p>{{ n ~ ' points' }}</p>", "points"),
        ("<p>{{ '<b>Bid</b>' | safe }}</p>", "Bid"),
        ('<img alt="A card">', "A card"),
        ('<input placeholder="Name {{ n }}">', "Name"),
        ('<button aria-label="Play {{ card }}"></button>', "Play"),
        ('<input type="submit" value="Send">', "Send"),
        ('<meta name="description" content="A game">', "A game"),
        ('<i translate="no">Skagen</i><p>Play</p>', "Play"),
        ("{% trans %}Play{% endtrans %} now", "now"),
        ('<p lang="{{ LANGUAGE }}">Play</p>', "Play"),
        ('<body class="{% block body_class %}page{% endblock %}">Words', "Words"),
        ("<p>Spil nu, Ægir</p>", "Spil nu, Ægir"),
    ],
)
def test_text_that_cannot_be_translated(faults, source: str, words: str) -> None:
    found = faults(source)
    assert len(found) == 1
    assert "not translatable" in found[0]
    assert words in found[0]


@pytest.mark.parametrize(
    "source",
    [
        '<p style="color: red"></p>',
        "<style>p { color: red }</style>",
        "<script>go()</script>",
        '<button onclick="go()"></button>',
        '<button hx-on:click="go()"></button>',
        '<a href="javascript:go()"></a>',
        "{% if x %}<p></p>",
    ],
)
def test_what_the_policy_forbids_and_what_does_not_compile(faults, source: str) -> None:
    assert len(faults(source)) == 1


def test_the_line_is_told(faults) -> None:
    source = "<p>\n{# a\ncomment #}\n{{ _('fine') }}\n{% if x %}\nPlay\n{% endif %}</p>"
    assert faults(source) == ["6: text is not translatable: Play"]
