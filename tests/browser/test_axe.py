"""axe finds nothing on any page, in either language, by day and in the evening."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.template.loader import render_to_string
from playwright.sync_api import Page, expect

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
    for path in ("/", "/rules/", "/play/", "/api/"):
        page.goto(path)
        assert faults(page) == [], path


@pytest.mark.parametrize(
    ("language", "theme", "width", "height"),
    [
        ("en", "light", 390, 844), ("da", "light", 1280, 800),
        ("en", "dark", 1280, 800), ("da", "dark", 390, 844),
    ],
)  # fmt: skip
def test_pages_of_a_running_game(
    open_page: OpenPage, language: str, width: int, height: int, theme: str
) -> None:
    look = {"color_scheme": theme, "reduced_motion": "reduce"}
    page = open_page("/", language=language, width=width, height=height, **look)
    Player(page, language).begin()
    for path in (f"{page.url}fair/", "/", "/play/"):
        page.goto(path)
        assert faults(page) == [], path
    page.locator("#most_cards").fill("0")
    assert page.locator("#most_cards-hint.wrong").is_visible()
    page.locator("#new-game summary").click()
    assert faults(page) == [], "an odd number"
    menu = page.get_by_role("button", name="Menu", exact=True)
    if menu.is_visible():
        menu.click()
        assert faults(page) == [], "menu"
    page.locator(".settings-open").click()
    assert faults(page) == [], "settings"


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("language", ["en", "da"])
@pytest.mark.parametrize(("width", "height"), WINDOWS)
def test_pages_that_say_no(open_page: OpenPage, language: str, width: int, height: int, theme: str) -> None:
    """404, 403 and 500: each is styled, says what happened, and leads back."""
    look = {"color_scheme": theme, "reduced_motion": "reduce"}
    page = open_page("/play/", language=language, width=width, height=height, **look)
    complaints: list[str] = open_page.complaints  # type: ignore[attr-defined]
    broken = render_to_string("500.html")
    page.route("**/broken/", lambda route: route.fulfill(status=500, body=broken, content_type="text/html"))

    page.locator("#new-game [name=csrfmiddlewaretoken]").evaluate("field => field.remove()")
    with page.expect_navigation():
        page.locator("#new-game .button").click()
    for status in (403, 404, 500):
        if status != 403:
            page.goto({404: "/nowhere/", 500: "/broken/"}[status])
        assert [f"status of {status}" in complaint for complaint in complaints] == [True], complaints
        complaints.clear()  # the browser says so itself of every such answer
        assert faults(page) == [], status
        heading = page.get_by_role("heading", level=1)
        assert "Young Serif" in heading.evaluate("h => getComputedStyle(h).fontFamily")
        expect(page.locator(".adrift .button")).to_have_attribute("href", "/")
        expect(page.locator(".adrift .button")).to_be_in_viewport(ratio=1)


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
