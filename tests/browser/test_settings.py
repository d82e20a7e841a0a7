"""The player's settings, and the ways about the site, at every width and by keyboard."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.player import Player
from tests.browser.test_accounts import PASSWORD, sign_up

WINDOWS = [(360, 640), (844, 390), (1280, 800)]
WORDS = {
    "en": {"settings": "Settings", "done": "Done", "four": "four colours"},
    "da": {"settings": "Indstillinger", "done": "Færdig", "four": "fire farver"},
}


def opener(page: Page, language: str) -> Locator:
    """The button that opens the settings, in the menu where there is one."""
    menu = page.get_by_role("button", name="Menu", exact=True)
    if menu.is_visible():
        menu.click()
    return page.get_by_role("button", name=WORDS[language]["settings"], exact=True)


@pytest.mark.parametrize("language", ["en", "da"])
@pytest.mark.parametrize(("width", "height"), WINDOWS)
def test_a_setting_holds_at_once_and_done_leads_back(
    open_page: OpenPage, width: int, height: int, language: str
) -> None:
    words = WORDS[language]
    page = open_page("/", language=language, width=width, height=height)
    button = opener(page, language)
    button.press("Enter")
    dialog = page.get_by_role("dialog", name=words["settings"])
    expect(dialog).to_be_focused()
    done = dialog.get_by_role("button", name=words["done"], exact=True)
    expect(done).to_be_in_viewport(ratio=1)
    club = dialog.locator('[data-suit="C"]')
    before = club.evaluate("pip => getComputedStyle(pip).backgroundImage")
    dialog.get_by_role("radio", name=words["four"], exact=True).check()
    expect(page.locator("html")).to_have_attribute("data-pack", "four")
    assert club.evaluate("pip => getComputedStyle(pip).backgroundImage") != before
    done.click()
    expect(dialog).to_be_hidden()
    menu = page.get_by_role("button", name="Menu", exact=True)
    expect(menu if menu.is_visible() else button).to_be_focused()  # the menu goes with what it opened
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-pack", "four")


@pytest.mark.parametrize(("width", "height"), WINDOWS)
def test_settings_and_the_front_page_are_reached_from_the_table(
    open_page: OpenPage, width: int, height: int
) -> None:
    page = open_page("/", width=width, height=height)
    Player(page).begin()
    opener(page, "en").click()
    dialog = page.get_by_role("dialog", name="Settings")
    dialog.get_by_role("button", name="Done", exact=True).click()
    expect(dialog).to_be_hidden()
    menu = page.get_by_role("button", name="Menu", exact=True)
    if menu.is_visible():
        page.wait_for_timeout(400)  # the menu may be closing with what it opened
        if not page.locator("#menu").is_visible():
            menu.click()
    ways = page.get_by_role("link", name="Front page", exact=True)
    (ways if ways.is_visible() else page.get_by_role("link", name="Piratbridge", exact=True)).click()
    page.wait_for_url(lambda url: url.rstrip("/").count("/") == 2)
    expect(page.get_by_role("link", name="Back to your game", exact=True)).to_be_visible()


FOCUSED = """() => {
  const at = document.activeElement, ring = getComputedStyle(at.closest(".way") ?? at);
  const seen = ring.outlineStyle !== "none" && parseFloat(ring.outlineWidth) >= 2;
  return { at: at.outerHTML.slice(0, 70), seen, body: at === document.body };
}"""


@pytest.mark.parametrize("path", ["/", "/play/", "/rules/"])
def test_the_keyboard_reaches_everything_and_sees_where_it_is(open_page: OpenPage, path: str) -> None:
    page = open_page(path)
    usable = page.locator(":is(a[href], button, input, select, summary):visible:not(#settings *)").count()
    reached = 0
    for _ in range(usable + 1):
        page.keyboard.press("Tab")
        here = page.evaluate(FOCUSED)
        if here["body"]:
            break
        reached += 1
        assert here["seen"], here["at"]
    assert reached == usable


def test_the_skip_link_leads_to_the_content(open_page: OpenPage) -> None:
    page = open_page("/rules/")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the content")).to_be_in_viewport()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    expect(page.locator(".contents a").first).to_be_focused()


def marks(page: Page) -> dict[str, str]:
    return page.evaluate("({ ...document.documentElement.dataset })")


def test_a_guest_s_settings_go_along_and_are_the_account_s_everywhere(open_page: OpenPage) -> None:
    here = open_page("/", language="da", width=390, height=844)
    here.evaluate("localStorage.setItem('piratbridge.settings', '{\"pack\": \"four\"}')")
    with here.expect_response("**/account/settings/") as kept:
        sign_up(here, "Signe")
    assert kept.value.status == 200
    there = open_page("/account/login/", language="en")
    there.locator("#id_login").fill("Signe")
    there.locator("#id_password").fill(PASSWORD)
    there.locator("#id_password").press("Enter")
    expect(there.locator("html")).to_have_attribute("lang", "da")
    assert marks(there) | {"keeper": "account", "pack": "four", "pace": "normal"} == marks(there)
    opener(there, "da").click()
    dialog = there.get_by_role("dialog", name=WORDS["da"]["settings"])
    with there.expect_response("**/account/settings/"):
        dialog.locator("[name=pace][value=fast]").check(force=True)
    here.goto("/play/")
    expect(here.locator("#pace")).to_have_value("fast")
    assert here.evaluate("localStorage.getItem('piratbridge.settings')") == '{"pack": "four"}'


def test_what_could_not_be_sent_is_said_and_sent_with_the_next_change(open_page: OpenPage) -> None:
    page = open_page("/")
    sign_up(page, "Sigrid")
    opener(page, "en").click()
    dialog = page.get_by_role("dialog", name="Settings")
    trouble = dialog.get_by_role("status")
    page.route("**/account/settings/", lambda route: route.fulfill(status=204))
    dialog.get_by_role("radio", name="four colours", exact=True).check(force=True)
    expect(trouble).to_contain_text("could not be saved")
    expect(page.locator("html")).to_have_attribute("data-pack", "four")
    page.unroute("**/account/settings/")
    dialog.get_by_role("radio", name="two taps", exact=True).check(force=True)
    expect(trouble).to_have_text("")
    page.reload()
    assert marks(page) | {"pack": "four", "tap": "two"} == marks(page)
