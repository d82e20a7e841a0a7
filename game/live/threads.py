"""Database work of the live pages, in threads of its own.

Django's one thread-sensitive thread would let a table whose row is locked hold up every other table
of the process; these threads, each with its own connection, do not. A thread keeps its connection
from call to call, unless something went wrong with it.

What a call has to tell others (`game.live.send`) is drawn and sent by the event loop when the call is
over, which is after its commit. Threads that draw while others wait for the database only hold each
other up.
"""

import asyncio
import logging
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

from django.conf import settings
from django.db import InterfaceError, OperationalError, connection

from game.live.audience import Message, audience

log = logging.getLogger(__name__)

P = ParamSpec("P")
R = TypeVar("R")
Draw = Callable[[], Message]
Outbox = list[tuple[str, Draw]]


class _Here(threading.local):
    outbox: Outbox | None = None


here = _Here()
_threads = ThreadPoolExecutor(max_workers=settings.LIVE_THREADS, thread_name_prefix="live")


async def in_thread(function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """Call a function that uses the database, without blocking the event loop."""
    outbox: Outbox = []

    def call() -> R:
        here.outbox = outbox
        try:
            return _on_a_line_that_lives(function, *args, **kwargs)
        finally:
            here.outbox = None
            if connection.errors_occurred:
                connection.close()

    try:
        return await asyncio.get_running_loop().run_in_executor(_threads, call)
    finally:  # what is in the outbox has been committed, whatever went wrong afterwards
        for group, draw in outbox:
            await _tell(group, draw)


def _on_a_line_that_lives(function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """Call once more where the connection kept from the last call turns out to have died meanwhile (the
    database has been started anew). What was committed all the same is not done twice: a move names its
    turn."""
    line = connection.connection
    try:
        return function(*args, **kwargs)
    except (InterfaceError, OperationalError):
        if line is None or (connection.connection is line and connection.is_usable()):
            raise
        connection.close()
        return function(*args, **kwargs)


async def _tell(group: str, draw: Draw) -> None:
    """First those who are connected here, whatever the broker does. Never raises: what there is to tell
    is stored already."""
    try:
        message = draw()
        try:
            await audience().hand_out(message)
        finally:
            audience().tell(message)
    except Exception:
        log.exception("%s was not told of a change", group)


def close_connections() -> None:
    """Give the threads' connections back: for tests, which drop the database at their end."""
    together = threading.Barrier(_threads._max_workers)

    def close() -> None:
        together.wait(5)
        connection.close()

    for done in [_threads.submit(close) for _ in range(_threads._max_workers)]:
        done.result()
