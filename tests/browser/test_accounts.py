"""Accounts in a browser: by keyboard alone, without scripts, with a passkey, and for axe."""

import re
import time

import pytest
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.player import Player
from tests.site import Site

PASSWORD = "seven green lanterns"


def faults(page: Page) -> list[str]:
    found = Axe().run(page).response["violations"]
    return [f"{fault['id']}: {[node['target'] for node in fault['nodes']][:3]}" for fault in found]


def too_wide(page: Page) -> int:
    return int(page.evaluate("document.documentElement.scrollWidth - innerWidth"))


def sign_up(page: Page, name: str, email: str = "") -> None:
    """By keyboard alone, from the first field on."""
    page.goto("/account/signup/")
    page.locator("#id_username").focus()
    for text in (name, PASSWORD, email):
        page.keyboard.type(text)
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("#menu .own-name")).to_contain_text(name)


def confirm(page: Page) -> None:
    page.locator("#id_password").fill(PASSWORD)
    page.locator("#id_password").press("Enter")


@pytest.mark.parametrize(
    ("language", "theme", "width", "height"),
    [
        ("en", "light", 360, 740), ("da", "dark", 390, 844),
        ("en", "dark", 1280, 800), ("da", "light", 1280, 800),
    ],
)  # fmt: skip
def test_axe_and_the_width_of_all_pages(
    open_page: OpenPage, language: str, theme: str, width: int, height: int
) -> None:
    page = open_page("/", language=language, width=width, height=height, color_scheme=theme)

    def look(path: str) -> None:
        page.goto(f"/account/{path}")
        assert faults(page) == [], path
        assert too_wide(page) <= 0, path

    for path in (
        "login/",
        "signup/",
        "password/forgotten/",
        "password/new/1-x/",
        "email/x/",
        "deleted/",
        "closed/",
    ):
        look(path)
    page.goto("/account/signup/")
    page.locator("#id_username").fill("Bot")
    page.locator("#id_username").press("Enter")
    expect(page.locator("#id_username")).to_be_focused()
    assert faults(page) == [], "a sign-up that is refused"
    sign_up(page, f"Wilhelmina W{language}{width}", f"w{language}{width}@example.org")
    for path in ("", "name/", "password/", "logout/", "delete/", "second/", "confirm/", "email/"):
        look(path)
    page.goto("/account/second/app/")
    confirm(page)
    for path in ("second/app/", "second/passkeys/add/", "second/passkeys/", "second/codes/new/"):
        look(path)


def test_a_guest_signs_up_in_one_tab_and_plays_on_in_the_other(open_page: OpenPage) -> None:
    table = open_page("/")
    Player(table, "en").begin()
    page = table.context.new_page()
    sign_up(page, "Signe")
    expect(table.locator("#problem")).to_contain_text("You do not sit at this table", timeout=8_000)
    table.reload()
    expect(table.locator("#table")).to_be_visible()
    expect(table.locator("#connection")).to_be_empty()
    page.goto("/")
    page.get_by_role("link", name="Back to your game").click()
    page.wait_for_url(table.url)


def test_without_scripts(open_page: OpenPage) -> None:
    page = open_page("/account/login/", java_script_enabled=False)
    assert not page.get_by_role("button", name="Log in with a passkey").is_visible()
    page.get_by_role("link", name="Sign up").click()
    page.get_by_label("Name", exact=True).fill("Uden Script")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign up").click()
    page.get_by_role("link", name="Uden Script").click()
    page.get_by_role("button", name="Log out").click()
    page.get_by_role("link", name="Log in").click()
    page.get_by_label("Name or e-mail").fill("uden script")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in", exact=True).click()
    page.get_by_role("link", name="Uden Script").click()
    page.get_by_role("link", name="Delete your account").click()
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Delete for good").click()
    expect(page.get_by_role("heading", name="Your account is deleted")).to_be_visible()
    expect(page.get_by_role("link", name="Log in")).to_be_visible()


def test_an_authenticator_app(open_page: OpenPage) -> None:
    page = open_page("/")
    sign_up(page, "Totte")
    page.goto("/account/second/app/")
    confirm(page)
    secret = page.locator("code").inner_text()
    page.locator("#id_code").fill(format_hotp_value(hotp_value(secret, int(time.time()) // 30)))
    page.locator("#id_code").press("Enter")
    expect(page.locator(".codes li")).to_have_count(10)
    assert faults(page) == []
    code = page.locator(".codes li").first.inner_text()
    page.goto("/account/second/")
    assert faults(page) == []
    page.goto("/account/logout/")
    page.locator("main").get_by_role("button", name="Log out").click()
    page.goto("/account/login/?next=/rules/")
    page.locator("#id_login").fill("Totte")
    confirm(page)
    expect(page.get_by_role("heading", name="The second step")).to_be_visible()
    assert faults(page) == []
    page.locator("#id_code").fill(code)
    page.locator("#id_code").press("Enter")
    page.wait_for_url("**/rules/")


@pytest.fixture
def _local_name(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """A passkey is for a name, and an address of digits is none."""
    local = re.sub(r"//[\d.]+", "//localhost", site.address)
    monkeypatch.setattr(Site, "address", property(lambda self: local))


@pytest.mark.usefixtures("_local_name")
def test_a_passkey_instead_of_name_and_password(open_page: OpenPage) -> None:
    page = open_page("/")
    devices = page.context.new_cdp_session(page)
    devices.send("WebAuthn.enable")
    device = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    devices.send("WebAuthn.addVirtualAuthenticator", {"options": device})
    sign_up(page, "Nanna")
    page.goto("/account/second/passkeys/add/")
    confirm(page)
    page.locator("#id_name").fill("This phone")
    page.get_by_role("button", name="Add the passkey").click()
    expect(page.get_by_role("heading", name="Recovery codes")).to_be_visible()
    page.goto("/account/second/passkeys/")
    expect(page.locator("main")).to_contain_text("This phone")
    page.goto("/account/logout/")
    page.locator("main").get_by_role("button", name="Log out").click()
    page.goto("/account/login/")
    page.get_by_role("button", name="Log in with a passkey").click()
    expect(page.locator("#menu .own-name")).to_contain_text("Nanna")
    page.goto("/account/logout/")
    page.locator("main").get_by_role("button", name="Log out").click()
    page.goto("/account/login/")
    page.locator("#id_login").fill("Nanna")
    confirm(page)
    expect(page.get_by_role("heading", name="The second step")).to_be_visible()
    assert faults(page) == []
    page.get_by_role("button", name="Use a passkey").click()
    expect(page.locator("#menu .own-name")).to_contain_text("Nanna")
    page.goto("/account/confirm/passkey/?next=/account/name/")
    page.locator("[name=credential]").evaluate(
        "field => { field.value = '{\"id\": 1}'; field.form.submit(); }"
    )
    expect(page.get_by_role("alert")).to_contain_text("not right")
    assert faults(page) == []
    page.get_by_role("button", name="Use a passkey").click()
    page.wait_for_url("**/account/name/")
    page.goto("/account/second/passkeys/")
    page.get_by_role("link", name="Remove").click()
    page.wait_for_url("**/remove/")
    assert faults(page) == []
    page.get_by_role("button", name="Remove the passkey").click()
    expect(page.locator("main")).to_contain_text("You have none")


def test_a_passkey_that_fails_says_so(open_page: OpenPage) -> None:
    page = open_page("/account/login/")  # by an address of digits, for which there can be none
    page.get_by_role("button", name="Log in with a passkey").click()
    expect(page.get_by_role("alert")).to_contain_text("That did not work")
