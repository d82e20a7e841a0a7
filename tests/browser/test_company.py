"""A table with other people in the browsers: clocks, votes and pauses, leaving, talk, watching."""

import re
from typing import Final, NamedTuple

import pytest
from playwright.sync_api import APIResponse, Locator, Page, expect

from accounts.models import Report
from tests.browser.conftest import OpenPage
from tests.browser.player import Player
from tests.browser.test_axe import faults

TOKEN: Final = re.compile(r'name="csrfmiddlewaretoken" value="(\w+)"')
TERMS: Final = {
    "players": "3",
    "most_cards": "3",
    "limit": "120",
    "pace": "fast",
    "name": "",
    "public": "yes",
}
TRAP: Final = '<img src=x onerror="document.title=1">'


class Two(NamedTuple):
    host: Page
    guest: Page
    path: str


def send(page: Page, path: str, **fields: str) -> APIResponse:
    """An ordinary form, sent by hand; the pages show what comes of it."""
    token = TOKEN.search(page.content())
    assert token
    return page.request.post(path, form={"csrfmiddlewaretoken": token[1], **fields})


def two_at_a_table(open_page: OpenPage, width: int = 390, **terms: str) -> Two:
    """Alma at a desk and Bodil, with a bot, as their game begins."""
    host = open_page("/multiplayer/")
    made = send(host, "/multiplayer/create/", your_name="Alma").url
    path = made[made.index("/table/") :]
    host.goto(path)
    send(host, f"{path}terms/", **{**TERMS, "watching": "on", **terms})
    guest = open_page(path, width=width, height=844)
    send(guest, f"{path}join/", your_name="Bodil")
    guest.goto(path)
    send(guest, f"{path}lobby/", do="ready")
    send(host, f"{path}lobby/", do="start")
    for page in (host, guest):  # the lobby becomes the table by itself
        expect(page.locator("#bids button").first).to_be_visible(timeout=20_000)
    return Two(host, guest, path)


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def seconds(time: Locator) -> int:
    text = time.inner_text()
    assert re.fullmatch(r"\d+", text), text
    return int(text)


def test_a_pause_stops_the_clocks_until_both_are_ready(open_page: OpenPage) -> None:
    host, guest, _ = two_at_a_table(open_page)
    press(host, "Pause")
    expect(guest.locator(".vote")).to_contain_text("Alma asks for a pause. 1 of 2 say yes")
    expect(guest).to_have_title(re.compile("^■ A vote"))
    press(guest, "Yes")
    for page in (host, guest):
        expect(page.get_by_role("heading", name="The game is paused")).to_be_visible()
        expect(page.locator(".own .time")).to_have_class(re.compile("stands"))
    left = seconds(guest.locator(".own .time"))

    guest.reload()
    expect(guest.get_by_role("heading", name="The game is paused")).to_be_visible()
    bid = guest.locator("#bids button").first
    assert bid.evaluate("button => (button.focus(), document.activeElement === button)") is False
    with pytest.raises(Exception, match="Timeout"):
        bid.click(timeout=400)
    press(host, "Ready")
    expect(guest.locator(".pause .ready")).to_contain_text("Alma")
    guest.wait_for_timeout(1500)
    assert seconds(guest.locator(".own .time")) == left
    press(guest, "Ready")
    for page in (host, guest):
        expect(page.locator(".pause")).to_have_count(0)
    assert left - 3 <= seconds(guest.locator(".own .time")) <= left
    bid.click()
    expect(bid).to_have_attribute("aria-pressed", "true")


def test_a_clock_shows_whole_seconds_and_counts(open_page: OpenPage) -> None:
    host, guest, _ = two_at_a_table(open_page, limit="10")
    theirs, own = host.locator(".felt .time:visible"), guest.locator(".own .time")
    expect(theirs).to_have_count(1)  # Bodil's: a bot has no clock
    before = seconds(own)
    assert 0 < before <= 10
    expect(own).to_have_text(str(before - 1))
    expect(own).to_have_text(str(before - 2))
    expect(own).to_have_class(re.compile("short"))
    expect(guest.locator("#said")).to_contain_text("5 seconds left")
    expect(guest.locator(".note.warning")).to_contain_text("You ran out of time once.", timeout=15_000)
    expect(host.locator("#talk-lines")).to_contain_text("Bodil ran out of time: a bot moved.")


def test_leaving_asks_once_and_a_bot_plays_on(open_page: OpenPage) -> None:
    host, guest, _ = two_at_a_table(open_page)
    leave = guest.get_by_role("button", name="Leave game", exact=True)
    leave.focus()
    guest.keyboard.press("Enter")
    asks = guest.get_by_role("dialog", name="Leave the game?")
    expect(asks).to_contain_text("A bot plays on for you, and you count as last.")
    assert faults(guest) == []
    guest.keyboard.press("Escape")
    expect(asks).to_be_hidden()
    expect(leave).to_be_focused()
    leave.click()
    press(guest, "Yes, leave")
    guest.wait_for_url("**/multiplayer/")
    plate = host.locator(".felt .place", has_text="Bodil")
    expect(plate.locator(".has-left")).to_be_visible()
    expect(plate.locator(".has-left")).to_contain_text("bot plays")
    expect(host.locator(".felt .time:visible")).to_have_count(0)


def test_what_is_said_is_text_and_enter_sends_it(open_page: OpenPage) -> None:
    host, guest, _ = two_at_a_table(open_page)
    host.get_by_label("Write something", exact=True).fill(TRAP)
    host.keyboard.press("Enter")
    expect(host.get_by_label("Write something", exact=True)).to_have_value("")
    bubble = guest.locator(".place .bubble")
    expect(bubble).to_have_text(TRAP)
    talk = guest.get_by_role("button", name="Talk, 1 unread", exact=True)
    talk.click()
    expect(guest.locator("#talk-lines li")).to_have_text([f"Alma {TRAP}"])
    assert guest.locator("#talk-lines img, .bubble img").count() == 0
    assert faults(guest) == []

    # Words that were refused stay in the field, and the reason is seen above the sheet.
    for n in range(6):
        guest.get_by_label("Write something", exact=True).fill(f"Line {n}")
        guest.keyboard.press("Enter")
        if n < 5:
            expect(guest.locator("#talk-lines li").last).to_have_text(f"You Line {n}")
    expect(guest.locator("#problem")).to_be_visible()
    assert guest.locator("#problem").evaluate("p => p.matches(':popover-open')")
    expect(guest.get_by_label("Write something", exact=True)).to_have_value("Line 5")


def test_somebody_else_is_muted_and_reported(open_page: OpenPage) -> None:
    host, guest, path = two_at_a_table(open_page)
    send(host, f"{path}say/", text="Silly you")
    press(guest, "Alma: mute, block or report")
    assert faults(guest) == []
    guest.get_by_role("button", name=re.compile("^Report")).click()
    form = guest.get_by_role("dialog", name="Report Alma")
    reasons = form.locator("[name=reason]").evaluate_all("all => all.map(one => one.value)")
    assert reasons == Report.Reason.values
    form.get_by_label("Insulting words").check()
    assert faults(guest) == []
    form.get_by_role("button", name="Send the report").click()
    expect(guest.locator("#problem")).to_have_text("Thank you. The moderators will look at it.")
    expect(guest.locator("#talk-lines li.text")).to_have_count(1)
    press(guest, "Alma: mute, block or report")
    guest.get_by_role("button", name=re.compile("^Mute")).click()
    expect(guest.locator("#talk-lines li.text")).to_have_count(0)
    expect(guest.locator(".felt .place", has_text="Alma").locator(".unheard")).to_be_visible()


def test_who_watches_sees_no_cards_in_hand(open_page: OpenPage) -> None:
    host, guest, path = two_at_a_table(open_page, most_cards="2")
    watcher = open_page(path, width=844, height=390)
    expect(watcher.locator(".watching")).to_contain_text("You are watching.")
    expect(host.locator(".asks")).to_contain_text("1")
    for page in (host, guest):
        Player(page).step()
    expect(watcher.locator("#bids")).to_be_hidden()
    expect(watcher.locator("#hand [data-card], #hand [name=card]")).to_have_count(0)
    expect(watcher.locator("#hand, .asks button, .who")).to_have_count(1)
    assert faults(watcher) == []


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_beside_the_game(open_page: OpenPage, theme: str) -> None:
    host, guest, path = two_at_a_table(open_page)
    send(guest, f"{path}say/", phrase="hello")
    for page in (host, guest):
        page.emulate_media(color_scheme=theme, reduced_motion="reduce")  # type: ignore[arg-type]
    press(host, "Pause")
    expect(guest.locator(".vote")).to_be_visible()
    assert faults(host) == []
    assert faults(guest) == []
    press(guest, "Yes")
    expect(host.locator(".pause")).to_be_visible()
    assert faults(host) == []
    assert guest.evaluate("document.documentElement.scrollWidth <= innerWidth")
