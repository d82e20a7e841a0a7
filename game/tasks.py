"""What workers do. Every task may run twice, late or never: `advance` looks at what is there, and
the sweep finds what was lost."""

import logging
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta

from celery import shared_task
from django.utils import timezone
from kombu.exceptions import OperationalError

from game import clockwork, logs
from game.errors import Refused
from game.models import Table

log = logging.getLogger(__name__)

elsewhere = ThreadPoolExecutor(max_workers=1, thread_name_prefix="asking").submit
"""Calls a function with its arguments, in a thread that may wait for the broker."""

SOON = timedelta(seconds=10)
"""What is due later than this is left to the sweep: a worker has little in hand that is lost with it."""

LATE = timedelta(milliseconds=700)
"""How long a due table is left to its own task before the sweep takes it up."""


@shared_task(name="game.tasks.advance")
def advance(table_id: int, version: int) -> None:
    """Do what is due at a table, if it still stands where it stood when this was asked for."""
    try:
        clockwork.advance(table_id, version)
    except Refused as refused:
        # Someone was quicker: a person, the sweep, or this very task before.
        log.info("table %s version %s: %s", table_id, version, refused.code)


@shared_task(name="game.tasks.sweep")
def sweep() -> int:
    """Ask for `advance` at every table whose time has come and gone, and note who has gone with a process
    that died. Returns how many tables there were."""
    from game import presence  # which calls for tables to be advanced

    overdue = Table.objects.filter(due_at__lte=timezone.now() - LATE).order_by("due_at")
    tables = list(overdue.values_list("pk", "version")[:1000])
    for table_id, version in tables:
        # Not kept longer than it takes to be asked again, so that a backlog does not feed itself.
        advance.apply_async((table_id, version), expires=5)
    presence.sweep()  # waits for tables' locks, and nothing else waits for it
    return len(tables)


@shared_task(name="game.tasks.tidy")
def tidy() -> int:
    """Forget lobbies that never became a game, with what was said in them, a day after everyone had left.
    Returns how many there were."""
    gone = Table.objects.filter(status=Table.Status.GONE, ended_at__lt=timezone.now() - timedelta(days=1))
    return gone.delete()[1].get("game.Table", 0)


@shared_task(name="game.tasks.pack", time_limit=600)
def pack() -> int:
    """Pack the logs of games that ended a while ago. Returns how many there were."""
    return logs.pack_old()


def call_when_due(table: Table) -> None:
    """After a commit: have the table advanced at its time. A broker that is away or stalls is no matter of
    the one who moved, so it is asked elsewhere; what is late by then the sweep has found."""
    if table.due_at is None:
        return
    if table.due_at <= timezone.now() + SOON:
        elsewhere(_ask, table.pk, table.version, table.due_at)


def _ask(table_id: int, version: int, due_at: datetime) -> None:
    delay = due_at - timezone.now()
    if delay < -LATE:
        return
    try:
        advance.apply_async((table_id, version), countdown=max(delay.total_seconds(), 0.0))
    except (OperationalError, OSError) as error:
        log.warning("table %s is left to the sweep: %s", table_id, error)
