"""The options of the exact-bid family and the presets that name sets of them."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Options:
    """One game's rules. Values outside the table in RULES 1 are refused by `check_options`."""

    players: int = 4
    most_cards: int = 8
    rounds: str = "down-up"  # down-up, up-down, up-up-down-down, up
    trump: str = "turned-card"  # turned-card, spades, rotation, drawn-card, under-over
    hook: bool = False
    blind: str = "one-card"  # none, one-card, first, last
    made: str = "10+tricks"  # 10+tricks, 10
    zero: int = 5  # 5, 10, 15
    missed: str = "difference"  # difference, nothing, overbid-double
    jokers: int = 0  # 0, 2
    teams: bool = False
    max_bid: int | None = None
    elimination: bool = False
