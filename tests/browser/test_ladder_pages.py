"""The ladder's pages in a browser: a leaderboard, a profile and friends, for axe and by keyboard alone."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.player import Player
from tests.browser.test_accounts import faults, sign_up, too_wide

WINDOWS = [(390, 844, "light"), (1280, 800, "dark")]


def finished_game(page: Page) -> None:
    """A short game against bots, so that there is something to count."""
    page.goto("/")
    player = Player(page)
    player.begin(opponents=2, cards=1)
    player.play_on("over")


@pytest.mark.parametrize(("width", "height", "theme"), WINDOWS)
def test_the_ladder_for_who_has_no_account(open_page: OpenPage, width: int, height: int, theme: str) -> None:
    look = {"color_scheme": theme, "reduced_motion": "reduce"}
    page = open_page("/leaderboard/", width=width, height=height, **look)
    for board in ("Now", "This month", "This week", "All time"):
        page.get_by_role("link", name=board, exact=True).click()
        expect(page.get_by_role("link", name=board, exact=True)).to_have_attribute("aria-current", "page")
        assert faults(page) == [], board
        assert too_wide(page) == 0
    menu = page.get_by_role("button", name="Menu", exact=True)
    if menu.is_visible():
        menu.click()
        assert faults(page) == [], "menu"
    page.get_by_role("navigation", name="Main menu").get_by_role("link", name="Profile", exact=True).click()
    expect(page.get_by_role("heading", level=1, name="A profile of your own")).to_be_visible()
    assert faults(page) == []


def test_a_profile_with_a_game_and_friends_by_keyboard(open_page: OpenPage) -> None:
    page = open_page("/", width=1280, height=800, color_scheme="light", reduced_motion="reduce")
    sign_up(page, "Havfrue")
    finished_game(page)
    player = Player(page, by="keyboard")
    page.goto("/")
    player.press(page.get_by_role("link", name="Profile", exact=True))
    expect(page.get_by_role("heading", level=1, name="Havfrue")).to_be_visible()
    for _ in range(40):  # a worker counts it
        if page.get_by_role("heading", name="In numbers").is_visible():
            break
        page.wait_for_timeout(500)
        page.reload()
    expect(
        page.get_by_role("table", name="How often bids are made, by cards in hand and by bid")
    ).to_be_visible()
    player.press(page.get_by_role("link", name="Against bots", exact=True))
    expect(page.get_by_role("link", name="Against bots", exact=True)).to_have_attribute(
        "aria-current", "true"
    )
    assert faults(page) == []
    page.set_viewport_size({"width": 390, "height": 844})
    assert too_wide(page) == 0
    assert faults(page) == [], "on a phone"

    other = open_page("/", width=390, height=844, color_scheme="dark", reduced_motion="reduce")
    sign_up(other, "Tordenskjold")
    other.goto("/player/havfrue/")
    Player(other, by="keyboard").press(other.get_by_role("button", name="Add friend", exact=True))
    expect(other.get_by_role("status")).to_contain_text("You have asked Havfrue to be your friend.")
    other.locator(".against summary").click()
    assert faults(other) == [], "what one may do"
    assert too_wide(other) == 0

    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto("/")
    player.press(page.get_by_role("link", name="1 friend request", exact=True))
    expect(page.get_by_role("heading", level=1, name="Friends")).to_be_visible()
    assert faults(page) == [], "a request"
    player.press(page.get_by_role("button", name="Accept Tordenskjold", exact=True))
    expect(page.get_by_role("status")).to_contain_text("You and Tordenskjold are friends.")
    page.set_viewport_size({"width": 390, "height": 844})
    assert faults(page) == [], "friends"
    assert too_wide(page) == 0
