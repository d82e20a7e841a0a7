"""Faults that a record can have, each put into a good record: RECORD.md's table and order."""

import copy
import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.rules.exact_bid import engine
from game.rules.exact_bid.options import Options
from game.rules.record import Player, record_of, verify, verify_text

from .play import play_on

Json = dict[str, Any]
Change = Callable[[Json], object]
RECORDS = Path(__file__).parent.parent / "records"


def sample(name: str) -> Json:
    record: Json = json.loads((RECORDS / f"{name}.json").read_text())
    return record


def fault_of(record: object) -> Json:
    result = verify(record)
    assert not result["valid"]
    error: Json = result["error"]
    assert error.pop("message")
    return error


def changed(name: str, *changes: Change) -> Json:
    record = sample(name)
    for change in changes:
        change(record)
    return record


def put(*path: Any) -> Change:
    """Put the last of `path` where the others lead."""

    def change(record: Any) -> None:
        for step in path[:-2]:
            record = record[step]
        record[path[-2]] = path[-1]

    return change


def drop(*path: Any) -> Change:
    def change(record: Any) -> None:
        for step in path[:-1]:
            record = record[step]
        del record[path[-1]]

    return change


SHAPE = [
    drop("format"),
    put("format", "piratbridge-record/2"),
    put("format", ["piratbridge-record/1"]),
    drop("game"),
    put("game", "Piratbridge"),
    put("game", ["piratbridge"]),
    put("kind", "friendly"),
    put("kind", None),
    put("kind", ["ranked"]),
    drop("options"),
    put("options", []),
    drop("options", "players"),
    put("options", "players", 4),
    put("options", "players", True),
    put("options", "most_cards", "5"),
    put("options", "most_cards", 18),
    put("options", "most_cards", 4),  # two rounds more than the game has
    put("options", "game", "piratbridge"),
    put("options", "colour", "red"),
    put("options", "trump", {}),
    put("options", "hook", 1),
    put("options", "teams", True),
    put("options", "elimination", True),
    put("options", "max_bid", 0),
    put("options", "zero", 7),
    drop("players"),
    put("players", {}),
    put("players", 0, "Freja"),
    put("players", 0, {}),
    put("players", 0, {"name": 7}),
    put("players", 0, {"name": "A", "bot": 1}),
    put("players", 0, {"name": "A", "left": "yes"}),
    put("players", 0, {"name": "A", "rank_points": -1}),
    put("players", 0, {"name": "A", "rank_points": 1.5}),
    put("players", 0, {"name": "A", "rank_points": 10**400}),
    put("kind", "ranked"),  # its players have no rank points
    drop("first_dealer"),
    put("first_dealer", 3),
    put("first_dealer", -1),
    put("first_dealer", True),
    put("first_dealer", "0"),
    drop("rounds"),
    put("rounds", None),
    put("rounds", 3, []),
    drop("rounds", 3, "hands"),
    drop("rounds", 3, "bids"),
    drop("rounds", 3, "tricks"),
    put("rounds", 3, "hands", "AS"),
    put("rounds", 3, "hands", 0, None),
    put("rounds", 3, "hands", 0, 0, 7),
    put("rounds", 3, "turned", 7),
    put("rounds", 3, "turned", [7]),
    put("rounds", 3, "turned", {}),
    put("rounds", 3, "bids", [0, 0]),
    put("rounds", 3, "bids", [0, 0, 0, 0]),
    put("rounds", 3, "bids", 0, None),
    put("rounds", 3, "bids", 0, 1.0),
    put("rounds", 3, "bids", 0, True),
    put("rounds", 3, "bids", 0, "1"),
    put("rounds", 3, "tricks", {}),
    put("rounds", 3, "tricks", 0, "AS"),
    put("rounds", 3, "tricks", 0, 0, None),
    put("fairness", None),
    put("fairness", {}),
    put("fairness", {"seed": "0" * 64}),
    put("fairness", {"seed": "0" * 63, "salts": ["", "", ""]}),
    put("fairness", {"seed": "g" * 64, "salts": ["", "", ""]}),
    put("fairness", {"seed": "0" * 64 + "\n", "salts": ["", "", ""]}),
    put("fairness", {"seed": 0, "salts": ["", "", ""]}),
    put("fairness", {"seed": "0" * 64, "salts": ["", ""]}),
    put("fairness", {"seed": "0" * 64, "salts": ["", "", "A"]}),
    put("fairness", {"seed": "0" * 64, "salts": ["", "", "0" * 33]}),
    put("fairness", {"seed": "0" * 64, "salts": ["", "", None]}),
]


@pytest.mark.parametrize("number", range(len(SHAPE)))
def test_the_wrong_shape(number: int) -> None:
    assert fault_of(changed("piratbridge-3p", SHAPE[number])) == {"code": "not-a-record"}


def test_the_wrong_shape_comes_before_every_fault_of_play() -> None:
    record = changed("piratbridge-3p", put("rounds", 0, "bids", 0, 9), put("rounds", 9, "bids", 0, "1"))
    assert fault_of(record) == {"code": "not-a-record"}


def test_members_that_the_format_does_not_know_are_passed_over() -> None:
    record = changed(
        "piratbridge-3p", put("table", "Ærø"), put("rounds", 0, "note", [1]), put("players", 0, "badge", 1)
    )
    assert verify(record)["valid"]


# --- piratbridge-3p: three players, five cards, dealer 2; round 1 is
#     0: AS 3D 9D 2S QH · 1: 6S 4H 4S JH TH · 2: 9C KH 2H 6D 7H · turned 9H · bids 1 1 2 ---------------------


@pytest.mark.parametrize(
    "change",
    [
        put("hands", 0, 0, "1S"),
        put("hands", 0, 0, "as"),
        put("hands", 0, 0, ""),
        put("hands", 0, 0, "*1"),
        put("hands", 0, 0, "6S"),
        put("hands", 0, 0, "9H"),  # the turned card
        drop("hands", 0, 0),
        put("hands", 0, []),
        drop("hands", 2),
        put("turned", None),
        drop("turned"),
        put("turned", "AS"),
        put("turned", "ZZ"),
        put("turned", ["9H"]),
        put("turned", ["9H", "8C"]),
        put("turned", []),
    ],
)
def test_wrong_deals(change: Change) -> None:
    record = sample("piratbridge-3p")
    change(record["rounds"][0])
    record["rounds"][0]["bids"] = [9, 9, 9]  # a later fault
    assert fault_of(record) == {"code": "wrong-deal", "round": 1}


@pytest.mark.parametrize(
    ("name", "turned"),
    [
        ("piratbridge-spades", "2C"),
        ("piratbridge-spades", []),
        ("peasant", "2C"),
        ("peasant-version2", None),
        ("peasant-version2", "ZZ"),
        ("peasant-version2", "*1"),
        ("peasant-version2", ["KH"]),
        ("peasant-setesdal", None),
        ("peasant-setesdal", "QC"),
        ("peasant-setesdal", ["QC"]),
        ("peasant-setesdal", ["QC", "2C"]),
        ("peasant-setesdal", ["QC", "4S"]),  # in a hand
        ("peasant-setesdal", ["QC", "2S", "2H"]),
        ("peasant-setesdal", ["QC", "*1"]),
    ],
)
def test_wrong_turned_cards(name: str, turned: object) -> None:
    assert fault_of(changed(name, put("rounds", 0, "turned", turned))) == {"code": "wrong-deal", "round": 1}


def test_null_for_what_is_not_turned() -> None:
    assert verify(changed("piratbridge-spades", put("rounds", 0, "turned", None)))["valid"]


@pytest.mark.parametrize(
    ("bids", "fault"),
    [
        ([6, 1, 2], {"code": "bid-out-of-range", "round": 1, "seat": 0}),
        ([1, -1, 9], {"code": "bid-out-of-range", "round": 1, "seat": 1}),
        ([1, 1, 10**300], {"code": "bid-out-of-range", "round": 1, "seat": 2}),
    ],
)
def test_bids_out_of_range(bids: list[int], fault: Json) -> None:
    assert fault_of(changed("piratbridge-3p", put("rounds", 0, "bids", bids))) == fault


def test_more_bid_than_matchsticks() -> None:
    record = changed("family-matchsticks", put("rounds", 9, "bids", [7, 7, 8]))
    assert fault_of(record) == {"code": "bid-out-of-range", "round": 10, "seat": 2}


def test_bids_by_seat_come_before_the_hook() -> None:
    record = changed("peasant", put("rounds", 2, "bids", [4, -1]))
    assert fault_of(record) == {"code": "bid-out-of-range", "round": 3, "seat": 0}
    record = changed("peasant", put("rounds", 2, "bids", [1, 2]))  # seat 1 dealt
    assert fault_of(record) == {"code": "bids-must-not-add-up", "round": 3, "seat": 0}


@pytest.mark.parametrize(
    ("trick", "cards", "code", "seat"),
    [
        (1, ["AS", "6S", "9D"], "not-in-hand", 2),
        (1, ["AS", "4H", "9C"], "must-follow-suit", 1),
        (1, ["AS", "ZZ", "9C"], "not-in-hand", 1),
        (1, ["AS", "6S", "6S"], "not-in-hand", 2),
        (1, ["9C", "6S", "AS"], "not-in-hand", 0),
        (1, ["AS", "6S"], "wrong-trick", None),
        (1, ["AS", "6S", "9C", "3D"], "wrong-trick", None),
        (1, [], "wrong-trick", None),
    ],
)
def test_cards_that_may_not_be_played(trick: int, cards: list[str], code: str, seat: int | None) -> None:
    record = changed("piratbridge-3p", put("rounds", 0, "tricks", trick - 1, cards))
    where = {"round": 1, "trick": trick} | ({} if seat is None else {"seat": seat})
    assert fault_of(record) == {"code": code} | where


def test_tricks_too_many_and_too_few() -> None:
    record = changed("piratbridge-3p", lambda record: record["rounds"][0]["tricks"].append([]))
    assert fault_of(record) == {"code": "wrong-trick", "round": 1, "trick": 6}
    record = changed("piratbridge-3p", lambda record: record["rounds"][0]["tricks"].pop())
    assert fault_of(record) == {"code": "wrong-trick", "round": 1, "trick": 5}
    record = changed("piratbridge-3p", put("rounds", 4, "tricks", []))
    assert fault_of(record) == {"code": "wrong-trick", "round": 5, "trick": 1}


def test_the_last_round_may_lack_tricks() -> None:
    record = changed("piratbridge-3p", lambda record: record["rounds"][9]["tricks"].pop())
    result = verify(record)
    assert (result["valid"], result["finished"]) == (True, False)
    assert len(result["rounds"][9]["trick_winners"]) == 4
    assert "points" not in result["rounds"][9]
    assert result["totals"] == result["rounds"][8]["totals"]


def test_one_card_rounds_are_played_by_the_same_rules() -> None:
    record = sample("piratbridge-3p")
    shown = record["rounds"][4]["tricks"][0]
    shown[1], shown[2] = shown[2], shown[1]
    leader = (record["first_dealer"] + 4 + 1) % 3
    assert fault_of(record) == {"code": "not-in-hand", "round": 5, "trick": 1, "seat": (leader + 1) % 3}


# --- fairness -----------------------------------------------------------------------------------------


def swap_two_cards(played: Json) -> None:
    hands = played["hands"]
    hands[0][0], hands[1][0] = hands[1][0], hands[0][0]


def test_unfair_deals() -> None:
    assert fault_of(changed("fair", put("first_dealer", 0))) == {"code": "unfair-deal"}
    assert fault_of(changed("fair", put("first_dealer", 0), put("rounds", []))) == {"code": "unfair-deal"}
    record = changed("fair", lambda record: swap_two_cards(record["rounds"][2]))
    assert fault_of(record) == {"code": "unfair-deal", "round": 3}
    record = changed("fair", put("rounds", 3, "turned", "*1"), put("rounds", 4, "turned", "2C"))
    assert fault_of(record) == {"code": "wrong-deal", "round": 4}
    record = changed("fair", put("fairness", "salts", 1, "5efd4dfb"))
    assert fault_of(record)["code"] == "unfair-deal"


def test_fairness_may_be_written_in_capitals_and_hands_in_any_order() -> None:
    record = changed("fair", lambda record: record["rounds"][0]["hands"][0].sort())
    record["fairness"]["seed"] = record["fairness"]["seed"].upper()
    assert verify(record)["valid"]


# --- elimination ---------------------------------------------------------------------------------------


@pytest.fixture
def with_elimination() -> Json:
    options = Options(players=6, most_cards=4, elimination=True, trump="spades")
    _, log, _ = play_on(engine.start(options, 0), random.Random(11))
    return record_of("piratbridge", options, 0, [Player(f"P{seat}") for seat in range(6)], log)


def test_a_seat_that_is_out_neither_holds_nor_bids(with_elimination: Json) -> None:
    played = with_elimination["rounds"][4]
    out = played["bids"].index(None)
    for change, fault in (
        (lambda it: it["rounds"][4]["bids"].__setitem__(out, 0), {"code": "not-a-record"}),
        (lambda it: it["rounds"][4]["bids"].__setitem__(out - 1, None), {"code": "not-a-record"}),
        (lambda it: it["rounds"][4]["hands"].__setitem__(out, ["2C"]), {"code": "wrong-deal", "round": 5}),
        (lambda it: it["rounds"][4]["hands"].__setitem__(out - 1, []), {"code": "wrong-deal", "round": 5}),
    ):
        record = copy.deepcopy(with_elimination)
        change(record)
        assert fault_of(record) == fault


# --- never a traceback -----------------------------------------------------------------------------------

JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=4)
    | st.sampled_from(["AS", "*1"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=8,
)
NAMES = ("piratbridge-3p", "peasant-setesdal", "teams", "fair", "ranked-4p", "family-jokers")


@settings(deadline=None, derandomize=True, max_examples=300)
@given(st.sampled_from(NAMES), st.randoms(use_true_random=False), JSON)
def test_anything_anywhere_gives_a_result(name: str, rng: random.Random, junk: object) -> None:
    """Some value of a good record becomes something else."""
    record: Any = sample(name)
    place = record
    while True:
        key = rng.choice(list(place) if isinstance(place, dict) else range(len(place)))
        if not isinstance(place[key], (dict, list)) or not place[key] or rng.random() < 0.2:
            break
        place = place[key]
    place[key] = junk
    result = verify(record)
    json.dumps(result)
    assert isinstance(result["valid"], bool)
    assert result["valid"] == ("error" not in result)


@settings(deadline=None, derandomize=True, max_examples=200)
@given(st.binary(max_size=200) | JSON.map(lambda value: json.dumps(value).encode()))
def test_any_bytes_give_a_result(text: bytes) -> None:
    assert verify_text(text)["error"]["code"] == "not-a-record"
