"""Clocks: when they begin, what is left on them, and what a pause does to them.

Everyone still seated for whom the game waits has a clock, bots never. It begins with the turn, and so
for all bids at once, or where the game comes to wait for the seat within the turn (the next card of a
trick). Once it has begun it is the seat's one clock for this turn: a bid changed gives no new time.
"""

from dataclasses import replace

from game.rules.company.seats import seated, with_item
from game.rules.company.values import Clock, Company


def time_left(company: Company, seat: int, now: int) -> int | None:
    """What the seat has left for its bid or card, never below nought; None where no clock of it runs or
    stands still in a pause."""
    clock = running(company, seat)
    if clock is None or company.limit is None:
        return None
    moment = max(now, company.at) if company.pause is None else company.pause.began
    return 0 if clock.out else max(0, clock.began + company.limit * 1000 - moment)


def runs_out(company: Company, seat: int) -> int | None:
    """The moment of the seat's time-out, or None where none is to come, as in a pause."""
    clock = running(company, seat)
    if clock is None or clock.out or company.limit is None or company.pause is not None:
        return None
    return clock.began + company.limit * 1000


def running(company: Company, seat: int) -> Clock | None:
    """The clock of a seat for which the game waits."""
    return company.clocks[seat] if seat in company.waited_for else None


def begin(company: Company, now: int) -> Company:
    """Begin the clocks of those for whom the game has come to wait."""
    clocks = company.clocks
    for seat in seated(company):
        if seat in company.waited_for and clocks[seat] is None:
            clocks = with_item(clocks, seat, Clock(now))
    return replace(company, clocks=clocks)


def moved_on(company: Company, pause: int) -> tuple[Clock | None, ...]:
    """The clocks after a pause of this length: what was left is left."""
    return tuple(clock and replace(clock, began=clock.began + pause) for clock in company.clocks)
