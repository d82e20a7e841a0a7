"""What a table does by itself when its time has come: deal, reveal, let a bot move, what people's time brings
about (a time-out, the end of a vote), or look after its lobby.

What to do is worked out before the door is entered, so that a bot's thinking holds no lock; the
door then checks that the table has not moved on.
"""

import random
from datetime import timedelta

from django.utils import timezone

from game import schedule, store
from game.bots import DEFAULT_LEVEL, decide
from game.door import Change, act, do, time_out
from game.errors import Refused
from game.models import Seat, Source, Table
from game.moment import away, bots_of, ms
from game.rules import fair
from game.rules.company import due as company_due
from game.rules.company.values import What
from game.rules.exact_bid.values import Deal, Reveal, State
from game.rules.exact_bid.view import view

EARLY = timedelta(milliseconds=50)
"""A task may start a touch before its time, by the clock of another process."""


def advance(table_id: int, version: int) -> Change | None:
    """Do what is due at the table. None if nothing is (yet). Raises `Refused` if it has moved on."""
    table = Table.objects.get(pk=table_id)
    if table.version != version:
        raise Refused("stale")
    if table.due_at is None or table.due_at > timezone.now() + EARLY:
        return None
    if table.status == Table.Status.LOBBY:
        from game import lobby  # whose games begin by calling for this

        lobby.look_after(table.pk)
        return None
    return _do(table)


def hurry(table_id: int) -> Change | None:
    """Deal the next round at once: the person has seen enough of the last one. None if there is
    none to deal. Raises `Refused` if the table has moved on meanwhile."""
    table = Table.objects.get(pk=table_id)
    return _do(table) if table.due_for.startswith("deal.") else None


def _do(table: Table) -> Change | None:
    if table.due_for.startswith(schedule.COMPANY):
        return _of_the_company(table)
    state = store.state_of(table)
    seats = list(Seat.objects.filter(table=table))
    due = schedule.due(state, bots_of(seats))
    if due is None:
        return None
    if due.what == "deal":
        return act(table.pk, None, next_deal(table, seats, state), source=Source.TABLE, version=table.version)
    if due.what == "reveal":
        return act(table.pk, None, Reveal(), source=Source.TABLE, version=table.version)
    assert due.seat is not None
    action = decide(seats[due.seat].bot, view(state, due.seat), random.Random())
    return act(table.pk, due.seat, action, source=Source.BOT, version=table.version)


def _of_the_company(table: Table) -> Change | None:
    """What people's time brings about. Who ran out of it is moved for by what they may see, and no more."""
    company, seats = store.company_of(table), list(Seat.objects.filter(table=table))
    now = ms(timezone.now())
    due = None if company is None else company_due.due(company, now, away(seats))
    if due is None or due.at > now:
        return None
    if due.what is not What.TIME_OUT:
        return do(table.pk, None, due.deed, version=table.version)
    assert due.seat is not None
    action = decide(DEFAULT_LEVEL, view(store.state_of(table), due.seat), random.Random())
    return time_out(table.pk, due.seat, action, version=table.version)


def next_deal(table: Table, seats: list[Seat], state: State) -> Deal:
    """The fair deal of the next round: it follows from the seed and the salts alone (RULES 6)."""
    salts = tuple(seat.salt for seat in seats)
    deal, _ = fair.next_deal(state, bytes.fromhex(table.seed), salts)
    return deal
