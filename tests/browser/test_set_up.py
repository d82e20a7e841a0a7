"""Setting up a game: the button is in sight, odd numbers are told at once, and choices are remembered."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.player import WORDS, Player

WHOLE = {
    "en": "Choose a whole number from 1 to 13.",
    "da": "Vælg et helt tal fra 1 til 13.",
}
OVER = {
    "en": "With 3 opponents there are at most 13 cards each.",
    "da": "Med 3 modstandere er der højst 13 kort til hver.",
}
FITS = {
    "en": "At most 13. The game has 14 rounds.",
    "da": "Højst 13. Spillet har 14 runder.",
}
ODD = {"": WHOLE, "0": WHOLE, "-3": WHOLE, "2.5": WHOLE, "1e1": WHOLE, "e": WHOLE, "14": OVER}


@pytest.mark.parametrize("language", ["en", "da"])
@pytest.mark.parametrize(("width", "height"), [(360, 640), (390, 844), (667, 375), (844, 390)])
def test_the_start_button_is_in_sight(open_page: OpenPage, width: int, height: int, language: str) -> None:
    page = open_page("/play/", language=language, width=width, height=height)
    button = page.get_by_role("button", name=WORDS[language]["start"], exact=True)
    for opened in ("closed", "open"):
        expect(button).to_be_in_viewport(ratio=1)
        if opened == "closed":
            page.get_by_text(WORDS[language]["advanced"], exact=True).click()
            page.evaluate("scrollTo(0, 0)")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("language", ["en", "da"])
def test_a_number_that_cannot_be_dealt_is_told_at_once(open_page: OpenPage, language: str) -> None:
    page = open_page("/play/", language=language)
    cards = page.get_by_label(WORDS[language]["cards"], exact=True)
    for written, said in ODD.items():
        cards.fill("")
        cards.press_sequentially(written)
        expect(cards).to_have_accessible_description(said[language])
        expect(cards).to_have_attribute("aria-invalid", "true")
    cards.fill("7")
    expect(cards).to_have_accessible_description(FITS[language])
    assert cards.get_attribute("aria-invalid") is None


def test_fewer_cards_with_more_opponents(open_page: OpenPage) -> None:
    page = open_page("/play/")
    cards = page.get_by_label("Cards in the first round", exact=True)
    cards.fill("13")
    page.get_by_label("Opponents", exact=True).select_option("5")
    expect(cards).to_have_value("8")
    expect(cards).to_have_accessible_description("At most 8. The game has 16 rounds.")


def chosen(page: Page) -> list[object]:
    """What stands in the form's fields."""
    texts = "f => [f.opponents, f.most_cards, f.pace].map(field => field.value)"
    ticks = "f => [f.zero_ten, f.spades_trump].map(field => field.checked)"
    form = page.locator("#new-game")
    return [*form.evaluate(texts), *form.evaluate(ticks)]


def test_the_choices_of_the_last_game_stand_there_again(open_page: OpenPage) -> None:
    page = open_page("/play/")
    assert chosen(page) == ["3", "8", "normal", False, False]
    page.get_by_text("Advanced settings", exact=True).click()
    page.get_by_label("Spades are always trump", exact=True).check()
    page.goto("/")
    Player(page).begin(opponents=4, cards=10, pace="fast")
    page.goto("/play/")
    assert chosen(page) == ["4", "10", "fast", False, False]
    page.get_by_text("Advanced settings", exact=True).click()
    page.get_by_label("0 tricks gives 10 points", exact=True).check()
    page.get_by_role("button", name="Start game", exact=True).click()
    page.wait_for_url("**/table/**")
    page.goto("/play/")
    assert chosen(page) == ["4", "10", "fast", True, False]
    expect(page.get_by_label("0 tricks gives 10 points", exact=True)).to_be_visible()
    expect(page.get_by_label("Cards in the first round")).to_have_accessible_description(
        "At most 10. The game has 20 rounds."
    )


def test_spoilt_memory_leaves_the_defaults(open_page: OpenPage) -> None:
    page = open_page("/play/")
    for spoilt in ("{", '"x"', "[]", '{"opponents": "9", "most_cards": "x", "pace": 3, "zero_ten": "no"}'):
        page.evaluate("text => localStorage.setItem('piratbridge.new-game', text)", spoilt)
        page.reload()
        assert chosen(page) == ["3", "8", "normal", False, False]
