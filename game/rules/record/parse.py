"""Reading a record: its shape, before anything is played.

Whatever is wrong here is `not-a-record`, and comes before every fault of play.

Decisions where RECORD.md is silent:

- Numbers are whole numbers as JSON writes them: 2.0 and true are no bids. Two members of one name make
  no JSON object, nor are NaN and Infinity JSON. Text is UTF-8 (a byte order mark is passed over).
- Members that the format does not know are passed over, but an unknown option is not: it would be
  another game. `format` must be the one known.
- A real player of a ranked game must have `rank_points`.
- Hands and turned cards are texts here; whether they are cards, and how many, is a matter of the deal
  (`wrong-deal`), as are a missing hand and one turned card in place of two. Likewise the cards of a
  trick. How many bids there are is a matter of shape.
- Only `elimination` may have null for a bid.
"""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from game.rules.cards import Card
from game.rules.errors import BadOption
from game.rules.exact_bid.options import Options, preset_options, round_plan
from game.rules.fair import is_salt
from game.rules.record.fault import not_a_record

FORMAT: Final = "piratbridge-record/1"
KINDS: Final = ("singleplayer", "multiplayer", "ranked")
MOST_RANK_POINTS: Final = 10**9
_SEED: Final = re.compile(r"[0-9a-fA-F]{64}")

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Player:
    name: str
    bot: bool = False
    left: bool = False
    rank_points: int | None = None


@dataclass(frozen=True, slots=True)
class Fairness:
    seed: bytes
    salts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """A round as the record tells it. `turned` is a tuple where the record has a list."""

    hands: tuple[tuple[Card, ...], ...]
    turned: Card | tuple[Card, ...] | None
    bids: tuple[int | None, ...]
    tricks: tuple[tuple[Card, ...], ...]


@dataclass(frozen=True, slots=True)
class Record:
    game: str
    kind: str | None
    options: Options
    players: tuple[Player, ...]
    first_dealer: int
    rounds: tuple[PlayedRound, ...]
    fairness: Fairness | None = None


def load(text: bytes | str) -> object:
    """The JSON value of a text. Raises `Fault` for anything that is not exactly one."""
    try:
        if isinstance(text, bytes):
            text = text.decode("utf-8-sig")
        return json.loads(text, object_pairs_hook=_object, parse_constant=_no_constant)
    except (ValueError, RecursionError):
        raise not_a_record("This is not JSON.") from None


def parse(value: object) -> Record:
    """The record that a JSON value is. Raises `Fault` (not-a-record) where it is none."""
    record = _dict(value, "The record")
    if record.get("format") != FORMAT:
        raise not_a_record("This is not a record in a format known here.")
    options = _options(record)
    kind = _one_of(record, "kind", KINDS)
    players = _items(record, "players", lambda item: _player(item, ranked=kind == "ranked"))
    if len(players) != options.players:
        raise not_a_record("The number of players is not the one in the options.")
    rounds = _items(record, "rounds", lambda item: _round(item, options))
    if len(rounds) > len(round_plan(options)):
        raise not_a_record("There are more rounds than the game has.")
    return Record(
        game=record["game"],
        kind=kind,
        options=options,
        players=players,
        first_dealer=_whole(record.get("first_dealer"), "The first dealer", 0, options.players - 1),
        rounds=rounds,
        fairness=_fairness(record["fairness"], options.players) if "fairness" in record else None,
    )


def _options(record: dict[str, Any]) -> Options:
    game = record.get("game")
    options = _dict(record.get("options"), "The options")
    if not isinstance(game, str):
        raise not_a_record("The game is missing.")
    if "players" not in options:
        raise not_a_record("The options do not say how many play.")
    try:
        return preset_options(game, **options)
    except BadOption as error:
        if error.option == "game":
            raise not_a_record("The game is not one known here.") from None
        raise not_a_record("An option is unknown, or its value is outside the rules.") from None


def _player(value: object, *, ranked: bool) -> Player:
    player = _dict(value, "A player")
    points = player.get("rank_points")
    if points is not None:
        points = _whole(points, "Rank points", 0, MOST_RANK_POINTS)
    name, bot, left = player.get("name"), player.get("bot", False), player.get("left", False)
    if not isinstance(name, str) or not isinstance(bot, bool) or not isinstance(left, bool):
        raise not_a_record("A player has no name, or is neither one thing nor the other.")
    if ranked and not bot and points is None:
        raise not_a_record("A player of a ranked game has no rank points.")
    return Player(name, bot, left, points)


def _round(value: object, options: Options) -> PlayedRound:
    played = _dict(value, "A round")
    turned = played.get("turned")
    if isinstance(turned, list):
        turned = _texts(turned)
    elif turned is not None and not isinstance(turned, str):
        raise not_a_record("A turned card is no card.")
    bids = _items(played, "bids", lambda bid: _bid(bid, options))
    if len(bids) != options.players:
        raise not_a_record("A round has the wrong number of bids.")
    return PlayedRound(
        hands=_items(played, "hands", _texts),
        turned=turned,
        bids=bids,
        tricks=_items(played, "tricks", _texts),
    )


def _bid(value: object, options: Options) -> int | None:
    if value is None and options.elimination:
        return None
    return _whole(value, "A bid")


def _fairness(value: object, players: int) -> Fairness:
    fairness = _dict(value, "The fairness")
    seed = fairness.get("seed")
    if not isinstance(seed, str) or not _SEED.fullmatch(seed):
        raise not_a_record("The seed is not 64 hex digits.")
    salts = _items(fairness, "salts", _text)
    if len(salts) != players or not all(is_salt(salt) for salt in salts):
        raise not_a_record("The salts are not up to 32 lower-case hex digits for each seat.")
    return Fairness(bytes.fromhex(seed), salts)


# --- JSON ------------------------------------------------------------------------------------------


def _object(members: list[tuple[str, Any]]) -> dict[str, Any]:
    result = dict(members)
    if len(result) != len(members):
        raise ValueError("two members of one name")
    return result


def _no_constant(name: str) -> object:
    raise ValueError(f"{name} is not JSON")


def _dict(value: object, what: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise not_a_record(f"{what} is not a JSON object.")
    return value


def _items(owner: dict[str, Any], name: str, read: Callable[[object], T]) -> tuple[T, ...]:
    value = owner.get(name)
    if not isinstance(value, list):
        raise not_a_record(f"There is no list of {name}.")
    return tuple(read(item) for item in value)


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise not_a_record("A card or a salt is no text.")
    return value


def _texts(value: object) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise not_a_record("Cards are not in a list.")
    return tuple(_text(item) for item in value)


def _whole(value: object, what: str, low: int | None = None, high: int | None = None) -> int:
    if type(value) is not int:
        raise not_a_record(f"{what} is no whole number.")
    if (low is not None and value < low) or (high is not None and value > high):
        raise not_a_record(f"{what} is out of range.")
    return value


def _one_of(owner: dict[str, Any], name: str, values: tuple[str, ...]) -> str | None:
    if name not in owner:
        return None
    value = owner[name]
    if not isinstance(value, str) or value not in values:
        raise not_a_record(f"The {name} is not one known here.")
    return value
