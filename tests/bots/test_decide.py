"""Every bot always answers with something legal (BR-29, BR-40), and from what its seat may know alone."""

import logging
import random
from dataclasses import replace

import pytest

from game.bots import DEFAULT_LEVEL, LEVELS, decide, levels, medium, offered_levels
from game.rules.cards import pack
from game.rules.exact_bid import engine
from game.rules.exact_bid.options import CHOICES, Options, most_cards_limit, round_plan
from game.rules.exact_bid.values import Phase, Play, Reveal, State
from game.rules.exact_bid.view import view

from .harness import deal, play_game, play_round
from .positions import answers, to_bid, to_play


def some_options(players: int, most: int, rng: random.Random) -> Options:
    """Any mix of options that is a game."""
    options = Options(players=players, most_cards=1)
    options = replace(options, **{name: rng.choice(values) for name, values in CHOICES.items()})
    limit = most_cards_limit(players, options.jokers, options.trump)
    return replace(
        options,
        most_cards=rng.randint(1, min(most, limit)),
        teams=options.teams and players in (4, 6, 8),
        elimination=options.elimination and players >= 6,
        max_bid=rng.choice((None, None, 1, 2, 5)),
    )


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("players", range(2, 9))
def test_whole_games_at_any_options(players, level, caplog):
    rng = random.Random(players)
    bots = [lambda seen, chance: decide(level, seen, chance)] * players
    rounds = 0
    while rounds < (200 if level == "medium" else 400):
        state = play_game(some_options(players, 4, rng), bots, rng)
        assert state.phase is Phase.END
        rounds += state.round
    assert not caplog.records


@pytest.mark.parametrize("players", range(2, 9))
@pytest.mark.parametrize("trump", CHOICES["trump"])
def test_the_largest_round(players, trump, caplog):
    limit = most_cards_limit(players, 2, trump)
    options = Options(players=players, most_cards=limit, trump=trump, jokers=2, hook=True)
    bots = [lambda seen, chance: decide("medium", seen, chance)] * players
    play_round(engine.start(options, 0), bots, random.Random(1))
    assert not caplog.records


def test_hands_that_leave_little_to_choose():
    lost = {"bids": (0, 1, 1, 1), "taken": (0, 1, 1, 1)}
    assert answers(to_play("AS", **lost)) == {"AS"}
    assert answers(to_play("AS KS 2S", **lost, trick="2C")) <= {"AS", "KS", "2S"}
    assert answers(to_bid("", seen="2C 3C 4C")) <= {0, 1}
    assert answers(to_bid("2C")) <= {0, 1}


def test_the_hook_leaves_one_card_one_answer():
    options = Options(players=3, most_cards=1, hook=True, blind="none")
    for seed in range(50):
        rng = random.Random(seed)
        bots = [lambda seen, chance: decide("medium", seen, chance)] * 3
        after = play_round(engine.start(options, 0), bots, rng)
        assert sum(after.bids) != 1


def broken(seen, chance):
    raise RuntimeError(f"I hold {seen.hand}")


@pytest.mark.parametrize(
    "bot", [broken, lambda seen, chance: Play("2C"), lambda seen, chance: None, lambda seen, chance: Reveal()]
)
def test_a_broken_bot_gives_something_legal_and_is_logged_without_cards(bot, monkeypatch, caplog):
    monkeypatch.setattr(levels, "LEVELS", {"medium": levels.Level("medium", bot)})
    seen = to_play("AS KS 9H", bids=(1, 1, 1, 1), taken=(0, 0, 0, 0))
    for seed in range(20):
        assert decide("medium", seen, random.Random(seed)) in seen.legal
    assert len(caplog.records) == 20
    assert {record.levelno for record in caplog.records} == {logging.ERROR}
    assert not any(card in caplog.text for card in pack())


@pytest.mark.parametrize("name", ["count", "table", "value"])
def test_an_error_deep_inside_gives_something_legal(name, monkeypatch, caplog):
    def fail(*args, **kwargs):
        raise KeyError("AS")

    monkeypatch.setattr(f"game.bots.playing.{name}", fail)
    seen = to_play("AS KS 9H", bids=(1, 1, 1, 1), taken=(0, 0, 0, 0))
    assert decide("medium", seen, random.Random(1)) in seen.legal
    assert "KeyError" in caplog.text
    assert "AS" not in caplog.text


def test_an_unknown_level_still_answers(caplog):
    seen = to_bid("AS 2C")
    assert decide("grandmaster", seen, random.Random(1)) in seen.legal
    assert caplog.records


def test_a_seat_with_nothing_to_decide_is_an_error_of_the_caller():
    with pytest.raises(ValueError, match="nothing to decide"):
        decide("medium", replace(to_bid("AS 2C"), legal=()), random.Random(1))


def test_only_medium_is_offered():
    assert offered_levels() == ("medium",)
    assert DEFAULT_LEVEL in LEVELS


def test_same_view_and_chance_same_answer():
    seen = to_play("7H 7D 7C 2H", bids=(1, 1, 1, 1), taken=(0, 0, 0, 0))
    for seed in range(5):
        given = {decide("medium", seen, random.Random(seed)) for _ in range(3)}
        assert len(given) == 1


# --- never peeks -----------------------------------------------------------------------------------


def with_unseen_cards_permuted(state: State, seat: int, rng: random.Random) -> State:
    """The same game as far as `seat` can see, with everything else shuffled: hands and undealt cards."""
    seen = view(state, seat)
    known = set(seen.hand).union(*seen.seen, *(trick.cards for trick in state.tricks))
    if state.options.trump != "drawn-card":
        known.update(state.turned)
    unseen = [card for card in pack(state.options.jokers) if card not in known]
    rng.shuffle(unseen)
    hidden = iter(unseen)
    hands = tuple(tuple(card if card in known else next(hidden) for card in hand) for hand in state.hands)
    bids = state.bids
    if state.phase is Phase.BID:  # others' bids are unseen too
        bids = tuple(bid if who == seat or bid is None else rng.randint(0, 1) for who, bid in enumerate(bids))
    return replace(state, hands=hands, bids=bids)


@pytest.mark.parametrize("players", range(2, 9))
def test_permuting_what_is_unseen_changes_nothing(players):
    rng = random.Random(players)
    for _ in range(6):
        options = some_options(players, 5, rng)
        state = engine.start(options, 0)
        state, _ = engine.apply(state, None, deal(options, round_plan(options)[0], (), rng))
        while waiting := engine.waited_for(state):
            seat = waiting[0]
            given = decide("medium", view(state, seat), random.Random(7))
            for _ in range(2):
                other = with_unseen_cards_permuted(state, seat, rng)
                assert decide("medium", view(other, seat), random.Random(7)) == given
            state, _ = engine.apply(state, seat, given)


def test_medium_rates_everything_that_is_legal():
    rng = random.Random(3)

    def check(seen, chance):
        rated = medium.rate(seen)
        assert [action for _, action in rated] == list(seen.legal)
        return decide("medium", seen, chance)

    for players in (2, 4, 7):
        play_game(some_options(players, 4, rng), [check] * players, rng)
