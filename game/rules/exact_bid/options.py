"""The options of the exact-bid family, the presets that name sets of them, and what follows from them.

Decisions where the rules are silent:

- `teams` takes 4, 6 or 8 players, and `elimination` 6 to 8; at other tables they are refused rather
  than ignored, so that a game's options always say what is played.
- `max_bid` is 1 or more; a number above the cards in hand limits nothing.
- A preset's range of players is what the site offers. The engine takes 2 to 8 for all.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Final

from game.rules.cards import pack
from game.rules.errors import BadOption


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


OPTION_NAMES: Final = tuple(option.name for option in fields(Options))

PLAYERS: Final = range(2, 9)

CHOICES: Final[Mapping[str, tuple[str | int | bool, ...]]] = MappingProxyType(
    {
        "rounds": ("down-up", "up-down", "up-up-down-down", "up"),
        "trump": ("turned-card", "spades", "rotation", "drawn-card", "under-over"),
        "hook": (False, True),
        "blind": ("none", "one-card", "first", "last"),
        "made": ("10+tricks", "10"),
        "zero": (5, 10, 15),
        "missed": ("difference", "nothing", "overbid-double"),
        "jokers": (0, 2),
        "teams": (False, True),
        "elimination": (False, True),
    }
)
"""The values of every option that has a list of them."""


@dataclass(frozen=True, slots=True)
class Preset:
    """A game that is played on the site under its own name."""

    players: tuple[int, ...]  # how many the site seats
    most_cards: int  # the default, where the pack allows it
    values: Mapping[str, Any] = field(default_factory=dict)


PRESETS: Final[Mapping[str, Preset]] = MappingProxyType(
    {
        "piratbridge": Preset(players=(3, 4, 5, 6), most_cards=8),
        "piratbridge-family": Preset(
            players=(3, 4, 5, 6, 7, 8),
            most_cards=7,
            values={"rounds": "up-down", "trump": "spades", "blind": "none", "zero": 10},
        ),
        "peasant-bridge": Preset(
            players=(2, 3, 4, 5, 6, 7, 8),  # 6 to 8 with elimination
            most_cards=10,
            values={
                "rounds": "up-up-down-down",
                "trump": "rotation",
                "hook": True,
                "blind": "none",
                "zero": 10,
                "missed": "nothing",
            },
        ),
    }
)


def preset_options(game: str, /, **changes: Any) -> Options:
    """The checked options of a preset with some values changed.

    `most_cards` is the preset's default, or the pack's limit where that is lower. Raises `BadOption`
    for an unknown game ("game"), an unknown option or a value outside the rules.
    """
    preset = PRESETS.get(game)
    if preset is None:
        raise BadOption("game")
    for name in changes:
        if name not in OPTION_NAMES:
            raise BadOption(name)
    values = {**preset.values, **changes}
    if "most_cards" not in values:
        checked = Options(**values, most_cards=1)
        check_options(checked)
        values["most_cards"] = min(
            preset.most_cards, most_cards_limit(checked.players, checked.jokers, checked.trump)
        )
    options = Options(**values)
    check_options(options)
    return options


def check_options(options: Options) -> None:
    """Raise `BadOption`, naming the first option whose value is outside the rules (or of a wrong type)."""
    if not _whole(options.players) or options.players not in PLAYERS:
        raise BadOption("players")
    for name, choices in CHOICES.items():
        value = getattr(options, name)
        # A type check as well: True is 1 and 10.0 is 10 to `in`.
        if not any(type(value) is type(choice) and value == choice for choice in choices):
            raise BadOption(name)
    limit = most_cards_limit(options.players, options.jokers, options.trump)
    if not _whole(options.most_cards) or not 1 <= options.most_cards <= limit:
        raise BadOption("most_cards")
    if options.max_bid is not None and (not _whole(options.max_bid) or options.max_bid < 1):
        raise BadOption("max_bid")
    if options.teams and options.players not in (4, 6, 8):
        raise BadOption("teams")
    if options.elimination and options.players not in (6, 7, 8):
        raise BadOption("elimination")


def most_cards_limit(players: int, jokers: int = 0, trump: str = "turned-card") -> int:
    """How many cards each can be dealt. Setesdal's two trumps need two cards left over."""
    cards = len(pack(jokers)) - (2 if trump == "under-over" else 0)
    return cards // players


@lru_cache(maxsize=1024)
def round_plan(options: Options) -> tuple[int, ...]:
    """The cards dealt to each player in every round of the game."""
    up = tuple(range(1, options.most_cards + 1))
    down = up[::-1]
    plans = {
        "down-up": down + up,
        "up-down": up + down[1:],
        "up-up-down-down": up + down,
        "up": up,
    }
    return plans[options.rounds]


def is_blind(options: Options, round: int) -> bool:
    """Whether all see every hand but their own in this round (counted from 1)."""
    plan = round_plan(options)
    if plan[round - 1] != 1:
        return False
    return (
        options.blind == "one-card"
        or (options.blind == "first" and round == 1)
        or (options.blind == "last" and round == len(plan))
    )


def _whole(value: object) -> bool:
    return type(value) is int
