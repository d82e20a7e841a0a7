"""The rules page: what it shows as examples is what the engine says, in both languages."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from game.rules import tricks
from game.rules.exact_bid.options import Options, most_cards_limit, round_plan
from game.rules.exact_bid.scoring import places, points_for, round_type


@pytest.fixture(params=["en", "da"])
def language(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def page(client: Client, language: str) -> str:
    client.cookies["django_language"] = language
    answer = client.get(reverse("rules"))
    assert answer.status_code == 200
    return answer.content.decode()


def blocks(page: str, tag: str, name: str) -> list[tuple[str, str]]:
    """The attributes and the inside of every element of a tag and class (elements of that tag do not
    nest on this page)."""
    return re.findall(rf'<{tag} class="{name}"([^>]*)>(.*?)</{tag}>', page, re.S)


def cells(part: str, tag: str = "td") -> list[str]:
    """The texts of a part's cells."""
    return [plain(cell) for cell in re.findall(rf"<{tag}[^>]*>(.*?)(?=</?t[dhr])", part, re.S)]


def plain(html: str) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", html).split())


def cards(part: str) -> list[str]:
    return re.findall(r'data-card="(..)"', part)


def number(text: str) -> int:
    """The number that a cell begins with."""
    found = re.match(r"[+−]?\d+", text)
    assert found, text
    return int(found[0].replace("−", "-"))


def test_every_chapter_is_in_the_contents_and_every_anchor_is_there(page: str) -> None:
    ids = re.findall(r'\bid="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r'href="#([^"]+)"', page)) <= set(ids)
    chapters = re.findall(r'<section id="([^"]+)"', page)
    contents = re.search(r'<nav class="contents".*?</nav>', page, re.S)
    assert contents
    assert re.findall(r'href="#([^"]+)"', contents[0]) == chapters
    leading_back = re.findall(r'<a href="#contents">[^<]+</a></p>\s*</section>', page)
    assert len(leading_back) == len(chapters)


def test_the_page_is_in_its_language(page: str, language: str) -> None:
    assert f'<html lang="{language}"' in page
    words = {
        "en": ["trick", "bid", "trump", "void", "dealer", "follow suit"],
        "da": ["stik", "melding", "trumf", "renonce", "giver", "udspil", "bekende kulør"],
    }
    text = plain(page).lower()
    assert [word for word in words[language] if word not in text] == []


def test_br27_the_tricks_and_their_winners(page: str) -> None:
    shown = {}
    for attributes, inside in blocks(page, "ol", "trick"):
        items = inside.split("<li")[1:]
        played = [cards(item)[0] for item in items]
        taken = [place for place, item in enumerate(items) if item.startswith(' class="w"')]
        trump = re.search(r'data-trump="(.)"', attributes)
        assert trump
        assert taken == [tricks.winner(played, (trump[1],))]
        shown[" ".join(played), trump[1]] = played[taken[0]]
    assert shown == {
        ("9S TS 2S", "H"): "TS",
        ("JC KD 3C", "H"): "JC",
        ("9S KS 4H 2S", "H"): "4H",
        ("2D TH JH 9H", "H"): "JH",
        ("8H 6D 6S 9D", "D"): "9D",
        ("AH KH 2S AD", "S"): "2S",
    }


def test_the_cards_that_may_be_played(page: str) -> None:
    hands = blocks(page, "ul", "held")
    assert len(hands) == 2
    for attributes, inside in hands:
        items = inside.split("<li")[1:]
        led = re.search(r'data-led="(..)"', attributes)
        assert led
        hand = tuple(cards(item)[0] for item in items)
        open_ = tuple(cards(item)[0] for item in items if not item.startswith(' class="shut"'))
        assert open_ == tricks.playable(hand, (led[1],))


def test_the_points(page: str) -> None:
    [(_, table)] = blocks(page, "table", "points")
    rows = [[number(cell) for cell in cells(row)] for row in table.split("<tr")[2:]]
    assert rows == [[3, 3, 13, 13], [0, 0, 5, 10], [3, 2, -1, -1], [3, 4, -1, -1], [0, 2, -2, -2]]
    for bid, taken, points, with_ten in rows:
        assert points == points_for(Options(), bid, taken)
        assert with_ten == points_for(Options(zero=10), bid, taken)


def test_the_rounds_and_the_packs_limit(page: str) -> None:
    stairs = re.search(r'<figure class="stairs">.*?</figure>', page, re.S)
    assert stairs
    assert tuple(map(int, re.findall(r'<li class="c\d">(\d)<', stairs[0]))) == round_plan(
        Options(most_cards=8)
    )
    [(_, table)] = blocks(page, "table", "limits")
    players, most = ([number(cell) for cell in cells(row)] for row in table.split("<tr")[1:])
    assert players == [3, 4, 5, 6]
    assert most == [17, 13, 10, 8] == [most_cards_limit(n) for n in players]


def test_the_kinds_of_round(page: str) -> None:
    [(_, kinds)] = blocks(page, "ul", "types")
    found = re.findall(r'<li class="(\w+)"><strong>(.*?)</strong><span class="sum">(.*?)</span>', kinds)
    assert [kind for kind, _, _ in found] == ["fight", "creeper", "even"]
    for kind, title, added in found:
        bids = [int(bid) for bid in added.split(" + ")]
        assert kind == round_type(bids, 5).value
        assert re.findall(r"\d+", title) == [str(sum(bids)), "5"]


def test_the_places(page: str) -> None:
    [(_, table)] = blocks(page, "table", "places")
    totals, shown = ([number(cell) for cell in cells(row)] for row in table.split("<tr")[1:])
    assert (totals, shown) == ([40, 31, 31, 12], [1, 2, 2, 4])
    assert tuple(shown) == places(Options(), totals)
