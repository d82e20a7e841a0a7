"""At the table a name that begins with *Play* or *Spil* is a card's, and nothing else's."""

import re

import pytest

from tests.browser.conftest import OpenPage
from tests.browser.player import Player

CARD = {
    "en": re.compile(r"Play (\d+|jack|queen|king|ace) of (clubs|diamonds|hearts|spades)"),
    "da": re.compile(r"Spil (klør|ruder|hjerter|spar) (\d+|knægt|dame|konge|es)"),
}
# What the page has shown, by moment of the game: looked at whenever it has changed, so that nothing that
# is there for a second alone is missed. *Play again* waits behind the scenes until the game is over.
WATCH = """() => {
    const shown = window.shown = {};
    const has = selector => document.querySelector(selector) !== null;
    const moments = {
        'bid': () => has('#bids button') && !has('#bids [aria-pressed=true]'),
        'has bid': () => has('#bids [aria-pressed=true]'),
        'play': () => has('#hand button:enabled'),
        'others play': () => has('#trick li') && has('#hand button') && !has('#hand button:enabled'),
        'one card, unseen': () => has('#cards .back'),
        'round is over': () => has('#banner.round') && !has('#final li'),
        'game is over': () => has('#final li'),
    };
    const look = () => {
        const names = [...document.querySelectorAll("button, [role=button], [type=submit], [type=button]")]
            .filter(button => has('#final li') || !button.closest('#after'))
            .map(button => (button.ariaLabel || button.textContent || button.value).trim());
        for (const [moment, is] of Object.entries(moments)) {
            if (is()) shown[moment] = [...new Set([...(shown[moment] ?? []), ...names])];
        }
    };
    look();
    new MutationObserver(look).observe(document.body, {subtree: true, childList: true, attributes: true});
}"""
MOMENTS = {"bid", "has bid", "play", "others play", "one card, unseen", "round is over", "game is over"}


@pytest.mark.parametrize("language", ["en", "da"])
def test_no_button_but_a_card_begins_with_play(open_page: OpenPage, language: str) -> None:
    page = open_page("/", language=language)
    player = Player(page, language)
    player.begin(opponents=2, cards=2)
    page.evaluate(WATCH)
    player.play_on()
    shown: dict[str, list[str]] = page.evaluate("shown")
    assert set(shown) == MOMENTS
    for moment, names in shown.items():
        plays = [name for name in names if re.match("(?i)play|spil", name)]
        again = ["Play again"] if moment == "game is over" and language == "en" else []
        assert [name for name in plays if not CARD[language].fullmatch(name)] == again, moment
    assert any(CARD[language].fullmatch(name) for name in shown["play"])
