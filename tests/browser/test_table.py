"""The table under a player's hands: double clicks, focus, keyboard, narrow screens, faults."""

import re
from itertools import pairwise

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.browser.conftest import OpenPage
from tests.browser.player import Player

CUT = """() => htmx.ext.ws.getRegistry()
    .get(document.getElementById('table').getAttribute('hx-ws:connect')).socket.close()"""


def at_the_table(open_page: OpenPage, opponents: int = 2, cards: int = 5, **window: object) -> Player:
    player = Player(open_page("/", **window))
    player.begin(opponents, cards)
    return player


def hand(page: Page) -> list[str]:
    return list(page.locator("#hand button").evaluate_all("all => all.map(button => button.value)"))


def test_br01_a_double_click_plays_one_card(open_page: OpenPage) -> None:
    player = at_the_table(open_page, opponents=2, cards=8)
    for left in (7, 6, 5):
        player.play_on("play")
        player.cards().first.dblclick()
        expect(player.page.locator("#hand li")).to_have_count(left)
        player.page.wait_for_timeout(700)
        assert len(hand(player.page)) == left


def test_two_taps_lift_a_card_and_then_lay_it(open_page: OpenPage) -> None:
    player = at_the_table(open_page)
    page = player.page
    player.play_on("play")
    page.evaluate("document.querySelector('[name=tap][value=two]').click()")
    player.reload()
    before = hand(page)
    card = player.cards().first
    card.click()
    expect(card).to_have_attribute("aria-pressed", "true")
    page.wait_for_timeout(500)
    assert hand(page) == before
    card.click()
    expect(page.locator("#hand li")).to_have_count(len(before) - 1)


def test_with_two_taps_the_second_may_come_as_quickly_as_one_likes(open_page: OpenPage) -> None:
    player = at_the_table(open_page, cards=6)
    page = player.page
    page.evaluate("document.querySelector('[name=tap][value=two]').click()")
    for left in (5, 4, 3):
        player.play_on("play")
        card = player.cards().first
        value = card.get_attribute("value")
        card.dblclick()
        expect(page.locator(f"#h-{value}")).to_have_count(0)
        page.wait_for_timeout(700)
        assert len(hand(page)) == left


@pytest.mark.parametrize(("width", "height"), [(390, 844), (1280, 800)])
def test_nothing_moves_when_bids_chip_and_cards_come_and_go(
    open_page: OpenPage, width: int, height: int
) -> None:
    player = at_the_table(open_page, 3, 2, width=width, height=height)
    page = player.page
    edges = """['.felt', '.own', '.tray']
        .map(name => Math.round(document.querySelector(name).getBoundingClientRect().top))"""
    seen = []
    for moment in ("bid", "play", "bid", "bid"):  # of two cards, then the two rounds of one
        player.play_on(moment)
        seen.append(page.evaluate(edges))
        player.step()
        page.wait_for_timeout(300)
        seen.append(page.evaluate(edges))
    assert seen == [seen[0]] * len(seen)


def test_the_cards_of_a_one_card_round_are_large(open_page: OpenPage) -> None:
    player = at_the_table(open_page, 5, 1, width=390, height=844, touch=True)
    player.play_on("bid")
    boxes = player.page.locator(".brow .face").evaluate_all(
        "all => all.map(card => card.getBoundingClientRect()).map(box => [box.left, box.right, box.width])"
    )
    assert len(boxes) == 5
    assert all(left >= 0 and right <= 390 and width >= 64 for left, right, width in boxes)


def test_a_bid_is_marked_and_may_be_changed(open_page: OpenPage) -> None:
    player = Player(open_page("/"))
    player.begin(opponents=5, cards=5, pace="relaxed")
    player.play_on("bid")
    page = player.page
    assert page.locator('#bids [aria-pressed="true"]').count() == 0
    for number in (3, 1):
        page.get_by_role("button", name=f"Bid {number}", exact=True).click()
        expect(page.get_by_role("button", name=f"Bid {number}", exact=True)).to_have_attribute(
            "aria-pressed", "true"
        )
        assert page.locator('#bids [aria-pressed="true"]').count() == 1


def test_cards_that_cannot_be_played_are_disabled(open_page: OpenPage) -> None:
    player = at_the_table(open_page, cards=8)
    player.play_on("bid")
    assert player.page.locator("#hand button:enabled").count() == 0
    assert player.page.locator("#hand button:disabled").count() == 8


def test_no_other_button_begins_with_play(open_page: OpenPage) -> None:
    player = at_the_table(open_page)
    player.play_on("play")
    names = player.page.get_by_role("button", name=re.compile("^Play")).all()
    assert len(names) == len(hand(player.page))
    for button in names:
        assert re.match(r"Play (\d+|jack|queen|king|ace) of ", button.text_content() or "")


def test_br51_focus_stays_in_the_hand_while_others_play(open_page: OpenPage) -> None:
    player = at_the_table(open_page, cards=8)
    page = player.page
    player.play_on("play")
    focused = "document.activeElement?.closest('#cards') !== null"
    for _ in range(3):
        player.play_on("play")
        player.cards().last.focus()
        page.keyboard.press("Enter")
        page.wait_for_timeout(400)
        assert page.evaluate(focused)
    expect(player.cards().first).to_be_attached(timeout=15_000)
    assert page.evaluate(focused)


def test_br51_who_asks_for_the_next_round_stands_at_its_bids(open_page: OpenPage) -> None:
    player = at_the_table(open_page, opponents=2, cards=2)
    page = player.page
    player.play_on("next")
    player.next_round().focus()
    page.keyboard.press("Enter")
    expect(player.bids().first).to_be_focused()


def test_br55_trumps_have_a_mark_in_hand(open_page: OpenPage) -> None:
    """Seventeen cards of fifty-two hold two suits at least, and a trump in nearly every hand."""
    page = at_the_table(open_page, opponents=2, cards=17).page
    trump = page.locator("#status .pip").get_attribute("data-suit")
    expect(page.locator("#cards button")).to_have_count(17)
    marks = page.locator("#cards button").evaluate_all(
        "all => all.map(card => [card.value[1], getComputedStyle(card).boxShadow])"
    )
    of_trumps = {mark for suit, mark in marks if suit == trump}
    of_others = {mark for suit, mark in marks if suit != trump}
    assert len(of_others) == 1
    assert len(of_trumps) <= 1
    assert not of_trumps & of_others


def test_br51_after_many_pushes_every_button_still_sends(open_page: OpenPage) -> None:
    player = at_the_table(open_page, cards=4)
    for _ in range(8):
        if player.is_over():
            break
        player.play_on("play")
        player.step()


def test_the_arrow_keys_go_along_the_cards(open_page: OpenPage) -> None:
    player = at_the_table(open_page, cards=8)
    page = player.page
    player.play_on("play")
    player.cards().first.focus()
    values = player.cards().evaluate_all("all => all.map(button => button.value)")
    if len(values) > 1:
        page.keyboard.press("ArrowRight")
        assert page.evaluate("document.activeElement.value") == values[1]
        page.keyboard.press("End")
        assert page.evaluate("document.activeElement.value") == values[-1]


@pytest.mark.parametrize(
    ("width", "height", "opponents", "cards"),
    [(360, 640, 2, 17), (390, 664, 5, 8), (320, 568, 2, 17), (844, 390, 2, 17), (2560, 1440, 5, 8)],
)
def test_br56_every_card_is_in_reach(
    open_page: OpenPage, width: int, height: int, opponents: int, cards: int
) -> None:
    player = at_the_table(open_page, opponents, cards, width=width, height=height, touch=width < 900)
    page = player.page
    player.play_on("bid")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    boxes = page.locator("#hand li").evaluate_all(
        "all => all.map(item => item.getBoundingClientRect()).map(b => [b.left, b.right, b.top, b.bottom])"
    )
    assert len(boxes) == cards
    assert all(left >= -1 and right <= width + 1 for left, right, _, _ in boxes)
    rows: dict[int, list[float]] = {}
    for left, _right, top, _bottom in boxes:
        rows.setdefault(round(top / 20), []).append(left)
    for lefts in rows.values():
        lefts.sort()
        assert all(b - a >= 24 for a, b in pairwise(lefts))
    player.play_on("play")
    player.step()


def test_a_broken_line_is_said_and_healed(open_page: OpenPage) -> None:
    player = at_the_table(open_page)
    page = player.page
    player.play_on("bid")
    complaints: list[str] = open_page.complaints  # type: ignore[attr-defined]
    page.context.set_offline(True)
    page.evaluate(CUT)
    expect(page.locator("#connection")).to_have_text("Reconnecting…")
    page.context.set_offline(False)
    expect(page.locator("#connection")).to_have_text("", timeout=15_000)
    player.play_on("play")
    # What an attempt to reconnect says that fell into the time without a network: twice, by browser and htmx.
    offline = "ERR_INTERNET_DISCONNECTED", "htmx:ws:error"
    complaints[:] = [line for line in complaints if not any(said in line for said in offline)]


def test_the_live_region_tells_each_event_once(open_page: OpenPage) -> None:
    player = at_the_table(open_page, cards=2)
    page = player.page
    page.evaluate(
        """() => { window.heard = [];
        new MutationObserver(all => all.forEach(
            one => one.addedNodes.forEach(node => heard.push(node.textContent)))
        ).observe(document.getElementById('said'), {childList: true}); }"""
    )
    player.play_on("play")
    page.wait_for_timeout(300)
    said = [line.strip() for line in page.evaluate("heard") if line.strip()]
    assert said
    assert len(said) == len(set(said))
    assert page.locator("#said").get_attribute("aria-live") == "polite"


def test_br23_a_line_that_died_without_a_word_is_found_out(open_page: OpenPage) -> None:
    """No close, no error: only silence. The heartbeat notices, and the page is brought up to date."""
    page = open_page("/")
    quiet = {"now": False}

    def relay(line: WebSocketRoute) -> None:
        server = line.connect_to_server()
        line.on_message(lambda message: None if quiet["now"] else server.send(message))
        server.on_message(lambda message: None if quiet["now"] else line.send(message))

    page.route_web_socket("**/ws/**", relay)
    player = Player(page)
    player.begin(opponents=2, cards=4)
    player.play_on("bid")
    quiet["now"] = True
    expect(page.locator("#connection")).to_have_text("Reconnecting…", timeout=45_000)
    quiet["now"] = False
    expect(page.locator("#connection")).to_have_text("", timeout=45_000)
    player.play_on("play")


def test_the_last_trick_can_be_looked_at_before_the_next_is_led_and_after_the_deal(
    open_page: OpenPage,
) -> None:
    player = at_the_table(open_page, opponents=2, cards=2)
    page = player.page
    last = page.get_by_role("button", name="Last trick", exact=True)

    def shown() -> list[str]:
        last.click()
        expect(page.locator("#last-cards")).to_be_visible()
        cards = page.locator("#last-cards li .face").filter(visible=True)
        faces = cards.evaluate_all("all => all.map(card => card.dataset.card)")
        page.locator("#last-cards").get_by_role("button", name="Close", exact=True).click()
        return [str(face) for face in faces]

    player.play_on("play")
    assert shown() == []
    page.evaluate(
        """() => { window.tricks = [];
        document.addEventListener('htmx:after:swap', () => {
            const cards = [...document.querySelectorAll('#trick.done > [id]')].map(card => card.id.slice(2));
            if (cards.length && String(cards) !== String(tricks.at(-1))) tricks.push(cards);
        }); }"""
    )
    player.step()
    page.wait_for_function("() => tricks.length === 1")
    assert shown() == page.evaluate("tricks[0]")
    player.play_on("bid")  # the next round has been dealt
    assert shown() == page.evaluate("tricks[1]")
    assert page.locator("#earlier li").count() > 8
