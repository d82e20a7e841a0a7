"""The log in sentences. Expected trumps are those of RULES 1.2."""

import pytest
from django.utils import translation

from game import words
from game.live.scene import Scene
from game.live.slices import LogSlice, Player
from game.rules.exact_bid import engine
from game.rules.exact_bid.options import Options
from game.rules.exact_bid.values import Deal

PLAYERS = (Player("Ida"), Player("Bo"), Player("Eli"))


def told(trump: str, turned: tuple[str, ...], jokers: int = 0) -> list[str]:
    """What a player hears when the first round has been dealt."""
    options = Options(players=3, most_cards=2, trump=trump, jokers=jokers)
    hands = (("AS", "KH"), ("2S", "3C"), ("4S", "5D"))
    state, _ = engine.apply(engine.start(options, 1), None, Deal(hands, turned))
    log = Scene(state, PLAYERS).cut_for(0)["log"]
    assert isinstance(log, LogSlice)
    return [words.line_text(line, log.me) for line in log.lines]


@pytest.mark.parametrize(
    ("trump", "turned", "english", "danish"),
    [
        (
            "turned-card",
            ("2D",),
            "Turned up: the 2 of diamonds. Trump is diamonds.",
            "Der vendes ruder 2. Trumf er ruder.",
        ),
        ("turned-card", ("*1",), "There is no trump.", "Der er ingen trumf."),
        ("spades", (), "Trump is spades.", "Trumf er spar."),
        ("rotation", (), "There is no trump.", "Der er ingen trumf."),  # in the first three rounds
        ("drawn-card", ("KD",), "There is no trump.", "Der er ingen trumf."),  # grand
        (
            "under-over",
            ("2D", "9H"),
            "Trumps are diamonds, and above them hearts.",
            "Trumf er ruder og over dem hjerter.",
        ),
    ],
)
def test_the_trump_is_told_with_the_deal(
    trump: str, turned: tuple[str, ...], english: str, danish: str
) -> None:
    """Who listens bids by it."""
    jokers = 2 if "*1" in turned else 0
    with translation.override("en"):
        assert told(trump, turned, jokers) == ["Bo deals 2 cards each.", english]
    with translation.override("da"):
        assert told(trump, turned, jokers) == ["Bo giver 2 kort til hver.", danish]
