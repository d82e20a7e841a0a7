"""The server closes the line for good: the page says why, and asks no more."""

from django.utils import translation
from playwright.sync_api import Page, WebSocket, expect

from game.words import problem_text
from tests.browser.conftest import OpenPage
from tests.browser.player import Player
from tests.browser.test_table import CUT

LONGER_THAN_A_RECONNECT = 6000  # ms; it comes after 4.3 s at the most (game/table.html)


def words(code: str, language: str) -> str:
    """What the server says as it closes."""
    with translation.override(language):
        return problem_text(code)


def lines_of(page: Page) -> list[WebSocket]:
    """The sockets that the page opens from now on."""
    lines: list[WebSocket] = []
    page.on("websocket", lambda line: lines.append(line))
    return lines


OLD = """window.WebSocket = class extends WebSocket {
    constructor(url, ...more) { super(url.replace(/release=[^&]*/, "release=last-year"), ...more); }
}"""


def test_whoever_has_no_seat_any_more_is_told_so_and_left_alone(open_page: OpenPage) -> None:
    page = open_page("/", language="da")
    player = Player(page, "da")
    player.begin(opponents=2, cards=2)
    player.play_on("bid")
    lines = lines_of(page)
    page.context.clear_cookies()
    page.evaluate(CUT)
    expect(page.locator("#problem")).to_have_text(words("not-seated", "da"), timeout=10_000)
    expect(page.locator("#connection")).to_have_text("")
    page.wait_for_timeout(LONGER_THAN_A_RECONNECT)
    assert len(lines) == 1
    expect(page.locator("#problem")).to_have_text(words("not-seated", "da"))


def test_a_page_of_an_older_release_reloads_once_and_then_says_so(open_page: OpenPage) -> None:
    """However often the page is loaded, it takes itself for one of last year's."""
    page = open_page("/")
    Player(page).begin(opponents=2, cards=2)
    page.add_init_script(OLD)
    loaded: list[str] = []
    page.on("domcontentloaded", lambda page: loaded.append(page.url))
    lines = lines_of(page)
    page.reload()
    expect(page.locator("#problem")).to_have_text(words("new-release", "en"), timeout=10_000)
    page.wait_for_timeout(LONGER_THAN_A_RECONNECT)
    assert len(loaded) == 2
    assert len(lines) == 2
    expect(page.locator("#problem")).to_have_text(words("new-release", "en"))
    expect(page.locator("#connection")).to_have_text("")
