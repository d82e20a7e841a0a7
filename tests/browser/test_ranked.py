"""A ranked game in two browsers and both languages: what is at stake, and what became of it, at once."""

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.player import Player
from tests.browser.test_accounts import sign_up
from tests.browser.test_axe import faults
from tests.browser.test_company import TERMS, press, send


def test_one_leaves_and_the_other_plays_on(open_page: OpenPage) -> None:
    """Two people of Bronze with 0 points, and a bot: +50 +15 −20 (RULES 3), and nobody falls below 0."""
    host = open_page("/account/signup/")
    guest = open_page("/account/signup/", language="da", width=390, height=844, reduced_motion="reduce")
    sign_up(host, "Asta Rang")
    sign_up(guest, "Birk Rang")
    host.goto("/ranked/")
    made = send(host, "/ranked/create/").url
    path = made[made.index("/table/") :]
    host.goto(path)
    send(host, f"{path}terms/", **TERMS)

    # In the lobby: nothing for one alone, and what each place brings when there are two.
    expect(host.locator("#room-stakes")).to_contain_text("at least two people")
    guest.goto(path)
    send(guest, f"{path}join/")
    guest.goto(path)
    for page in (host, guest):
        expect(page.locator("#room-stakes .worths b")).to_have_text(["+50", "+15", "0"])
        expect(page.locator("#room-seats .person .badge")).to_have_count(2)
        assert faults(page) == []
    send(guest, f"{path}lobby/", do="ready")
    send(host, f"{path}lobby/", do="start")

    # At the table: on the felt while the first bids are open, and behind one's own badge.
    for page in (host, guest):
        expect(page.locator("#bids button").first).to_be_visible(timeout=20_000)
        expect(page.locator(".at-stake")).to_be_visible()
        expect(page.locator(".felt .marks .badge")).to_have_count(1)
    press(host, "What is at stake")
    expect(host.locator("#stakes")).to_contain_text("Bronze V")
    assert faults(host) == []
    host.keyboard.press("Escape")

    # One leaves, and looks on.
    guest.locator(".asks .leaves").click()
    assert faults(guest) == []
    guest.locator("#leaving button[value=leave]").click()
    guest.wait_for_url("**/ranked/")
    guest.goto(path)
    player = Player(host)
    player.play_on("play")
    expect(host.locator(".at-stake")).to_be_hidden()
    player.play_on()

    # What became of it grows before the eyes of who has played on …
    change = host.locator("#rank .change")
    expect(change).to_have_class(re.compile("growing"))
    expect(change).to_have_class(re.compile("arrived"), timeout=15_000)
    brought = change.locator(".gain b").inner_text()
    assert brought in ("+50", "+33", "+15")  # the first place, shared, or the second
    assert change.locator(".held-now span").inner_text() == brought[1:]
    expect(host.locator("#said")).to_contain_text(f"Rank points: {brought}")
    expect(host.locator("#rank .others")).to_contain_text("Birk Rang left early")

    # … and stands there at once for who has left, and wants nothing to move.
    expect(guest.locator("#rank .ledger td").first).to_have_text("−20,0", timeout=15_000)
    expect(guest.locator("#rank .growing")).to_have_count(0)
    expect(guest.locator("#rank .change .floor")).to_contain_text("−20")
    for page in (host, guest):
        page.wait_for_timeout(1000)  # until what moves or fades has done so
        assert faults(page) == []
        fits(page)
    host.reload()
    expect(change.locator(".gain b")).to_have_text(brought)
    expect(change).not_to_have_class(re.compile("growing"))


def fits(page: Page) -> None:
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
