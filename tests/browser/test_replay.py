"""A finished game looked at again: by buttons, by keyboard and by finger, at an address that says where."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.player import Player
from tests.browser.test_axe import faults


def finished(open_page: OpenPage, language: str = "en", **window: object) -> Page:
    """Plays a short game and comes to its page."""
    page = open_page("/", language=language, reduced_motion="reduce", **window)
    player = Player(page, language)
    player.begin(opponents=2, cards=2)
    player.play_on()
    page.locator('.links a[href^="/game/"]').click()
    expect(page.locator("#replay")).to_have_attribute("data-step", "1")
    return page


def button(page: Page, name: str) -> Locator:
    return page.get_by_role("button", name=name, exact=True)


def at(page: Page, step: int) -> None:
    """The replay stands at a step, and so does the address."""
    expect(page.locator("#replay")).to_have_attribute("data-step", str(step))
    page.wait_for_function("step => new URLSearchParams(location.search).get('step') === step", arg=str(step))


def test_by_buttons_keys_and_back(open_page: OpenPage) -> None:
    """Three players, two cards: the deal, three bids, two tricks of three; then the one-card rounds."""
    page = finished(open_page)
    button(page, "Next card").click()
    at(page, 2)
    expect(button(page, "Next card")).to_be_focused()
    button(page, "Next trick").click()
    at(page, 4)
    expect(page.locator("#happened")).to_contain_text(re.compile("Fight|Creeper|Even"))
    button(page, "Next trick").click()
    at(page, 7)
    expect(page.locator("#happened")).to_contain_text("takes the trick")
    button(page, "Previous card").click()
    at(page, 6)
    expect(page.locator("#trick > [id]")).to_have_count(2)
    button(page, "Next round").click()
    at(page, 11)
    button(page, "Previous trick").click()
    at(page, 10)
    button(page, "Previous round").click()
    at(page, 1)
    expect(button(page, "Previous round")).to_be_focused()

    last = int(page.locator("#slide").get_attribute("max") or 0)
    keys = (
        ("ArrowRight", 2), ("ArrowDown", 4), ("Shift+ArrowRight", 7), ("ArrowLeft", 6), ("ArrowUp", 4),
        ("PageDown", 11), ("PageUp", 1), ("End", last), ("Home", 1),
    )  # fmt: skip
    for key, step in keys:
        page.keyboard.press(key)
        at(page, step)
    expect(button(page, "Previous round")).to_be_focused()


def test_what_is_pressed_while_a_step_is_on_its_way_is_not_lost(open_page: OpenPage) -> None:
    page = finished(open_page)
    page.evaluate("() => { for (let n = 0; n < 3; n++) document.getElementById('next-card').click(); }")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#replay")).not_to_have_attribute("data-step", "1")
    expect(page.locator("#replay")).to_have_attribute("data-step", re.compile("^[3-6]$"))


def test_the_back_button_and_a_shared_link(open_page: OpenPage) -> None:
    page = finished(open_page)
    button(page, "Next round").click()
    at(page, 11)
    page.locator("#to-round-3").click()
    at(page, 18)
    page.get_by_label("Seen from").select_option("open")
    expect(page.locator("#replay")).to_have_attribute("data-view", "open")
    page.go_back()
    expect(page.locator("#replay")).to_have_attribute("data-view", "0")
    at(page, 18)
    expect(page.get_by_label("Seen from")).to_have_value("0")
    page.go_back()
    at(page, 11)

    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    button(page, "Copy link").click()
    expect(page.get_by_role("status").filter(has_text="copied")).to_be_attached()
    link = page.evaluate("() => navigator.clipboard.readText()")
    assert link.endswith("?step=11&view=0#replay")
    other = page.context.new_page()
    other.goto(link)
    expect(other.locator("#replay")).to_have_attribute("data-step", "11")
    expect(other.locator("#replay")).to_be_in_viewport()
    assert other.locator("#trick").inner_html() == page.locator("#trick").inner_html()


def test_it_plays_by_itself_and_pauses(open_page: OpenPage) -> None:
    page = finished(open_page)
    button(page, "Play").click()
    expect(button(page, "Pause")).to_be_visible()
    expect(page.locator("#replay")).to_have_attribute("data-step", "3")
    button(page, "Pause").click()
    expect(button(page, "Play")).to_be_visible()


def test_without_scripts_it_is_a_form(open_page: OpenPage) -> None:
    page = finished(open_page)
    plain = page.context.browser.new_context(  # type: ignore[union-attr]
        base_url=page.url.split("/game/")[0], java_script_enabled=False, locale="en"
    )
    plain.add_cookies(page.context.cookies())  # type: ignore[arg-type]
    other = plain.new_page()
    other.goto(page.url)
    other.get_by_role("button", name="Next trick").click()
    expect(other.locator("#replay")).to_have_attribute("data-step", "4")
    assert "step=4" in other.url
    other.get_by_label("Seen from").select_option("open")
    other.get_by_role("button", name="Show", exact=True).click()
    expect(other.locator("#replay")).to_have_attribute("data-view", "open")
    plain.close()


@pytest.mark.parametrize("look", [("en", "light"), ("da", "dark")])
def test_on_a_phone(open_page: OpenPage, look: tuple[str, str]) -> None:
    """A finger turns the cards, nothing stands out of the window, and axe finds nothing."""
    language, theme = look
    page = finished(open_page, language, width=390, height=844, touch=True, color_scheme=theme)
    page.locator("#replay").scroll_into_view_if_needed()
    swipe(page, 1)
    at(page, 2)
    swipe(page, -1)
    at(page, 1)
    for step in (1, 3, 4, 6, 10, 14, 17):
        for view in ("0", "open"):
            page.goto(f"{page.url.split('?')[0]}?step={step}&view={view}#replay")
            assert faults(page) == [], (step, view)
            wide = page.evaluate("() => document.documentElement.scrollWidth - innerWidth")
            assert wide <= 0, (step, view)
    page.goto("/history/")
    assert faults(page) == []
    expect(page.locator(".game")).not_to_have_count(0)


def test_axe_on_a_desktop_and_the_cards_are_checked_on_the_page(open_page: OpenPage) -> None:
    page = finished(open_page)
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
        for step in (1, 4, 10):
            page.goto(f"{page.url.split('?')[0]}?step={step}&view=open")
            assert faults(page) == [], (theme, step)
    page.get_by_role("link", name="Check the cards").click()
    expect(page.locator("#outcome.fits")).to_be_visible()
    assert faults(page) == []
    with page.expect_download() as download:
        page.get_by_role("link", name="Download record").click()
    assert download.value.suggested_filename.startswith("piratbridge-")


def swipe(page: Page, cards: int) -> None:
    """One card on (to the left) or back."""
    page.locator("#replay .felt").evaluate(
        """(felt, cards) => {
          const box = felt.getBoundingClientRect();
          const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
          const finger = { bubbles: true, pointerId: 7, pointerType: "touch", clientY: y };
          const point = (type, at) => felt.dispatchEvent(new PointerEvent(type, { ...finger, clientX: at }));
          point("pointerdown", x);
          point("pointerup", x - cards * 90);
        }""",
        cards,
    )
