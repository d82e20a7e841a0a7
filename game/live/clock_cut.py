"""Cuts the clocks out of a company. Moments stay moments here: how much is left of them is worked out when
the region is drawn (`ms_left`), so that an unchanged clock is an unchanged slice."""

import time

from game.live.slices import ClockSlice
from game.rules.company.clocks import runs_out, time_left
from game.rules.company.seats import seated
from game.rules.company.values import Company


def cut_clock(company: Company) -> ClockSlice:
    paused = company.pause is not None
    shown = []
    for seat in seated(company):
        moment = time_left(company, seat, company.at) if paused else runs_out(company, seat)
        if moment is not None:
            shown.append((seat, moment))
    return ClockSlice(company.limit, paused, tuple(shown))


def ms_left(until: int) -> int:
    """How many milliseconds there are until a moment (ms since 1970); pages count on from there."""
    return max(0, until - round(time.time() * 1000))
