"""Records: every sample of the format gives the result written beside it."""

import json
import random
from pathlib import Path
from typing import Any

import pytest

from game.rules import fair
from game.rules.exact_bid import engine
from game.rules.exact_bid.options import PRESETS, Options, preset_options, round_plan
from game.rules.exact_bid.scoring import team_totals
from game.rules.exact_bid.values import Bid, Phase, RoundScored
from game.rules.record import Fairness, Player, load, record_of, verify, verify_text

from .play import Log, play_on, random_move, random_options

RECORDS = Path(__file__).parent.parent / "records"
LATER_GAMES = ("spades", "literature", "bad-spades", "bad-literature-turn")
SAMPLES = sorted(
    path.stem
    for path in RECORDS.glob("*.json")
    if not path.stem.endswith(".expected") and path.stem not in LATER_GAMES
)


def test_there_are_samples() -> None:
    assert len(SAMPLES) > 35


@pytest.mark.parametrize("name", SAMPLES)
def test_samples(name: str) -> None:
    result = verify_text((RECORDS / f"{name}.json").read_bytes())
    due = json.loads((RECORDS / f"{name}.expected.json").read_text())
    due.pop("rank", None)  # the ladder's: tests/ranking
    if not due["valid"]:
        assert result["error"].pop("message")
    assert result == due


@pytest.mark.parametrize("name", LATER_GAMES)
def test_games_for_later_are_unknown(name: str) -> None:
    assert verify_text((RECORDS / f"{name}.json").read_bytes())["error"]["code"] == "not-a-record"


# --- written records -----------------------------------------------------------------------------------


def players_of(options: Options) -> list[Player]:
    return [Player(f"Player {seat}") for seat in range(options.players)]


@pytest.mark.parametrize("seed", range(120))
def test_a_game_is_the_same_game_in_its_record(seed: int) -> None:
    """Any options, fair cards, to the end: the record is valid and says what the game said."""
    rng = random.Random(seed)
    options = random_options(rng)
    game = rng.choice(list(PRESETS))
    fairness = Fairness(rng.randbytes(32), tuple(f"{rng.getrandbits(32):x}" for _ in range(options.players)))
    first = fair.first_dealer(fairness.seed, fairness.salts, options.players)
    state, log, k = engine.start(options, first), [], 0
    scored: list[RoundScored] = []
    while state.phase is not Phase.END:
        deal, k = fair.next_deal(state, fairness.seed, fairness.salts, k)
        state, _ = engine.apply(state, None, deal)
        state, moves, events = play_on(state, rng, until=Phase.DEAL)
        log += [(None, deal), *moves]
        scored += [event for event in events if isinstance(event, RoundScored)]
    record = record_of(game, options, first, players_of(options), log, kind="multiplayer", fairness=fairness)
    assert len(json.dumps(record)) < 200_000
    result = verify_text(json.dumps(record))
    assert result["valid"], result
    assert result["finished"]
    assert [tuple(played["points"]) for played in result["rounds"]] == [event.points for event in scored]
    assert [tuple(played["totals"]) for played in result["rounds"]] == [event.totals for event in scored]
    assert tuple(result["totals"]) == state.totals
    assert tuple(result["placements"]) == engine.placements(state)
    if options.teams:
        assert tuple(result["team_totals"]) == team_totals(state.totals)
    assert preset_options(game, **record["options"]) == options


@pytest.mark.parametrize("seed", range(40))
def test_a_game_broken_off_anywhere_has_a_record(seed: int) -> None:
    rng = random.Random(seed)
    options = random_options(rng)
    state = engine.start(options, rng.randrange(options.players))
    first, log = state.first_dealer, Log()
    for _ in range(rng.randint(0, 80)):
        if state.phase is Phase.END:
            break
        move = random_move(state, rng)
        log.append(move)
        state, _ = engine.apply(state, *move)
    record = record_of("peasant-bridge", options, first, players_of(options), log)
    result = verify(json.loads(json.dumps(record)))
    assert result["valid"], result
    assert result["finished"] == (state.phase is Phase.END)
    assert tuple(result["totals"]) == state.totals
    bids_open = state.phase in (Phase.BID, Phase.REBID)
    assert len(result["rounds"]) == state.round - bids_open
    if state.phase in (Phase.PLAY, Phase.REVEAL):
        complete = [trick.winner for trick in state.tricks if trick.winner is not None]
        assert result["rounds"][-1]["trick_winners"] == complete
        assert "points" not in result["rounds"][-1]


def test_a_bid_changed_stands_changed_in_the_record() -> None:
    options = Options(players=2, most_cards=1, trump="spades")
    rng = random.Random(1)
    log = Log()
    state = engine.start(options, 0)
    log.append(random_move(state, rng))
    log += [(0, Bid(0)), (0, Bid(1)), (1, Bid(1))]
    record = record_of("piratbridge", options, 0, players_of(options), log)
    assert record["rounds"][0]["bids"] == [1, 1]
    assert record["options"] == {"players": 2, "most_cards": 1, "trump": "spades"}


def test_an_unplayed_record() -> None:
    record: dict[str, Any] = {
        "format": "piratbridge-record/1",
        "game": "piratbridge",
        "options": {"players": 3},
        "players": [{"name": "A"}, {"name": "B", "left": True}, {"name": "C", "bot": True}],
        "first_dealer": 2,
        "rounds": [],
    }
    assert verify(record) == {
        "valid": True,
        "finished": False,
        "rounds": [],
        "totals": [0, 0, 0],
        "placements": [1, 3, 1],
    }


def test_elimination_in_a_result() -> None:
    options = Options(players=6, most_cards=4, elimination=True, trump="spades")
    _, log, _ = play_on(engine.start(options, 0), random.Random(11))
    record = record_of("piratbridge", options, 0, players_of(options), log)
    result = verify(record)
    assert result["valid"]
    (out,) = [seat for seat in range(6) if record["rounds"][3]["hands"][seat] == []]
    assert record["rounds"][3]["bids"][out] is None
    for played in result["rounds"][:3]:
        assert None not in played["tricks"] + played["points"]
    for played in result["rounds"][3:]:
        assert played["tricks"][out] is played["points"][out] is None
        assert played["totals"][out] == result["rounds"][2]["totals"][out]
        assert sum(taken for taken in played["tricks"] if taken) == played["cards"]
    assert result["placements"][out] == 6
    assert len(result["rounds"]) == len(round_plan(options))


# --- reading ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"{",
        bytes(range(256)),
        b"\xff\xfe{\x00}\x00",
        b"[" * 100_000,
        b'{"a":' * 100_000,
        b"[" * 100_000 + b"]" * 100_000,
        b'{"format": NaN}',
        b"-Infinity",
        b'{"a": ' + b"9" * 10_000 + b"}",
        b'{"a": 1, "a": 1}',
        b"{} {}",
        b"null",
        b"1e999",
        b'"\\ud800"',
        "\ud800",
    ],
)
def test_what_is_no_record_is_told_so(text: bytes | str) -> None:
    result = verify_text(text)
    assert result["valid"] is False
    assert set(result["error"]) == {"code", "message"}
    assert result["error"]["code"] == "not-a-record"


def test_a_byte_order_mark_is_passed_over() -> None:
    assert load(b"\xef\xbb\xbf[1]") == [1]
