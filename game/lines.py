"""What a table tells its people of what there is between them: events of the company as codes of
`game.words.table_line`, each with the seat that it is about."""

from game.rules.company.values import (
    Event,
    EveryoneLeft,
    LongPause,
    MayBeReplaced,
    Outcome,
    Paused,
    PlayedOn,
    PlayerLeft,
    Stopped,
    TimedOut,
    VoteEnded,
    VoteOpened,
)


def line_of(event: Event) -> tuple[str, int] | None:
    """Code and seat (0 where it is about nobody); None for what is seen anyway."""
    match event:
        case PlayerLeft(seat, how):
            return f"left-{how}", seat
        case TimedOut(seat, _):
            return "timed-out", seat
        case VoteOpened(_, by, None):
            return "asks-pause", by
        case VoteOpened(_, _, int(seat)):
            return "asks-replace", seat
        case VoteEnded(_, Outcome.REFUSED, int(seat)):
            return "refused", seat
        case VoteEnded(_, Outcome.EXPIRED | Outcome.MOOT as outcome, _):
            return str(outcome), 0
        case MayBeReplaced(seat):
            return "may-be-replaced", seat
    plain = {
        EveryoneLeft: "everyone-left",
        LongPause: "long-pause",
        Paused: "paused",
        Stopped: "stopped",
        PlayedOn: "played-on",
    }
    code = plain.get(type(event))
    return None if code is None else (code, 0)
