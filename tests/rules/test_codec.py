"""Actions as they come from outside (reports BR-24 and BR-29), and how large a stored state gets."""

import json
import random
from typing import Any

import pytest

from game.rules.errors import IllegalAction
from game.rules.exact_bid import codec, engine
from game.rules.exact_bid.options import Options
from game.rules.exact_bid.values import Bid, Deal, Phase, Play, Reveal

from .play import play_on


@pytest.mark.parametrize(
    "action", [Bid(3), Play("TH"), Reveal(), Deal((("AS", "2C"), (), ("*1", "3C")), ("9D", "8C")), Deal(())]
)
def test_actions_survive_the_store(action: Any) -> None:
    assert codec.decode_action(json.loads(json.dumps(codec.encode_action(action)))) == action


@pytest.mark.parametrize(
    "data",
    [
        None,
        [],
        "play",
        {},
        {"type": "pass"},
        {"type": ["play"]},
        {"type": "play"},
        {"type": "play", "card": None},
        {"type": "play", "card": ["AS", "KS"]},
        {"type": "bid", "tricks": None},
        {"type": "bid", "tricks": "3"},
        {"type": "bid", "tricks": 2.5},
        {"type": "bid", "tricks": True},
        {"type": "deal", "hands": "AS"},
        {"type": "deal", "hands": [1], "turned": ""},
        {"type": "deal", "hands": ["AS"]},
    ],
)
def test_what_is_no_action_is_refused(data: object) -> None:
    with pytest.raises(IllegalAction) as caught:
        codec.decode_action(data)
    assert caught.value.code == "not-an-action"


def test_a_stored_state_is_small_however_long_the_game() -> None:
    rng = random.Random(2)
    state = engine.start(Options(players=4, most_cards=13), 0)
    sizes = []
    while state.phase is not Phase.END:
        state, _, _ = play_on(state, rng, until=Phase.DEAL)
        sizes.append(len(json.dumps(codec.encode_state(state))))
    assert max(sizes) < 2000
    assert sizes[-1] - sizes[0] < 30  # a 13-card round both: a few digits more in the totals


def test_a_state_of_another_version_is_not_guessed_at() -> None:
    data = codec.encode_state(engine.start(Options(), 0)) | {"version": 0}
    with pytest.raises(ValueError, match="version"):
        codec.decode_state(data)
