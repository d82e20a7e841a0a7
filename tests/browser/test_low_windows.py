"""Windows with little room: every bid can be pressed, and the round's type can be read."""

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import OpenPage
from tests.browser.player import Player

WINDOWS = [
    (360, 320), (360, 480), (360, 640), (480, 320), (500, 500), (533, 360), (568, 320), (640, 320),
    (640, 360), (667, 375), (740, 320), (740, 360), (780, 320), (844, 390), (1024, 500), (1280, 320),
    (1280, 800), (2560, 320), (2560, 1440),
]  # fmt: skip

# What is wrong now. A bid is right if its middle is its own, once its panel has scrolled to it; the page
# itself scrolls neither way.
FAULTS = """() => {
    const found = [];
    for (const bid of document.querySelectorAll('#bids button')) {
        bid.scrollIntoView({block: 'nearest'});
        const box = bid.getBoundingClientRect();
        const whole = box.top >= 0 && box.left >= 0 && box.right <= innerWidth && box.bottom <= innerHeight;
        const hit = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
        if (!whole || hit !== bid) found.push(`bid ${bid.value}`);
    }
    for (const fact of document.querySelector('.facts').children) {
        const box = fact.getBoundingClientRect();
        const hit = document.elementFromPoint(box.right - 8, box.top + box.height / 2);
        const cut = fact.clientWidth && fact.scrollWidth > fact.clientWidth;
        const whole = box.width && box.right <= innerWidth && !cut;
        if (!whole || !fact.contains(hit)) found.push(fact.textContent.trim());
    }
    // One's own marks lie over nobody's plate; what the felt cuts off is not there.
    const felt = document.querySelector('.felt').getBoundingClientRect();
    const plates = [...document.querySelectorAll('.felt .seat')].map(seat => seat.getBoundingClientRect());
    for (const mark of document.querySelectorAll('.own .marks i')) {
        const box = mark.getBoundingClientRect();
        const over = plate => box.left < plate.right && plate.left < box.right
            && box.top < Math.min(plate.bottom, felt.bottom);
        if (box.width && plates.some(over)) found.push(`${mark.className} over a plate`);
    }
    if (document.querySelector('#bids button') && scrollY) found.push('the page has scrolled');
    if (document.documentElement.scrollWidth > innerWidth) found.push('sideways');
    return found;
}"""


def faults(page: Page) -> dict[str, list[str]]:
    found = {}
    for width, height in WINDOWS:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function(f"innerWidth === {width} && innerHeight === {height}")
        if wrong := page.evaluate(FAULTS):
            found[f"{width}x{height}"] = wrong
    return found


@pytest.mark.parametrize(("language", "opponents", "cards"), [("en", 2, 17), ("da", 3, 13), ("da", 4, 10)])
def test_all_bids_can_be_pressed_and_the_facts_read(
    open_page: OpenPage, language: str, opponents: int, cards: int
) -> None:
    page = open_page("/", language=language)
    player = Player(page, language)
    player.begin(opponents, cards)
    player.play_on("bid")
    assert faults(page) == {}
    page.set_viewport_size({"width": 1280, "height": 800})
    player.step(bid=cards)  # more bid than there are tricks: the longest words
    player.play_on("play")
    assert faults(page) == {}


def test_both_bids_of_a_one_card_round_can_be_pressed(open_page: OpenPage) -> None:
    player = Player(open_page("/"))
    player.begin(5, 1)
    player.play_on("bid")
    assert faults(player.page) == {}
