"""The engine of a company: how one follows from another (RULES 2).

Each bid or card has a time, or none. Who runs out of it is bidden or played for and keeps the seat; at
the third time-out in a row the player has left, and a bot has the seat for the rest of the game. Where
there is a clock, anyone may ask for a pause: it begins when every real player still seated has said yes,
and ends when all have pressed Ready; the clocks keep what was left on them. After ten minutes those who
are Ready may agree to let a bot take over for one who is not. Where there is no clock, the others may
agree to that for the one to act, who has been away for a minute or has not moved for five. A vote ends
after a minute, and by one no. Everybody may leave at any time; with the last real player the game ends. A
moderator may stop it for all, and it ends where it stands.

`start` seats the company, `moved` tells it how the game goes on, `apply` does a deed. They take `now`, in
milliseconds, and `away`: since when each seat that is away has been so. What has fallen due by then is
done first, whether or not a worker came to it, so that nothing depends on when one comes. `deeds` says
what may be done, `due` when the table must act by itself, `clocks.time_left` what a page shows.

Decisions where the rules are silent:

- An answer names its vote and Ready its pause: a click that comes late is not taken for another's.
- Whoever was asked may say no, also after a yes; so the one who asked can take it back. Nobody takes back
  Ready.
- After a no, also their own, who asked may ask again a minute later, so that nobody drowns a table in votes;
  others may at once, and so may they where the vote ended otherwise.
- Ready is counted as a vote is, but has no minute in which to end.
- The vote of someone who asked and left goes on, if anyone is left to answer, without their yes.
- Whoever does not answer holds a vote up until it ends; alone, one's own yes is all that is needed.
- The one to be replaced has no vote. It ends where they move, come back (before the fifth minute), get
  Ready or leave.
- A minute away counts from the going, not from the turn.
- In a long pause those who are Ready when it is counted must all agree: who gets Ready meanwhile is asked.
- Answering a vote, asking and Ready show that somebody is there, and end a row of time-outs, as a move does.
- A clock that had run out before a pause, and whose time-out nobody had counted, has nought left after it.
- A move is in time as long as the time-out has not been counted: the first one at the table's lock is it.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from game.rules.company.clocks import begin
from game.rules.company.deeds import legal, why_not
from game.rules.company.due import settle
from game.rules.company.errors import Code, DeedRefused
from game.rules.company.seats import is_over, leave, player_at, seated, with_item
from game.rules.company.values import (
    LIMITS,
    TIME_OUTS,
    AskPause,
    AskReplace,
    CatchUp,
    Company,
    Deed,
    Event,
    How,
    Leave,
    No,
    Outcome,
    Player,
    Ready,
    SaidReady,
    SaidYes,
    Step,
    Stop,
    Stopped,
    TimedOut,
    TimeOut,
    VoteEnded,
    Yes,
)
from game.rules.company.votes import close, opened, refuse


def start(real: Sequence[bool], limit: int | None, now: int) -> Company:
    """The company as it sits down: by seat, whether a real player has it or a bot; and the time for each
    bid or card in seconds, or None. Raises `ValueError` where there is no such limit or no player."""
    if limit is not None and limit not in LIMITS:
        raise ValueError(f"no such time limit: {limit}")
    if not any(real):
        raise ValueError("nobody sits there")
    players = tuple(Player() if is_real else None for is_real in real)
    return Company(limit, players, clocks=(None,) * len(players), at=now)


def moved(
    company: Company,
    now: int,
    away: Mapping[int, int],
    *,
    turn: str,
    waited_for: Collection[int],
    by: int | None = None,
) -> Step:
    """The game goes on: it waits for these seats (bots may be among them), in a turn of this name.

    To be told after every step of the game, the first one included. A new name is a new turn; a name
    may stand for several seats' turns, one after the other, but for one of each. `by` is the seat whose
    player moved, None where a bot, the clock or the table did. Raises `DeedRefused` in a pause
    (paused), for a mover who is not seated, and after the end (everyone-left, stopped).
    """
    now = max(now, company.at)
    if is_over(company):
        raise DeedRefused(Code.STOPPED if company.stopped else Code.EVERYONE_LEFT, by)
    if by is not None and by not in seated(company):
        raise DeedRefused(Code.NOT_SEATED, by)
    if company.pause is not None:
        raise DeedRefused(Code.PAUSED, by)
    ended: tuple[Event, ...] = ()
    if by is not None and company.vote is not None and company.vote.seat == by:
        company, ended = close(company, Outcome.MOOT)  # whatever the next turn is: they are there
    told = replace(
        company,
        players=company.players if by is None else _here(company, by),
        clocks=company.clocks if turn == company.turn else (None,) * len(company.players),
        turn=turn,
        waited_for=tuple(sorted(set(waited_for))),
        at=now,
    )
    after, events = settle(begin(told, now), now, away)
    return after, ended + events


def apply(company: Company, seat: int | None, deed: Deed, now: int, away: Mapping[int, int]) -> Step:
    """The company after a deed, and what happened in order. `seat` is None for the table's own deeds.

    Raises `DeedRefused` for what is not among `legal_deeds`. Where nothing came of it (nothing had
    fallen due) the company is the same, and there are no events."""
    now = max(now, company.at)
    before, fallen_due = settle(company, now, away)
    if deed not in legal(before, seat, now, away):
        raise DeedRefused(why_not(before, seat, deed, away), seat)
    if seat is not None:
        before = replace(before, players=_here(before, seat))
    after, done = _do(before, seat, deed, now)
    after, followed = settle(after, now, away)
    events = fallen_due + done + followed
    return (replace(after, at=now), events) if events else (company, ())


def _do(company: Company, seat: int | None, deed: Deed, now: int) -> Step:
    """A deed that may be done."""
    match deed:
        case CatchUp():
            return company, ()
        case TimeOut():
            return _time_out(company, deed.seat, now)
        case Stop():
            return _stop(company)
    assert seat is not None
    match deed:
        case Leave():
            return leave(company, seat, How.WISH, now)
        case AskPause():
            return opened(company, seat, None, now)
        case AskReplace():
            return opened(company, seat, deed.seat, now)
        case Yes():
            assert company.vote is not None
            vote = replace(company.vote, yes=tuple(sorted((*company.vote.yes, seat))))
            return replace(company, vote=vote), (SaidYes(vote.number, seat),)
        case No():
            return refuse(company, seat, now)
        case Ready():
            assert company.pause is not None
            pause = replace(company.pause, ready=tuple(sorted((*company.pause.ready, seat))))
            return replace(company, pause=pause), (SaidReady(seat),)


def _time_out(company: Company, seat: int, now: int) -> Step:
    player, clock = player_at(company, seat), company.clocks[seat]
    assert clock is not None
    row = player.time_outs + 1
    after = replace(
        company,
        players=with_item(company.players, seat, replace(player, time_outs=row)),
        clocks=with_item(company.clocks, seat, replace(clock, out=True)),
    )
    if row < TIME_OUTS:
        return after, (TimedOut(seat, row),)
    after, left = leave(after, seat, How.TIME_OUTS, now)
    return after, (TimedOut(seat, row), *left)


def _stop(company: Company) -> Step:
    """Nobody is waited for any more, and nothing is asked. Who sits there keeps their seat."""
    ended = () if company.vote is None else (VoteEnded(company.vote.number, Outcome.MOOT),)
    nothing: tuple[None, ...] = (None,) * len(company.players)
    over = replace(company, stopped=True, clocks=nothing, waited_for=(), vote=None, pause=None)
    return over, (*ended, Stopped())


def _here(company: Company, seat: int) -> tuple[Player | None, ...]:
    """The players, this one with no time-outs in a row: they are there."""
    return with_item(company.players, seat, replace(player_at(company, seat), time_outs=0))
