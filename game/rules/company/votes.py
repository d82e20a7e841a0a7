"""Votes: whom they ask, when someone may be replaced, and the counting.

A vote asks the real players still seated, whoever is connected: bots and people who left neither vote
nor block. All who are asked must say yes, one no ends it. It is counted anew after everything that
happens, with those who are seated then.
"""

from collections.abc import Mapping
from dataclasses import replace

from game.rules.company.clocks import moved_on, running
from game.rules.company.seats import leave, player_at, seated, with_item, without
from game.rules.company.values import (
    AWAY,
    IDLE,
    LONG_PAUSE,
    VOTE,
    Company,
    How,
    Outcome,
    Pause,
    Paused,
    PlayedOn,
    Step,
    Vote,
    VoteEnded,
    VoteOpened,
)


def voters(company: Company) -> tuple[int, ...]:
    """The seats whose yes the open vote needs; none where there is no vote."""
    if company.vote is None:
        return ()
    return seated(company) if company.vote.seat is None else may_replace(company, company.vote.seat)


def may_replace(company: Company, seat: int) -> tuple[int, ...]:
    """The seats that may ask for a bot in place of `seat`, and must agree: in a pause those who are
    Ready, else all others."""
    return without(seated(company) if company.pause is None else company.pause.ready, seat)


def replaceable_from(company: Company, seat: int, away: Mapping[int, int]) -> int | None:
    """The moment from which a bot may be asked for in place of `seat`; None where no waiting leads there.

    `away` has since when each seat that is away has been so. In a pause it is the tenth minute, for who
    is not Ready. At a table without a clock it is a minute away, or the fifth minute without a move,
    for those for whom the game waits. With a clock, time-outs see to it.
    """
    if seat not in seated(company):
        return None
    if company.pause is not None:
        return None if seat in company.pause.ready else company.pause.began + LONG_PAUSE
    clock = running(company, seat)
    if company.limit is not None or clock is None:
        return None
    idle = clock.began + IDLE
    return min(idle, max(clock.began, away[seat] + AWAY)) if seat in away else idle


def opened(company: Company, by: int, seat: int | None, now: int) -> Step:
    """A new vote, with the yes of who asks."""
    number = company.votes + 1
    vote = Vote(number, by, began=now, yes=(by,), seat=seat)
    return replace(company, votes=number, vote=vote), (VoteOpened(number, by, seat),)


def is_moot(company: Company, now: int, away: Mapping[int, int]) -> bool:
    """Whether the open vote has lost what it was about: who was to be replaced has moved, come back, got
    Ready or left, or nobody is left to answer."""
    if not voters(company):
        return True
    if company.vote is None or company.vote.seat is None:
        return False
    since = replaceable_from(company, company.vote.seat, away)
    return since is None or since > now


def count_vote(company: Company, now: int, away: Mapping[int, int]) -> Step:
    """End the open vote, if it is to end, and do what it has decided."""
    vote = company.vote
    if vote is None:
        return company, ()
    if now >= vote.began + VOTE:
        return close(company, Outcome.EXPIRED)
    if is_moot(company, now, away):
        return close(company, Outcome.MOOT)
    if not set(voters(company)) <= set(vote.yes):
        return company, ()
    after, events = close(company, Outcome.PASSED)
    if vote.seat is not None:
        after, left = leave(after, vote.seat, How.VOTE, now)
        return after, events + left
    return replace(after, pause=Pause(vote.number, now)), (*events, Paused(vote.number))


def close(company: Company, outcome: Outcome, no: int | None = None) -> Step:
    assert company.vote is not None
    return replace(company, vote=None), (VoteEnded(company.vote.number, outcome, no),)


def refuse(company: Company, no: int, now: int) -> Step:
    """End the open vote by a no, also of who asked. For a while they do not ask again."""
    assert company.vote is not None
    by = company.vote.by
    if by in seated(company):
        asked = replace(player_at(company, by), refused=now)
        company = replace(company, players=with_item(company.players, by, asked))
    return close(company, Outcome.REFUSED, no)


def count_ready(company: Company, now: int) -> Step:
    """Play on, if everyone still seated is Ready."""
    pause = company.pause
    if pause is None or not set(seated(company)) <= set(pause.ready):
        return company, ()
    clocks = moved_on(company, now - pause.began)
    return replace(company, pause=None, clocks=clocks), (PlayedOn(pause.number),)
