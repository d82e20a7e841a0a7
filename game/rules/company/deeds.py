"""What a seat, or the table itself, may do now; and why it may not do what it may not.

`legal` is the only place that knows what is allowed. `why_not` finds a word for everything else, and is
asked only when something has been refused.
"""

from collections.abc import Mapping

from game.rules.company.clocks import runs_out
from game.rules.company.due import settle
from game.rules.company.errors import Code
from game.rules.company.seats import is_over, player_at, seated
from game.rules.company.values import (
    AskPause,
    AskReplace,
    CatchUp,
    Company,
    Deed,
    Leave,
    No,
    Ready,
    Stop,
    TimeOut,
    Yes,
)
from game.rules.company.votes import may_replace, replaceable_from, voters


def legal_deeds(company: Company, seat: int | None, now: int, away: Mapping[int, int]) -> tuple[Deed, ...]:
    """Everything that `seat` may do now, or with None the table itself.

    `away` has since when each seat that is away has been so. What has fallen due counts as done, though
    nobody may have done it yet: an old vote takes no answer.
    """
    now = max(now, company.at)
    settled, _ = settle(company, now, away)
    return legal(settled, seat, now, away)


def legal(company: Company, seat: int | None, now: int, away: Mapping[int, int]) -> tuple[Deed, ...]:
    """As `legal_deeds`, of a company in which all that has fallen due is done."""
    if is_over(company):
        return ()
    if seat is None:
        out = (TimeOut(other) for other in seated(company) if _is_out(company, other, now))
        return (CatchUp(), *out, Stop())
    if seat not in seated(company):
        return ()
    return (Leave(), *_in_the_pause(company, seat), *_in_the_vote(company, seat, now, away))


def _in_the_pause(company: Company, seat: int) -> tuple[Deed, ...]:
    pause = company.pause
    return () if pause is None or seat in pause.ready else (Ready(pause.number),)


def _in_the_vote(company: Company, seat: int, now: int, away: Mapping[int, int]) -> tuple[Deed, ...]:
    """Answers where a vote is open, else what a vote may be asked for."""
    vote = company.vote
    if vote is not None:
        if seat not in voters(company):
            return ()
        return (No(vote.number),) if seat in vote.yes else (Yes(vote.number), No(vote.number))
    if player_at(company, seat).refused is not None:
        return ()
    pause: tuple[Deed, ...] = () if company.limit is None or company.pause is not None else (AskPause(),)
    others = (other for other in seated(company) if seat in may_replace(company, other))
    return (*pause, *(AskReplace(other) for other in others if _is_replaceable(company, other, now, away)))


def _is_out(company: Company, seat: int, now: int) -> bool:
    out = runs_out(company, seat)
    return out is not None and now >= out


def _is_replaceable(company: Company, seat: int, now: int, away: Mapping[int, int]) -> bool:
    since = replaceable_from(company, seat, away)
    return since is not None and now >= since


def why_not(company: Company, seat: int | None, deed: Deed, away: Mapping[int, int]) -> Code:
    """Why a deed that is not among the legal ones is refused."""
    if is_over(company):
        return Code.STOPPED if company.stopped else Code.EVERYONE_LEFT
    match deed:
        case TimeOut() | CatchUp() | Stop() if seat is not None:
            return Code.NOT_YOURS
        case TimeOut():
            return _why_no_time_out(company, deed.seat)
        case _ if seat is None or seat not in seated(company):
            return Code.NOT_SEATED
        case AskPause() if company.limit is None:
            return Code.NO_CLOCK
        case AskPause() if company.pause is not None:
            return Code.PAUSED
        case AskPause() if company.vote is None:
            return Code.TOO_EARLY
        case AskReplace():
            return _why_no_replacing(company, seat, deed.seat, away)
        case Yes() | No() if company.vote is None or deed.vote != company.vote.number:
            return Code.NO_SUCH_VOTE
        case Yes() | No():
            return Code.ALREADY_SAID if seat in voters(company) else Code.NOT_ASKED
        case Ready() if company.pause is None or deed.pause != company.pause.number:
            return Code.NOT_PAUSED
        case Ready():
            return Code.ALREADY_SAID
        case _:
            return Code.VOTE_OPEN


def _why_no_time_out(company: Company, seat: int) -> Code:
    if company.pause is not None:
        return Code.PAUSED
    return Code.NOT_WAITED_FOR if runs_out(company, seat) is None else Code.TOO_EARLY


def _why_no_replacing(company: Company, seat: int, other: int, away: Mapping[int, int]) -> Code:
    if company.vote is not None:
        return Code.VOTE_OPEN
    if company.limit is not None and company.pause is None:
        return Code.NOT_PAUSED
    if seat == other or replaceable_from(company, other, away) is None:
        return Code.NOT_REPLACEABLE
    return Code.TOO_EARLY if seat in may_replace(company, other) else Code.NOT_READY
