"""A whole game in a browser, in both languages, by mouse, by touch, and by keyboard alone."""

import json

import pytest
from playwright.sync_api import expect

from game.rules.record import verify
from tests.browser.conftest import OpenPage
from tests.browser.player import By, Player


@pytest.mark.parametrize(
    ("by", "language", "width", "height"),
    [("mouse", "en", 1280, 800), ("touch", "da", 390, 844), ("keyboard", "da", 1280, 800)],
)
def test_a_full_game(open_page: OpenPage, by: By, language: str, width: int, height: int) -> None:
    page = open_page("/", language=language, width=width, height=height, touch=by == "touch")
    player = Player(page, language, by)
    player.begin(opponents=2, cards=2)
    player.play_on()
    expect(page.get_by_role("heading", name=player.words["sheet"], exact=True).first).to_be_visible()
    table = page.url
    with page.expect_download() as download:
        page.locator("a[download]").click()
    record = verify(json.loads(download.value.path().read_text()))
    assert record["valid"]
    assert record["finished"]
    player.press(page.get_by_role("button", name=player.words["again"], exact=True))
    page.wait_for_url(lambda url: "/table/" in url and url != table)
    player.play_on("bid")


def test_the_last_trick_and_the_last_round_are_seen_before_the_result(open_page: OpenPage) -> None:
    page = open_page("/")
    player = Player(page)
    player.begin(opponents=2, cards=1, pace="relaxed")
    result = page.get_by_role("heading", name=player.words["final"], exact=True)
    while not page.locator("#final .places").count():
        player.step()
        page.wait_for_timeout(60)
    assert not result.is_visible()
    expect(page.locator("#trick > [id]")).to_have_count(3)
    expect(page.get_by_role("heading", name="Round 2 is over", exact=True)).to_be_visible()
    assert not result.is_visible()
    expect(result).to_be_visible(timeout=10_000)
    assert page.evaluate("document.activeElement.id") == "final-head"
    player.reload()
    assert result.is_visible()


def test_the_browser_checks_the_cards_of_the_game(open_page: OpenPage) -> None:
    page = open_page("/")
    player = Player(page)
    player.begin(opponents=2, cards=1)
    player.play_on()
    page.locator('a[href$="/fair/"]').click()
    expect(page.locator("main")).to_contain_text("every card", timeout=10_000)


def test_a_game_survives_a_reload_a_closed_tab_and_a_look_at_the_rules(open_page: OpenPage) -> None:
    page = open_page("/")
    player = Player(page)
    player.begin(opponents=2, cards=3)
    player.play_on("play")
    held = page.locator("#hand button").evaluate_all("all => all.map(b => b.value).sort()")
    player.reload()
    assert page.locator("#hand button").evaluate_all("all => all.map(b => b.value).sort()") == held
    context, table = page.context, page.url
    page.close()
    again = context.new_page()
    again.goto("/")
    again.locator(f'a[href="{table[table.index("/table/") :]}"]').first.click()
    assert again.locator("#hand button").evaluate_all("all => all.map(b => b.value).sort()") == held
    Player(again).step()


def test_the_language_can_be_changed_in_the_middle_of_a_game(open_page: OpenPage) -> None:
    page = open_page("/", language="en")
    player = Player(page)
    player.begin(opponents=2, cards=2)
    player.play_on("bid")
    page.get_by_role("button", name="Menu", exact=True).click()
    page.get_by_role("button", name="Dansk", exact=True).click()
    expect(page.locator("html")).to_have_attribute("lang", "da")
    Player(page, "da").play_on()
