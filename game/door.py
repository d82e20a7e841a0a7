"""The one door: this is the only code that changes a running game.

People, bots, time-outs and the table's own doings (dealing, revealing) all come through here and
differ by their `source` alone; so do leaving, votes and pauses, the deeds of the company. Inside one
transaction: lock the table, judge staleness, apply the rules, store; after the commit: tell the pages,
and set the clock for what is due next.
"""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from game import schedule, store
from game.bots import DEFAULT_LEVEL
from game.errors import Refused
from game.models import Kind, Seat, Source, Table
from game.moment import Moment, away, bots_of, from_ms, ms
from game.rules.company import due as company_due
from game.rules.company import engine as company_engine
from game.rules.company.errors import DeedRefused
from game.rules.company.seats import seated
from game.rules.company.values import Company, Deed, PlayerLeft, Stop, Stopped, TimeOut
from game.rules.company.values import Event as Told
from game.rules.errors import IllegalAction
from game.rules.exact_bid import engine
from game.rules.exact_bid.values import Action, Event, Phase, State


@dataclass(frozen=True, slots=True)
class Change:
    """A stored change of a game: what publishing needs to know of it. `has_news`: something has changed
    beside the game, too."""

    table: Table
    seats: Sequence[Seat]
    before: Moment
    after: Moment
    events: tuple[Event, ...]
    has_news: bool
    version: int


@dataclass(frozen=True, slots=True)
class _Held:
    """A table that is locked, the moment of it, and the clock as it is looked at once."""

    table: Table
    seats: Sequence[Seat]
    moment: Moment
    now: datetime
    away: Mapping[int, int]


@dataclass(frozen=True, slots=True)
class _Step:
    """What comes of a change before it is stored."""

    moment: Moment
    events: tuple[Event, ...] = ()
    told: tuple[Told, ...] = ()


def act(
    table_id: int,
    seat: int | None,
    action: Action,
    *,
    source: Source,
    turn: str | None = None,
    version: int | None = None,
) -> Change | None:
    """Apply one action to a running game, store it, and let everyone know.

    `seat` is None for the table's own actions. The actor says what they saw: a person the `turn` of
    the page (`View.turn`), the server's own tasks the `version` they decided on. Returns None where
    nothing came of it (a bid made again). Raises `Refused` (stale, game-over, or a code of the
    rules), leaving everything as it was.
    """
    with transaction.atomic():
        held = _hold(table_id, turn, version)
        step = _played(_Step(held.moment), held, seat, action, by=seat if source == Source.PERSON else None)
        return _keep(held, step, seat=seat, source=source, action=action)


def do(table_id: int, seat: int | None, deed: Deed, *, version: int | None = None) -> Change | None:
    """A deed of the company: of a player at a seat, or of the table itself (None), which then says on what
    `version` it decided. Returns None where nothing came of it. Raises `Refused` (game-over, or a code of
    the company's rules), leaving everything as it was."""
    with transaction.atomic():
        held = _hold(table_id, None, version)
        source = Source.TABLE if seat is None else Source.PERSON
        return _keep(held, _done(held, seat, deed), seat=seat, source=source, deed=deed)


def time_out(table_id: int, seat: int, action: Action, *, version: int) -> Change | None:
    """The time of a seat has run out: it counts, and the bot's bid or card stands for the player's, both or
    neither. `action` was chosen from what that seat may see, at `version`. Raises `Refused`."""
    deed = TimeOut(seat)
    with transaction.atomic():
        held = _hold(table_id, None, version)
        step = _done(held, None, deed)
        if step.moment.is_paused or _nobody_is_left(step.moment):
            return _keep(held, step, seat=seat, source=Source.CLOCK, deed=deed)
        step = _played(step, held, seat, action, by=None)
        return _keep(held, step, seat=seat, source=Source.CLOCK, action=action, deed=deed)


def stop(table_id: int) -> Change | None:
    """A moderator ends the game where it stands: nobody is placed, and it counts for nothing
    (`Table.stopped_at`). At a table without a company it is written into the log all the same. Raises
    `Refused` (game-over, busy), leaving everything as it was."""
    deed = Stop()
    with transaction.atomic():
        held = _hold(table_id, None, None)
        alone = held.moment.company is None
        step = _Step(held.moment, told=(Stopped(),)) if alone else _done(held, None, deed)
        step = replace(step, moment=replace(step.moment, stopped=True))
        return _keep(held, step, seat=None, source=Source.MODERATOR, deed=deed)


def look_again(table: Table, seats: Sequence[Seat]) -> None:
    """Somebody has come or gone: of a running table, which the caller has locked, when it must act by itself
    may be another moment now. Saved by the caller."""
    moment = Moment(store.state_of(table), store.company_of(table), bots_of(seats))
    set_due(table, moment, timezone.now(), away(seats))


def _hold(table_id: int, turn: str | None, version: int | None) -> _Held:
    table, seats = store.lock(table_id)
    if version is not None and version != table.version:
        raise Refused("stale")
    if table.status != Table.Status.RUNNING:
        raise Refused("game-over")
    state = store.state_of(table)
    if turn is not None and turn != engine.turn(state):
        raise Refused("stale")
    moment = Moment(state, store.company_of(table), bots_of(seats))
    return _Held(table, seats, moment, timezone.now(), away(seats))


def _played(step: _Step, held: _Held, seat: int | None, action: Action, *, by: int | None) -> _Step:
    """The game goes on, and the company is told. `by` is the seat whose player moved, if one did."""
    try:
        state, events = engine.apply(step.moment.state, seat, action)
    except IllegalAction as error:
        raise Refused(error.code) from error
    company, told = _told(step.moment.company, state, held, by) if events else (step.moment.company, ())
    return replace(
        step, moment=replace(step.moment, state=state, company=company), events=events, told=step.told + told
    )


def _told(
    company: Company | None, state: State, held: _Held, by: int | None
) -> tuple[Company | None, tuple[Told, ...]]:
    if company is None:
        return None, ()
    try:
        return company_engine.moved(
            company,
            ms(held.now),
            held.away,
            turn=engine.turn(state),
            waited_for=engine.waited_for(state),
            by=by,
        )
    except DeedRefused as error:
        raise Refused(error.code) from error


def _done(held: _Held, seat: int | None, deed: Deed) -> _Step:
    if held.moment.company is None:
        raise Refused("not-now")
    try:
        company, told = company_engine.apply(held.moment.company, seat, deed, ms(held.now), held.away)
    except DeedRefused as error:
        raise Refused(error.code) from error
    return _Step(replace(held.moment, company=company), told=told)


def _nobody_is_left(moment: Moment) -> bool:
    return moment.company is not None and not seated(moment.company)


def _keep(
    held: _Held,
    step: _Step,
    *,
    seat: int | None,
    source: Source,
    action: Action | None = None,
    deed: Deed | None = None,
) -> Change | None:
    """Store what came of a change, if anything did, and announce it when that is committed."""
    if not step.events and not step.told:
        return None
    table, left = held.table, [event.seat for event in step.told if isinstance(event, PlayerLeft)]
    for index in left:
        held.seats[index].bot = DEFAULT_LEVEL
    after = replace(step.moment, bots=bots_of(held.seats))
    table.version += 1
    if after.stopped or _nobody_is_left(after):
        table.due_at, table.due_for = None, ""
    else:
        set_due(table, after, held.now, {index: at for index, at in held.away.items() if index not in left})
    ranked = table.kind == Kind.RANKED
    has_news = bool(step.told) or held.moment.beside(ranked=ranked) != after.beside(ranked=ranked)
    table.news += has_news
    log = store.Log(seat, source, action, deed, held.away, held.now)
    store.save(table, held.seats, after, step.events, step.told, log)
    change = Change(table, held.seats, held.moment, after, step.events, has_news, table.version)
    transaction.on_commit(lambda: _announce(change))
    return change


def set_due(table: Table, moment: Moment, now: datetime, away: Mapping[int, int]) -> None:
    """Note on a table, not yet saved, what it must do next by itself, and when. What it was waiting for
    already keeps its time."""
    if moment.state.phase is Phase.END:  # also where a vote is open: it is about nothing any more
        table.due_at, table.due_for = None, ""
        return
    due = [found for found in (_company_due(moment, now, away), _game_due(table, moment, now)) if found]
    table.due_at, table.due_for = min(due, default=(None, ""))


def _game_due(table: Table, moment: Moment, now: datetime) -> tuple[datetime, str] | None:
    due = None if moment.is_paused else schedule.due(moment.state, moment.bots)
    if due is None:
        return None
    if due.key == table.due_for and table.due_at is not None:
        return table.due_at, due.key
    delay = schedule.delay(moment.state, due, table.pace, random.Random())
    return now + timedelta(seconds=delay), due.key


def _company_due(moment: Moment, now: datetime, away: Mapping[int, int]) -> tuple[datetime, str] | None:
    due = None if moment.company is None else company_due.due(moment.company, ms(now), away)
    if due is None:
        return None
    return from_ms(due.at) + schedule.grace(due.what), f"{schedule.COMPANY}{due.what}.{due.at}"


def _announce(change: Change) -> None:
    from game.live.publish import publish
    from game.tasks import call_when_due

    publish(change)
    call_when_due(change.table)
