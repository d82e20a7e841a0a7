"""The badges of the ladder: one for each tier and step, named in both languages, drawn by symbols that
exist and look different; and the same in a live partial as on a page."""

import re
from itertools import product
from pathlib import Path
from xml.etree import ElementTree

import pytest
from django.conf import settings
from django.utils import translation
from jinja2 import DictLoader

from game.live.one_language import OneLanguage
from ranking.badges import badge_html, badge_mark
from ranking.ladder import STEPS, TIERS
from ranking.words import rank_name_of, rank_text, tier_name

SVG = "{http://www.w3.org/2000/svg}"
RANKS = list(product(range(len(TIERS)), range(len(STEPS))))


@pytest.fixture(scope="module")
def symbols() -> dict[str, str]:
    """What each symbol of the sprite draws, by its id."""
    sprite = ElementTree.parse(Path(settings.BASE_DIR) / "static/img/badges.svg")
    found = [
        (symbol.attrib["id"], "".join(ElementTree.tostring(part, "unicode") for part in symbol))
        for symbol in sprite.iter(f"{SVG}symbol")
    ]
    assert len(found) == len(dict(found))
    return dict(found)


def used(badge: str) -> tuple[str, ...]:
    """The symbols that a badge is put together from."""
    return tuple(re.findall(r'<use href="[^"#]*/badges\.[^"#]*svg#(\w+)"/>', badge))


def test_there_are_thirty_ranks() -> None:
    assert len(RANKS) == 30


def test_every_badge_is_a_tier_and_a_step_that_are_drawn_and_no_two_are_the_same(
    symbols: dict[str, str],
) -> None:
    badges = [used(badge_html(*rank)) for rank in RANKS]
    assert badges == [(TIERS[tier].lower(), STEPS[step].lower()) for tier, step in RANKS]
    assert {name for badge in badges for name in badge} == set(symbols)
    assert len(set(symbols.values())) == len(symbols) == 11


def test_every_tier_has_an_outline_of_its_own(symbols: dict[str, str]) -> None:
    """Two tiers differ where all colours are taken away."""
    colourless = {re.sub(r'(fill|stroke)="[^"]*"', "", symbols[tier.lower()]) for tier in TIERS}
    assert len(colourless) == len(TIERS)


@pytest.mark.parametrize("language", ["en", "da"])
def test_every_badge_says_its_own_name(language: str) -> None:
    with translation.override(language):
        names = [re.findall(r'aria-label="([^"]+)"', badge_html(*rank)) for rank in RANKS]
        assert names == [[rank_name_of(*rank)] for rank in RANKS]
    assert len({name for [name] in names}) == 30


def test_a_badge_beside_its_name_in_words_is_not_heard() -> None:
    assert 'aria-hidden="true"' in badge_mark(1, 2)
    assert "Silver" not in badge_mark(1, 2)
    assert used(badge_mark(1, 2)) == used(badge_html(1, 2))


@pytest.mark.parametrize(
    ("points", "name"),
    [
        (0, "Bronze V"),
        (199, "Bronze V"),
        (200, "Bronze IV"),
        (999, "Bronze I"),
        (1000, "Silver V"),
        (1450, "Silver III"),
        (2600, "Gold II"),
        (3999, "Platinum I"),
        (4000, "Diamond V"),
        (5799, "Master II"),
        (5800, "Master I"),
        (12345, "Master I"),
    ],
)
def test_what_points_are_called(points: int, name: str) -> None:
    with translation.override("en"):
        assert rank_text(points) == name


def test_the_tiers_in_danish() -> None:
    with translation.override("da"):
        names = [tier_name(tier) for tier in range(len(TIERS))]
    assert names == ["Bronze", "Sølv", "Guld", "Platin", "Diamant", "Mester"]


@pytest.mark.parametrize("language", ["en", "da"])
def test_a_live_partial_draws_the_same_badge(language: str) -> None:
    env = OneLanguage(
        language,
        loader=DictLoader({"badge.html": "{{ badge_html(s[0], s[1]) }}"}),
        autoescape=True,
        extensions=["jinja2.ext.i18n"],
    )
    env.globals["badge_html"] = badge_html
    draw = env.get_template("badge.html").module.draw._func  # type: ignore[attr-defined]
    with translation.override(language):
        assert draw((1, 2)) == badge_html(1, 2)
