"""What falls due at a table by itself, when, and the settling of it."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from game.rules.company.clocks import running, runs_out
from game.rules.company.seats import is_over, player_at, seated, with_item
from game.rules.company.values import (
    LONG_PAUSE,
    VOTE,
    Company,
    Due,
    Event,
    LongPause,
    MayAskAgain,
    MayBeReplaced,
    Step,
    What,
)
from game.rules.company.votes import count_ready, count_vote, is_moot, may_replace, replaceable_from


def due(company: Company, now: int, away: Mapping[int, int]) -> Due | None:
    """The next thing that falls due, unless something else happens before, or None.

    `now` and `away` matter for those alone who are to be replaced: a vote on one who has come back
    falls due at once. Where the moment has passed, it is that of the last change: due is never before
    what has been dealt with. Doing `Due.deed` then always brings something about.
    """
    found = min(_all_due(company, max(now, company.at), away), key=lambda due: due.at, default=None)
    return found and replace(found, at=max(found.at, company.at))


def _all_due(company: Company, now: int, away: Mapping[int, int]) -> Iterator[Due]:
    """At equal moments in this order, which is `settle`'s too."""
    if is_over(company):
        return
    if company.vote is not None:
        moot = is_moot(company, now, away)
        yield Due(company.at if moot else company.vote.began + VOTE, What.VOTE_END, company.vote.seat)
    if company.pause is not None and not company.pause.long:
        yield Due(company.pause.began + LONG_PAUSE, What.LONG_PAUSE)
    for seat in seated(company):
        out = runs_out(company, seat)
        if out is not None:
            yield Due(out, What.TIME_OUT, seat)
        news = _news_of_replacing(company, seat, away)
        if news is not None:
            yield Due(news, What.MAY_BE_REPLACED, seat)
    for seat in seated(company):
        refused = player_at(company, seat).refused
        if refused is not None:
            yield Due(refused + VOTE, What.MAY_ASK_AGAIN, seat)


def settle(company: Company, now: int, away: Mapping[int, int]) -> Step:
    """All that follows by itself: votes and Ready counted, what is over ended, what has become possible
    told. Time-outs alone wait for their deed, as a move of the game comes with them."""
    if is_over(company):
        return company, ()
    company, events = count_vote(company, now, away)
    company, played_on = count_ready(company, now)
    company, news = _tell(company, now, away)
    return company, events + played_on + news


def _tell(company: Company, now: int, away: Mapping[int, int]) -> Step:
    events: tuple[Event, ...] = ()
    pause = company.pause
    if pause is not None and not pause.long and now >= pause.began + LONG_PAUSE:
        company = replace(company, pause=replace(pause, long=True))
        events += (LongPause(pause.number),)
    for seat in seated(company):
        since, clock = _news_of_replacing(company, seat, away), company.clocks[seat]
        if since is not None and since <= now and clock is not None:
            clocks = with_item(company.clocks, seat, replace(clock, told=since))
            company = replace(company, clocks=clocks)
            events += (MayBeReplaced(seat),)
    for seat in seated(company):
        player = player_at(company, seat)
        if player.refused is not None and now >= player.refused + VOTE:
            players = with_item(company.players, seat, replace(player, refused=None))
            company = replace(company, players=players)
            events += (MayAskAgain(seat),)
    return company, events


def _news_of_replacing(company: Company, seat: int, away: Mapping[int, int]) -> int | None:
    """The moment, not told yet, from which the others may ask for a bot in place of `seat`, at a table
    without a clock and with others; who comes back and is away once more is told of again."""
    clock = running(company, seat)
    if company.limit is not None or clock is None or not may_replace(company, seat):
        return None
    since = replaceable_from(company, seat, away)
    return since if since is not None and (clock.told is None or since > clock.told) else None
