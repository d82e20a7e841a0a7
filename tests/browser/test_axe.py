"""axe finds nothing on any page, in either language, by day and in the evening."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.browser.conftest import OpenPage
from tests.browser.player import Player

WINDOWS = [(390, 844), (1280, 800)]


def faults(page: Page) -> list[str]:
    found = Axe().run(page).response["violations"]
    return [
        f"{fault['id']}: {fault['help']} ({[node['target'] for node in fault['nodes']][:3]})"
        for fault in found
    ]


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("language", ["en", "da"])
@pytest.mark.parametrize(("width", "height"), WINDOWS)
def test_pages(open_page: OpenPage, language: str, width: int, height: int, theme: str) -> None:
    look = {"color_scheme": theme, "reduced_motion": "reduce"}
    page = open_page("/", language=language, width=width, height=height, **look)
    for path in ("/", "/rules/", "/play/"):
        page.goto(path)
        assert faults(page) == [], path


@pytest.mark.parametrize(
    ("language", "theme", "width", "height"), [("en", "light", 390, 844), ("da", "dark", 1280, 800)]
)
def test_the_table_from_the_first_bid_to_the_end(
    open_page: OpenPage, language: str, theme: str, width: int, height: int
) -> None:
    look = {"color_scheme": theme, "reduced_motion": "reduce"}
    page = open_page("/", language=language, width=width, height=height, **look)
    player = Player(page, language)
    player.begin(opponents=2, cards=2)
    for moment in ("bid", "play", "bid", "over"):
        player.play_on(moment)
        assert faults(page) == [], moment
    page.locator('a[href$="/fair/"]').click()
    page.wait_for_load_state()
    assert faults(page) == []
