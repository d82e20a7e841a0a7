"""The terms of a table with people at it: what the host chooses (RULES 2)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from game.errors import Refused
from game.models import Kind, Table
from game.rules.exact_bid import codec
from game.rules.exact_bid.options import Options, most_cards_limit, preset_options, round_plan

PLAYERS: Final = (3, 4, 5, 6)
FEWEST_CARDS: Final[Mapping[str, int]] = {Kind.MULTIPLAYER: 1, Kind.RANKED: 3}
"""In the first round, by kind."""


@dataclass(frozen=True, slots=True)
class Terms:
    """`limit` is in seconds for each bid or card; None: unlimited."""

    players: int = 4
    most_cards: int = 8
    limit: int | None = None
    zero_ten: bool = False
    spades_trump: bool = False
    pace: str = "normal"
    name: str = ""
    public: bool = True
    watching: bool = True

    def options(self) -> Options:
        """The rules that follow. Raises `BadOption`."""
        return preset_options(
            "piratbridge",
            players=self.players,
            most_cards=self.most_cards,
            zero=10 if self.zero_ten else 5,
            trump="spades" if self.spades_trump else "turned-card",
        )

    def columns(self) -> dict[str, Any]:
        """As a table keeps them, by column."""
        return {
            "options": codec.encode_options(self.options()),
            "limit": self.limit,
            "pace": self.pace,
            "name": self.name,
            "public": self.public,
            "watching": self.watching,
        }


def check(terms: Terms, kind: str) -> None:
    """Raises `Refused` (unreadable, too-many-cards, too-few-cards) where a kind has no such terms."""
    if terms.players not in PLAYERS:
        raise Refused("unreadable")
    if problem := cards_problem(terms.players, terms.most_cards, kind):
        raise Refused(problem)


def cards_problem(players: int, most_cards: int, kind: str) -> str:
    """The code of what is wrong with so many cards in the first round; "" if nothing is."""
    if most_cards > most_cards_limit(players):
        return "too-many-cards"
    return "too-few-cards" if most_cards < FEWEST_CARDS[kind] else ""


def terms_of(table: Table) -> Terms:
    options = codec.decode_options(table.options)
    return Terms(
        players=options.players,
        most_cards=options.most_cards,
        limit=table.limit,
        zero_ten=options.zero == 10,
        spades_trump=options.trump == "spades",
        pace=table.pace,
        name=table.name,
        public=table.public,
        watching=table.watching,
    )


CARD: Final = 3.2
"""Seconds that a card takes, people and bots mixed: what one waits for the other to think."""
ROUND: Final = 22.0
"""Seconds of a round beside its cards: bidding, and looking at what came of it."""
QUICK: Final = 0.35
"""The share of a time limit that people use of it on the average, where it presses them."""


def minutes(terms: Terms) -> int:
    """About how long such a game takes, in minutes: a guess to five of them."""
    card = CARD if terms.limit is None else min(CARD, terms.limit * QUICK)
    plan = round_plan(terms.options())
    seconds = sum(ROUND + cards * terms.players * card for cards in plan)
    return max(5, 5 * round(seconds / 300))
