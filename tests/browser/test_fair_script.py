"""The page that checks the fair cards, in a browser but without the site: the page is rendered here and
the record is whatever the test makes of it. What is right comes from game/rules/fair.py."""

import copy
import json
import mimetypes
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.conf import settings as django_settings
from django.shortcuts import render
from django.test import RequestFactory
from playwright.sync_api import Browser, Locator, Page, Route
from pytest_django import Settings

from game.rules import fair
from game.rules.exact_bid.options import most_cards_limit, preset_options, round_plan

ROOT = Path(__file__).resolve().parents[2]
RECORD = json.loads((ROOT / "tests/records/fair.json").read_text())
POLICY = "default-src 'self'; object-src 'none'; base-uri 'none'; require-trusted-types-for 'script'"

CheckPage = Callable[..., Page]


def dealt_record(options: dict[str, Any], seed: bytes, salts: tuple[str, ...]) -> dict[str, Any]:
    """A record of the rules' own deals (no bids, no tricks: the page looks at the cards alone)."""
    rules = preset_options("piratbridge", **options)
    rounds = []
    for k in range(len(round_plan(rules))):
        deal, _ = fair.deal(rules, seed, salts, k, k + 1)
        turned = deal.turned[0] if deal.turned else None
        rounds.append({"hands": [sorted(hand) for hand in deal.hands], "turned": turned})
    return {
        "game": "piratbridge",
        "options": options,
        "players": [{"name": f"Ida {seat}"} for seat in range(rules.players)],
        "first_dealer": fair.first_dealer(seed, salts, rules.players),
        "rounds": rounds,
        "fairness": {"seed": seed.hex(), "salts": list(salts)},
    }


def page_of(record: dict[str, Any], seal: str, ended: bool) -> str:
    """The page as the view renders it."""
    fairness = record["fairness"]
    seats = [
        SimpleNamespace(index=seat, name=player["name"], salt=salt, bot="medium" if seat else "")
        for seat, (player, salt) in enumerate(zip(record["players"], fairness["salts"], strict=True))
    ]
    table = SimpleNamespace(public_id="x" * 22, seed=fairness["seed"], seal=seal)
    context = {"table": table, "ended": ended, "seats": seats, "me": 0, "record_url": "/record"}
    return render(RequestFactory().get("/"), "game/fair.html", context).content.decode()


@pytest.fixture
def check_page(chromium: Browser, settings: Settings) -> Iterator[CheckPage]:
    """Opens the page of a record: `check_page(record, seal=…, ended=…, scheme=…, answer=…)`, where
    `answer` is what comes in the record's place."""
    plain = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    settings.STORAGES = {**django_settings.STORAGES, "staticfiles": plain}
    context = chromium.new_context()
    complaints: list[str] = []

    def open_(
        record: dict[str, Any],
        *,
        seal: str | None = None,
        ended: bool = True,
        scheme: str = "https",
        answer: str | None = None,
    ) -> Page:
        seal = seal or fair.seal(bytes.fromhex(record["fairness"]["seed"]))
        html = page_of(record, seal, ended)

        def serve(route: Route) -> None:
            path = urlsplit(route.request.url).path
            if path.startswith("/static/"):
                file = ROOT / path.lstrip("/")
                route.fulfill(path=file, content_type=mimetypes.guess_type(path)[0] or "font/woff2")
            elif path == "/record":
                route.fulfill(body=answer or json.dumps(record), content_type="application/json")
            else:
                headers = {"Content-Security-Policy": POLICY, "Content-Type": "text/html; charset=utf-8"}
                route.fulfill(body=html, headers=headers)

        page = context.new_page()
        page.on("console", lambda message: complaints.append(message.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.route("**/*", serve)
        page.goto(f"{scheme}://piratbridge.example/fair/")
        return page

    yield open_
    context.close()
    assert complaints == []


def outcome(page: Page) -> str:
    """The word for how the check went, once it is over."""
    page.wait_for_selector("#outcome:not(.checking, [class='outcome'])")
    [word] = set((page.get_attribute("#outcome", "class") or "").split()) - {"outcome"}
    return word


def wrong_lines(page: Page) -> list[str]:
    """The lines of the list that do not fit."""
    return [text.strip() for text in page.locator("#checks > .wrong .what").all_inner_texts()]


def wrong_hands(line: Locator) -> list[str]:
    return [text.strip() for text in line.locator("dt.wrong").all_inner_texts()]


def seed_of(number: int) -> bytes:
    return random.Random(number).randbytes(32)


def test_a_fair_game_fits(check_page: CheckPage) -> None:
    page = check_page(RECORD)
    assert outcome(page) == "fits"
    assert "Everything fits" in page.inner_text("#outcome")
    assert page.get_attribute("#outcome", "role") == "status"
    assert page.locator("#checks > .right").count() == 2 + len(RECORD["rounds"])
    assert page.locator("#checks > .wrong").count() == 0
    assert page.inner_text("#checks > li:first-child .what") == "The seed and its seal"
    assert page.inner_text("#checks > li:nth-child(2) .what") == "The first dealer: \u2068Player 3\u2069"


def test_the_cards_are_shown_on_demand(check_page: CheckPage) -> None:
    page = check_page(RECORD)
    outcome(page)
    first = page.locator("#checks details").first
    assert not first.locator(".face").first.is_visible()
    first.locator("summary").focus()
    page.keyboard.press("Enter")
    assert first.locator(".face").first.is_visible()
    shown = first.locator(".face").evaluate_all("faces => faces.map(face => face.dataset.card)")
    played = RECORD["rounds"][0]
    assert shown == [card for hand in played["hands"] for card in hand] + [played["turned"]]
    assert first.locator(".face").first.text_content() == "5 of clubs"


@pytest.mark.parametrize(
    ("players", "most_cards", "trump"),
    [
        (3, 17, "turned-card"),
        (4, 13, "turned-card"),
        (5, 10, "spades"),
        (6, 8, "turned-card"),
        (8, 6, "spades"),
    ],
)
def test_whole_games_of_the_rules_fit(
    check_page: CheckPage, players: int, most_cards: int, trump: str
) -> None:
    assert most_cards == most_cards_limit(players)
    rng = random.Random(players)
    salts = tuple(f"{rng.getrandbits(128):x}" if rng.random() < 0.5 else "" for _ in range(players))
    options = {"players": players, "most_cards": most_cards, "trump": trump, "zero": 10}
    page = check_page(dealt_record(options, seed_of(players), salts))
    assert outcome(page) == "fits"
    assert page.locator("#checks > .right").count() == 2 + 2 * most_cards


def test_the_numbers_that_would_tip_the_balance_are_skipped(check_page: CheckPage) -> None:
    page = check_page(RECORD)
    below = """async ([n, ...numbers]) => {
        const { below } = await import("/static/game/fair-recipe.js");
        return below(n, numbers.values());
    }"""
    assert page.evaluate(below, [3, 2**32 - 1, 2**32 - 2]) == (2**32 - 2) % 3
    assert page.evaluate(below, [2, 2**32 - 1]) == 1


def changed(change: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
    record = copy.deepcopy(RECORD)
    change(record)
    return record


def swap_two_cards(record: dict[str, Any]) -> None:
    first, second, *_ = record["rounds"][3]["hands"]
    first[0], second[0] = second[0], first[0]


def one_card_twice(record: dict[str, Any]) -> None:
    hand = record["rounds"][3]["hands"][0]
    hand[1] = hand[0]


def another_turned_card(record: dict[str, Any]) -> None:
    record["rounds"][3]["turned"] = "2C" if record["rounds"][3]["turned"] != "2C" else "3C"


def no_card(record: dict[str, Any]) -> None:
    record["rounds"][3]["hands"][2][0] = "<img src=x onerror=alert(1)>"


def another_hand(record: dict[str, Any]) -> None:
    record["rounds"][3]["hands"].append([])


@pytest.mark.parametrize(
    ("change", "hands"),
    [
        (swap_two_cards, ["Player 1", "Player 2"]),
        (one_card_twice, ["Player 1"]),
        (another_turned_card, ["Turned card"]),
        (no_card, ["Player 3"]),
        (another_hand, []),
    ],
)
def test_a_tampered_round_does_not(
    check_page: CheckPage, change: Callable[[dict[str, Any]], None], hands: list[str]
) -> None:
    page = check_page(changed(change))
    assert outcome(page) == "differs"
    assert wrong_lines(page) == ["Round 4"]
    line = page.locator("#checks > .wrong")
    assert "does not fit" in line.inner_text()
    assert wrong_hands(line) == hands


def test_another_first_dealer_does_not(check_page: CheckPage) -> None:
    page = check_page(changed(lambda record: record.update(first_dealer=(record["first_dealer"] + 1) % 4)))
    assert outcome(page) == "differs"
    assert [line[:16] for line in wrong_lines(page)] == ["The first dealer"]


def test_a_seed_that_was_not_sealed_does_not(check_page: CheckPage) -> None:
    page = check_page(RECORD, seal=fair.seal(seed_of(1)))
    assert outcome(page) == "differs"
    assert wrong_lines(page) == ["The seed and its seal"]


def test_another_salt_gives_other_cards(check_page: CheckPage) -> None:
    page = check_page(changed(lambda record: record["fairness"]["salts"].__setitem__(0, "f")))
    assert outcome(page) == "differs"
    rounds = [f"Round {k}" for k in range(1, len(RECORD["rounds"]) + 1)]
    assert wrong_lines(page)[-len(rounds) :] == rounds


@pytest.mark.parametrize(
    "change",
    [
        {"game": "peasant-bridge"},
        {"options": {"players": 4, "most_cards": 5, "trump": "drawn-card"}},
        {"options": {"players": 4, "most_cards": 5, "rounds": "up-down"}},
        {"options": {"players": 4, "most_cards": 5, "jokers": 2}},
        {"options": {"players": 4, "most_cards": 5, "something": "new"}},
        {"options": {"players": 4, "most_cards": 14}},
        {"options": {}},
        {"options": None},
    ],
)
def test_other_rules_are_never_called_fair(check_page: CheckPage, change: dict[str, Any]) -> None:
    page = check_page(RECORD, answer=json.dumps(RECORD | change))
    assert outcome(page) == "otherRules"
    assert "other rules" in page.inner_text("#outcome")
    assert page.locator("#checks > li").count() == 0


@pytest.mark.parametrize(
    "answer",
    [
        "<p>no JSON</p>",
        json.dumps({key: value for key, value in RECORD.items() if key != "fairness"}),
        json.dumps(RECORD | {"fairness": RECORD["fairness"] | {"salts": ["", ""]}}),
        json.dumps(RECORD | {"fairness": RECORD["fairness"] | {"seed": "00"}}),
        json.dumps(RECORD | {"rounds": RECORD["rounds"] * 2}),
        json.dumps(RECORD | {"rounds": [{"hands": None}]}),
        json.dumps(RECORD | {"players": [{"name": "Ida"}]}),
    ],
)
def test_a_record_that_cannot_be_read_is_said_to_be_so(check_page: CheckPage, answer: str) -> None:
    page = check_page(RECORD, answer=answer)
    assert outcome(page) == "unreadable"
    assert page.locator("#checks > li").count() == 0


def test_where_the_browser_cannot_do_the_sums_it_says_so(check_page: CheckPage) -> None:
    page = check_page(RECORD, scheme="http")
    assert outcome(page) == "noCrypto"
    assert "verify_record" in page.inner_text("main")


def test_before_the_end_there_are_the_seal_and_the_salts_but_no_seed(check_page: CheckPage) -> None:
    page = check_page(RECORD, ended=False)
    html = page.content()
    assert fair.seal(bytes.fromhex(RECORD["fairness"]["seed"])) in html
    assert RECORD["fairness"]["seed"] not in html
    assert all(salt in html for salt in RECORD["fairness"]["salts"])
    assert page.locator("#outcome").count() == 0


def test_br50_names_are_text(check_page: CheckPage) -> None:
    names = ["<img src=x onerror=alert(1)>", "'\"><svg onload=alert(1)>", "{{7*7}} {n}", "\u202eØjvind" * 5]
    record = changed(lambda record: record.update(players=[{"name": name} for name in names]))
    page = check_page(record)
    assert outcome(page) == "fits"
    assert page.locator("main :is(img, svg)").count() == 0
    page.locator("#checks details").first.locator("summary").click()
    assert page.locator("#checks details").first.locator("bdi").all_text_contents()[:4] == names
