"""People find each other by lists and lobbies: two browsers that see each other by pushes."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.test_axe import faults

LONG = "Edderfuglekongen 99X"  # as long as a name may be


def create(page: Page, name: str) -> None:
    """A table of one's own, from the list."""
    page.locator("#your_name").fill(name)
    page.locator("#join-form .door:not(.lit) button").click()
    page.wait_for_url("**/table/**")


def row(page: Page, address: str) -> Locator:
    """A table in the list, by its address."""
    return page.locator(f"#open-{address.rstrip('/').rsplit('/', 1)[1]}")


def join(page: Page, address: str, name: str) -> None:
    """A seat, by the link."""
    page.goto(address)
    page.locator("#your_name").fill(name)
    page.locator("#join-form button.lit").click()
    expect(page.locator("#room-seats .mine")).to_contain_text(name)


def test_from_the_list_to_a_game_that_begins_for_both(open_page: OpenPage) -> None:
    alma = open_page("/multiplayer/")
    bo = open_page("/multiplayer/", width=390, height=844, touch=True)
    alma.get_by_label("Your name", exact=True).fill("Alma")
    alma.get_by_role("button", name="Create table", exact=True).click()
    alma.wait_for_url("**/table/**")
    expect(row(bo, alma.url)).to_contain_text("3 free seats")
    expect(bo.locator("#arrivals")).to_contain_text("Alma's table")
    bo.get_by_label("Your name", exact=True).fill("Bodil")
    row(bo, alma.url).get_by_role("button", name="Join Alma's table").click()
    expect(alma.locator("#room-seats li.person")).to_have_count(2)
    expect(alma).to_have_title("(2/4) Alma's table · Piratbridge")
    for free in (1, 0):
        alma.get_by_role("button", name="Add bot", exact=True).first.click()
        expect(bo.locator("#room-seats li.free")).to_have_count(free)
    for page in (alma, bo):
        ready = page.get_by_role("button", name="Ready", exact=True)
        expect(ready).to_be_in_viewport(ratio=1)
        ready.click()
    for page in (alma, bo):
        expect(page.locator("#table")).to_be_visible()
    assert alma.url == bo.url


def test_what_the_host_chooses_is_seen_by_the_other_who_says_again_that_they_are_ready(
    open_page: OpenPage,
) -> None:
    host, other = open_page("/multiplayer/"), open_page()
    create(host, "Alma")
    join(other, host.url, "Bodil")
    other.get_by_role("button", name="Ready", exact=True).click()
    host.get_by_text("Advanced settings", exact=True).click()
    host.get_by_label("0 tricks gives 10 points", exact=True).check()
    terms = other.locator("#room-terms")
    expect(terms).to_contain_text("0 tricks gives 10 points")
    expect(other.get_by_role("button", name="Ready", exact=True)).to_have_attribute("aria-pressed", "false")
    expect(other.locator("#changed")).to_contain_text("say again that you are ready")
    # What the push brought to the host's own page has closed nothing.
    expect(host.get_by_label("Spades are always trump", exact=True)).to_be_visible()

    cards = host.get_by_label("Cards in the first round", exact=True)
    cards.fill("10")
    cards.blur()
    expect(terms.locator("#term-cards dd")).to_have_text("10")
    host.get_by_label("Players", exact=True).select_option("6")  # 52 cards give six players 8 each
    expect(terms.locator("#term-players dd")).to_have_text("6")
    expect(terms.locator("#term-cards dd")).to_have_text("8")
    expect(host.locator("#problem")).to_be_empty()
    cards.fill("9")
    cards.blur()
    expect(host.get_by_role("alert")).to_have_text("There are not so many cards for so many players.")
    expect(host.get_by_role("alert")).to_be_in_viewport(ratio=1)
    expect(cards).to_have_attribute("aria-invalid", "true")
    expect(terms.locator("#term-cards dd")).to_have_text("8")


def test_a_guest_is_suggested_a_name_and_keeps_their_own(open_page: OpenPage) -> None:
    page = open_page("/multiplayer/")
    expect(page.get_by_label("Your name", exact=True)).not_to_have_value("")
    create(page, "Signe")
    expect(page.locator("#room-seats .mine .name")).to_have_text("Signe (you)")
    expect(page.get_by_role("heading", level=1)).to_have_text("Signe's table")
    page.get_by_role("button", name="Leave", exact=True).click()
    page.wait_for_url("**/multiplayer/")
    expect(page.get_by_label("Your name", exact=True)).to_have_value("Signe")


def test_the_host_moves_people_by_keyboard_and_who_stays_is_host_after_them(open_page: OpenPage) -> None:
    host, other = open_page("/multiplayer/"), open_page()
    create(host, "Alma")
    join(other, host.url, "Bodil")
    expect(host.locator("#room-seats li.person")).to_have_count(2)
    down = host.get_by_role("button", name="Move Alma down", exact=True)
    for seat in ("1", "2", "3"):
        down.press("Enter")
        expect(other.locator("#room-seats li", has_text="Alma")).to_have_attribute("data-number", seat)
        expect(host.locator("#room-seats .mine button:focus")).to_have_count(1)
    expect(other.get_by_role("button", name="Start game", exact=True)).to_have_count(0)
    host.get_by_role("button", name="Leave", exact=True).click()
    expect(other.get_by_role("button", name="Start game", exact=True)).to_be_visible()
    expect(other.get_by_role("heading", level=1)).to_have_text("Bodil's table")
    other.get_by_role("button", name="Start game", exact=True).click()
    expect(other.locator("#table")).to_be_visible()


@pytest.mark.parametrize(
    ("language", "theme", "width", "height"), [("da", "light", 360, 640), ("en", "dark", 1280, 800)]
)
def test_axe_finds_nothing_and_nothing_runs_out_of_the_window(
    open_page: OpenPage, language: str, theme: str, width: int, height: int
) -> None:
    look = {"color_scheme": theme, "reduced_motion": "reduce"}
    host = open_page("/multiplayer/", language=language, width=width, height=height, **look)
    other = open_page("/ranked/", language=language, width=width, height=height, **look)
    assert faults(other) == [], "ranked, for a guest"
    create(host, LONG)
    host.locator("#players").select_option("6")
    host.locator("#name").fill("Et navn på et bord, som er fyrre tegn ja")
    host.locator("#name").blur()
    host.locator("#advanced summary").click()
    host.locator("[id^=bot-]").first.click()
    expect(host.locator("#room-seats li.bot")).to_have_count(1)
    other.goto("/multiplayer/")
    expect(row(other, host.url)).to_be_visible()
    assert faults(other) == [], "the list"
    assert other.evaluate("document.documentElement.scrollWidth") == width
    join(other, host.url, "Bodil")
    for page in (host, other):
        assert faults(page) == [], "the lobby"
        assert page.evaluate("document.documentElement.scrollWidth") == width
        expect(page.locator("#ready")).to_be_in_viewport(ratio=1)
