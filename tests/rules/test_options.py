"""Options, presets, rounds: RULES 1 and 1.1 to 1.3."""

from typing import Any

import pytest

from game.rules.errors import BadOption
from game.rules.exact_bid.options import (
    Options,
    check_options,
    is_blind,
    most_cards_limit,
    preset_options,
    round_plan,
)
from game.rules.exact_bid.trump import trumps_of


@pytest.mark.parametrize(("players", "limit"), [(2, 26), (3, 17), (4, 13), (5, 10), (6, 8), (7, 7), (8, 6)])
def test_limit_of_most_cards(players: int, limit: int) -> None:
    assert most_cards_limit(players) == limit


def test_jokers_and_two_trumps_change_the_limit() -> None:
    assert most_cards_limit(6, jokers=2) == 9
    assert most_cards_limit(3, jokers=2) == 18
    assert most_cards_limit(4, trump="under-over") == 12
    assert most_cards_limit(5, trump="under-over") == 10
    assert most_cards_limit(4, jokers=2, trump="under-over") == 13


@pytest.mark.parametrize(
    ("rounds", "plan"),
    [
        ("down-up", (3, 2, 1, 1, 2, 3)),
        ("up-down", (1, 2, 3, 2, 1)),
        ("up-up-down-down", (1, 2, 3, 3, 2, 1)),
        ("up", (1, 2, 3)),
    ],
)
def test_rounds(rounds: str, plan: tuple[int, ...]) -> None:
    assert round_plan(Options(most_cards=3, rounds=rounds)) == plan


def test_one_card_games() -> None:
    lengths = {
        order: len(round_plan(Options(most_cards=1, rounds=order))) for order in ("down-up", "up-down")
    }
    assert lengths == {"down-up": 2, "up-down": 1}


def test_presets() -> None:
    assert preset_options("piratbridge", players=4) == Options()
    assert preset_options("piratbridge", players=7).most_cards == 7
    assert preset_options("piratbridge-family", players=3) == Options(
        players=3, most_cards=7, rounds="up-down", trump="spades", blind="none", zero=10
    )
    assert preset_options("piratbridge-family", players=8).most_cards == 6
    assert preset_options("peasant-bridge", players=3) == Options(
        players=3,
        most_cards=10,
        rounds="up-up-down-down",
        trump="rotation",
        hook=True,
        blind="none",
        zero=10,
        missed="nothing",
    )


@pytest.mark.parametrize(
    ("option", "values"),
    [
        ("players", [1, 9, 0, -4, "4", 4.0, None, True]),
        ("most_cards", [0, 14, -1, "8", 8.0, None, True]),
        ("rounds", ["down", "", None, 1, ["up"]]),
        ("trump", ["hearts", None, [], {}]),
        ("hook", [1, 0, None, "no"]),
        ("blind", ["all", True, None]),
        ("made", [10, "10+", None]),
        ("zero", [0, 11, "5", 5.0, True]),
        ("missed", ["double", False]),
        ("jokers", [1, 4, False, 2.0]),
        ("teams", [1, None]),
        ("max_bid", [0, -1, True, "3", 2.5]),
        ("elimination", [True, 1]),  # four players are too few
    ],
)
def test_values_outside_the_rules_are_refused(option: str, values: list[Any]) -> None:
    for value in values:
        with pytest.raises(BadOption) as caught:
            preset_options("piratbridge", **({"players": 4} | {option: value}))
        assert caught.value.option == option


def test_what_tables_are_too_odd_for() -> None:
    for players in range(2, 9):
        for option, right in (("teams", (4, 6, 8)), ("elimination", (6, 7, 8))):
            options = Options(players=players, most_cards=1, **{option: True})
            if players in right:
                check_options(options)
            else:
                with pytest.raises(BadOption):
                    check_options(options)


def test_unknown_games_and_options_are_refused() -> None:
    with pytest.raises(BadOption):
        preset_options("whist", players=4)
    with pytest.raises(BadOption):
        preset_options("piratbridge", players=4, game="x")


# --- trump -----------------------------------------------------------------------------------------


def test_rotation() -> None:
    options = preset_options("peasant-bridge", players=2, most_cards=6)
    suits = ["".join(trumps_of(options, number, ())) for number in range(1, 13)]
    assert suits == ["", "", "", "C", "D", "H", "S", "C", "D", "", "", ""]


def test_rotation_of_a_short_game_has_no_trump() -> None:
    options = preset_options("peasant-bridge", players=2, most_cards=3)
    assert all(trumps_of(options, number, ()) == () for number in range(1, 7))


@pytest.mark.parametrize(
    ("trump", "turned", "trumps"),
    [
        ("turned-card", "AH", "H"),
        ("turned-card", "*1", ""),
        ("turned-card", "", "S"),  # every card is dealt
        ("spades", "", "S"),
        ("drawn-card", "2H", "H"),
        ("drawn-card", "TC", "C"),
        ("drawn-card", "JC", ""),
        ("drawn-card", "AC", ""),
        ("drawn-card", "*2", ""),
        ("under-over", "2D AC", "DC"),
    ],
)
def test_trump(trump: str, turned: str, trumps: str) -> None:
    options = Options(trump=trump, jokers=2)
    assert trumps_of(options, 4, tuple(turned.split())) == tuple(trumps)


# --- blind rounds ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rounds", "blind", "which"),
    [
        ("down-up", "one-card", [3, 4]),
        ("down-up", "none", []),
        ("down-up", "first", []),  # it has more cards than one
        ("down-up", "last", []),
        ("up-down", "one-card", [1, 5]),
        ("up-down", "first", [1]),
        ("up-down", "last", [5]),
        ("up", "first", [1]),
        ("up", "last", []),
    ],
)
def test_blind_rounds(rounds: str, blind: str, which: list[int]) -> None:
    options = Options(most_cards=3, rounds=rounds, blind=blind)
    count = len(round_plan(options))
    assert [number for number in range(1, count + 1) if is_blind(options, number)] == which
