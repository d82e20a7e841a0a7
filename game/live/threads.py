"""Database work of the live pages, in threads of its own.

Django's one thread-sensitive thread would let a table whose row is locked hold up every other table
of the process; these threads, each with its own connection (PostgreSQL: from the pool), do not.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

from channels.db import database_sync_to_async

P = ParamSpec("P")
R = TypeVar("R")

_threads = ThreadPoolExecutor(max_workers=4, thread_name_prefix="live")


async def in_thread(function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """Call a function that uses the database, without blocking the event loop."""
    call = database_sync_to_async(function, thread_sensitive=False, executor=_threads)
    return await call(*args, **kwargs)
