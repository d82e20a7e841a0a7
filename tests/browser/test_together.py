"""A whole game of four people, two of them in real browsers, one of these a phone that loses its network
twice; the other two play by socket (tests/live). One leaves, one runs out of time, and there is a pause."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.player import Player
from tests.browser.test_table import CUT
from tests.live.person import Person
from tests.site import Site

DEED = {"en": {"yes": "Yes", "ready": "Ready"}, "da": {"yes": "Ja", "ready": "Klar"}}


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


@contextmanager
def without_network(page: Page) -> Iterator[None]:
    """The phone's network goes; the page says so, and says so no more when it is back."""
    page.context.set_offline(True)
    page.evaluate(CUT)
    expect(page.locator("#connection")).to_have_text("Forbinder igen …", timeout=20_000)
    yield
    page.context.set_offline(False)
    expect(page.locator("#connection")).to_have_text("", timeout=20_000)


def test_four_people_play_a_whole_game(open_page: OpenPage, site: Site) -> None:
    complaints: list[str] = open_page.complaints  # type: ignore[attr-defined]
    desk = open_page("/multiplayer/")
    phone = open_page("/multiplayer/", language="da", width=390, height=844, touch=True)
    desk.get_by_label("Your name", exact=True).fill("Alma")
    press(desk, "Create table")
    desk.wait_for_url("**/table/**")
    desk.get_by_label("Name of the table").fill("Hyggeaften på Ærø ♠")
    desk.get_by_label("Cards in the first round", exact=True).fill("2")
    desk.get_by_label("Time for each move", exact=True).select_option("10")

    # They find each other in the list, which shows by itself what is open.
    phone.get_by_label("Dit navn", exact=True).fill("Bo Bæk")
    row = phone.locator("#tables li", has_text="Hyggeaften på Ærø ♠")
    expect(row).to_contain_text("Alma")
    row.get_by_role("button", name="Sæt dig").tap()
    phone.wait_for_url("**/table/**")
    expect(desk.locator("#room-seats")).to_contain_text("Bo Bæk")
    path = "/" + desk.url.split("/", 3)[3]
    cecilie, ditte = Person(site.address, "Cecilie"), Person(site.address, "Ditte")
    for person in (cecilie, ditte):
        person.join(path)
        person.connect()
        person.read(5)
    expect(phone.locator("#room-seats")).to_contain_text("Ditte")
    for person in (cecilie, ditte):
        person.lobby("ready")
    press(desk, "Ready")
    press(phone, "Klar")
    for page in (desk, phone):  # the game begins in both, by itself
        expect(page.locator("#hand button").first).to_be_visible(timeout=20_000)
    for person in (cecilie, ditte):
        person.socket = None
        person.connect()

    # Ditte leaves: a bot sits down, and everyone is told.
    ditte.deed("leave")
    for page, words in ((desk, "Ditte has left"), (phone, "Ditte har forladt")):
        expect(page.locator("#talk-lines")).to_contain_text(words)

    # A pause; the phone loses its network while it is asked for, and again while it lasts.
    with without_network(phone):
        press(desk, "Pause")
    press(phone, DEED["da"]["yes"])
    await_(lambda: cecilie.answer("yes"), cecilie)
    cecilie.deed(cecilie.answer("yes"))
    for page, words in ((desk, "The game is paused"), (phone, "Spillet holder pause")):
        expect(page.get_by_role("heading", name=words)).to_be_visible()
    with without_network(phone):
        pass
    expect(phone.get_by_role("heading", name="Spillet holder pause")).to_be_visible()
    press(desk, DEED["en"]["ready"])
    press(phone, DEED["da"]["ready"])
    await_(lambda: cecilie.answer("ready"), cecilie)
    cecilie.deed(cecilie.answer("ready"))
    for page in (desk, phone):
        expect(page.locator("#company.paused")).to_have_count(0)

    # Cecilie does nothing until her time is out; then all play on to the end.
    players = Player(desk), Player(phone, language="da", by="touch")
    told = desk.locator("#talk-lines", has_text="Cecilie ran out of time")
    play(players, until=lambda: told.count() > 0, seconds=60)
    play(players, until=lambda: all(player.is_over() for player in players), seconds=150, along=cecilie)
    for page in (desk, phone):
        expect(page.locator("#final .places li").last).to_contain_text("Ditte")  # who left is last
    offline = "ERR_INTERNET_DISCONNECTED", "htmx:ws:error"
    complaints[:] = [line for line in complaints if not any(said in line for said in offline)]


def await_(seen: Callable[[], object], person: Person) -> None:
    end = time.monotonic() + 20
    while not seen():
        assert time.monotonic() < end
        if person.socket is None:
            person.connect()
        person.read(0.2)


def play(
    players: tuple[Player, ...], until: Callable[[], bool], seconds: float, along: Person | None = None
) -> None:
    """Everyone does what they can, one after the other, until something holds."""
    end = time.monotonic() + seconds
    while not until():
        assert time.monotonic() < end
        for player in players:
            if not player.is_over():
                player.step()
        if along is not None:
            along.play(lambda _: False, 0.05)
        players[0].page.wait_for_timeout(40)
