"""Companies, deeds and events as JSON-ready values, and back.

Encoding and decoding again gives an equal value. Decoding a deed checks its shape, since it may come from
outside; decoding a company or an event trusts what this module wrote.
"""

from collections.abc import Callable, Mapping
from dataclasses import fields
from enum import StrEnum
from typing import Any, Final

from game.rules.company import values
from game.rules.company.errors import Code, DeedRefused
from game.rules.company.values import Clock, Company, Deed, Event, How, Left, Outcome, Pause, Player, Vote

VERSION = 1

DEEDS: Final[Mapping[str, type[Deed]]] = {
    "leave": values.Leave,
    "ask-pause": values.AskPause,
    "ask-replace": values.AskReplace,
    "yes": values.Yes,
    "no": values.No,
    "ready": values.Ready,
    "time-out": values.TimeOut,
    "catch-up": values.CatchUp,
    "stop": values.Stop,
}
EVENTS: Final[Mapping[str, type[Event]]] = {
    "timed-out": values.TimedOut,
    "player-left": values.PlayerLeft,
    "everyone-left": values.EveryoneLeft,
    "stopped": values.Stopped,
    "vote-opened": values.VoteOpened,
    "said-yes": values.SaidYes,
    "vote-ended": values.VoteEnded,
    "paused": values.Paused,
    "said-ready": values.SaidReady,
    "long-pause": values.LongPause,
    "played-on": values.PlayedOn,
    "may-be-replaced": values.MayBeReplaced,
    "may-ask-again": values.MayAskAgain,
}
_NAMES: Final[Mapping[type, str]] = {kind: name for name, kind in [*DEEDS.items(), *EVENTS.items()]}
_ENUMS: Final[Mapping[str, type[StrEnum]]] = {"how": How, "outcome": Outcome}


def encode_company(company: Company) -> dict[str, Any]:
    vote, pause = company.vote, company.pause
    return {
        "version": VERSION,
        "limit": company.limit,
        "players": [_encode_player(player) for player in company.players],
        "clocks": [clock and [clock.began, clock.out, clock.told] for clock in company.clocks],
        "turn": company.turn,
        "waited_for": list(company.waited_for),
        "votes": company.votes,
        "vote": vote and [vote.number, vote.by, vote.began, list(vote.yes), vote.seat],
        "pause": pause and [pause.number, pause.began, list(pause.ready), pause.long],
        "at": company.at,
        "stopped": company.stopped,
    }


def decode_company(data: Mapping[str, Any]) -> Company:
    if data["version"] != VERSION:
        raise ValueError(f"a company of version {data['version']}, which this code does not read")
    return Company(
        limit=data["limit"],
        players=tuple(_decode_player(player) for player in data["players"]),
        clocks=tuple(clock and Clock(*clock) for clock in data["clocks"]),
        turn=data["turn"],
        waited_for=tuple(data["waited_for"]),
        votes=data["votes"],
        vote=data["vote"] and _decode_vote(*data["vote"]),
        pause=data["pause"] and _decode_pause(*data["pause"]),
        at=data["at"],
        stopped=data.get("stopped", False),  # which earlier companies do not have
    )


def encode_deed(deed: Deed) -> dict[str, Any]:
    return _encode(deed)


def decode_deed(data: object) -> Deed:
    """The deed; `DeedRefused` (not-a-deed) where `data` is none."""
    match data:
        case {"type": str(name), **given} if name in DEEDS:
            make: Callable[..., Deed] = DEEDS[name]
            numbers = [given.pop(field.name, None) for field in fields(DEEDS[name])]
            # Every field of every deed is a whole number (and to Python so is `true`).
            if not given and all(type(number) is int for number in numbers):
                return make(*numbers)
    raise DeedRefused(Code.NOT_A_DEED)


def encode_event(event: Event) -> dict[str, Any]:
    return _encode(event)


def decode_event(data: Mapping[str, Any]) -> Event:
    given = {name: value for name, value in data.items() if name != "type"}
    for name, enum in _ENUMS.items():
        if name in given:
            given[name] = enum(given[name])
    return EVENTS[data["type"]](**given)


def _encode(value: Deed | Event) -> dict[str, Any]:
    given = {field.name: getattr(value, field.name) for field in fields(value)}
    plain = {name: str(item) if isinstance(item, StrEnum) else item for name, item in given.items()}
    return {"type": _NAMES[type(value)], **plain}


def _encode_player(player: Player | None) -> list[Any] | None:
    if player is None:
        return None
    left = player.left
    return [player.time_outs, None if left is None else [str(left.how), left.at], player.refused]


def _decode_player(data: list[Any] | None) -> Player | None:
    if data is None:
        return None
    time_outs, left, *refused = data  # which earlier companies do not have
    return Player(time_outs, None if left is None else Left(How(left[0]), left[1]), *refused)


def _decode_vote(number: int, by: int, began: int, yes: list[int], seat: int | None) -> Vote:
    return Vote(number, by, began, tuple(yes), seat)


def _decode_pause(number: int, began: int, ready: list[int], long: bool) -> Pause:
    return Pause(number, began, tuple(ready), long)
