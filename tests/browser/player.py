"""Someone who plays a game in a browser: by mouse, by touch, or by keyboard alone."""

import re
import time
from contextlib import suppress
from typing import Literal

from playwright.sync_api import Locator, Page, TimeoutError, expect

By = Literal["mouse", "touch", "keyboard"]

WORDS = {
    "en": {
        "against": "Play against bots", "start": "Start game", "opponents": "Opponents",
        "cards": "Cards in the first round", "pace": "Pace", "fast": "fast", "bid": "Bid", "play": "Play",
        "final": "Final result", "sheet": "Score sheet", "again": "Play again", "last": "Last trick",
        "next": "Next round", "strength": "Bot strength", "advanced": "Advanced settings",
    },
    "da": {
        "against": "Spil mod bots", "start": "Start spil", "opponents": "Modstandere",
        "cards": "Kort i første runde", "pace": "Tempo", "fast": "hurtigt", "bid": "Meld", "play": "Spil",
        "final": "Slutresultat", "sheet": "Pointark", "again": "En gang til", "last": "Sidste stik",
        "next": "Næste runde", "strength": "Botstyrke", "advanced": "Avancerede indstillinger",
    },
}  # fmt: skip


class Player:
    """Plays on a page that stands at the site's front door or at a table."""

    def __init__(self, page: Page, language: str = "en", by: By = "mouse") -> None:
        self.page = page
        self.words = WORDS[language]
        self.by = by

    def press(self, target: Locator) -> None:
        """Use a button or a link as this player does."""
        match self.by:
            case "mouse":
                target.click()
            case "touch":
                target.tap()
            case "keyboard":
                self.reach(target)
                self.page.wait_for_timeout(150)  # no finger is quicker (static/game/moves.js)
                self.page.keyboard.press("Enter")

    def reach(self, target: Locator) -> None:
        """Go to an element with the Tab key alone."""
        expect(target).to_be_visible()
        for _ in range(80):
            if target.evaluate("element => element === document.activeElement"):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"{target} cannot be reached with the keyboard")

    def begin(self, opponents: int = 2, cards: int = 2, pace: str = "fast") -> None:
        """From the front page to a table."""
        self.press(self.page.get_by_role("link", name=self.words["against"]).first)
        for label, value in (("opponents", str(opponents)), ("pace", pace)):
            field = self.page.get_by_label(self.words[label], exact=True)
            field.focus()
            field.select_option(value)
        self.page.get_by_label(self.words["cards"], exact=True).fill(str(cards))
        self.press(self.page.get_by_role("button", name=self.words["start"], exact=True))
        self.page.wait_for_url("**/table/**")

    def reload(self) -> None:
        """Come back to the table, until its line is up: one that is cut off while it is being made is an
        error to the browser."""
        self.page.reload()
        self.page.wait_for_function(
            """() => { const table = document.getElementById('table').getAttribute('hx-ws:connect');
            return window.htmx?.ext.ws?.getRegistry().get(table)?.socket?.readyState === 1; }"""
        )

    def bids(self) -> Locator:
        return self.page.get_by_role("button", name=re.compile(rf"^{self.words['bid']} \d+$"))

    def cards(self) -> Locator:
        """The cards in one's hand that can be played now."""
        return self.page.locator("#hand button:enabled")

    def next_round(self) -> Locator:
        return self.page.get_by_role("button", name=self.words["next"], exact=True)

    def must_bid(self) -> bool:
        """Whether there are bids to choose from and none is chosen. Seen at one moment: the region
        may be drawn anew between two looks."""
        seen = "form => form.querySelector('button') && !form.querySelector('[aria-pressed=true]')"
        return bool(self.page.locator("#bids").evaluate(seen))

    def is_over(self) -> bool:
        return self.page.get_by_role("heading", name=self.words["final"], exact=True).is_visible()

    def step(self, bid: int = 1, leave: str = "") -> None:
        """Do what can be done now, if there is something. `leave` ("play", "bid" or "next") is not done,
        though it should have become possible a moment ago."""
        if leave != "bid" and self.must_bid():
            self.press(self.bids().nth(min(bid, self.bids().count() - 1)))
            taken = self.page.locator('#bids [aria-pressed="true"], #bids[hidden]')
            expect(taken.first).to_be_attached()
        elif leave != "play" and self.cards().count():
            card = self.cards().first
            name = card.get_attribute("value")
            self.press(card)
            expect(self.page.locator(f"#h-{name}")).to_have_count(0)
        elif leave != "next" and self.next_round().is_visible():
            with suppress(TimeoutError, AssertionError):  # the table may be quicker, and deal by itself
                self.next_round().click(timeout=1000)

    def play_on(self, until: str = "over", seconds: float = 120) -> None:
        """Play until the game is over, or one may "play", "bid", or ask for the "next" round."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if self.is_over():
                assert until == "over"
                return
            if (until == "play" and self.cards().count()) or (until == "bid" and self.must_bid()):
                return
            if until == "next" and self.next_round().is_visible():
                return
            self.step(leave=until)
            self.page.wait_for_timeout(60)
        raise AssertionError(f"waited in vain: {self.page.locator('#status').inner_text()}")
