"""Sending to a channel group from wherever a change was made.

In a thread of the live pages the message goes into its outbox: the event loop draws and sends it, when
the thread has done with the database. Everywhere else (a worker, a page, a command) there is no loop to
count on: there the message is sent on one of its own, in a thread that lives as long as the process.
The channel layer keeps a connection for each loop, so a fresh loop for every message would leave a trail
of closed ones.
"""

import asyncio
import threading
from functools import cache

from game.live.audience import send
from game.live.threads import Draw, here

_starting = threading.Lock()


def send_to_group(group: str, draw: Draw) -> None:
    """Send what `draw` gives, or have it drawn and sent when the present call is over."""
    if here.outbox is not None:
        here.outbox.append((group, draw))
    else:
        asyncio.run_coroutine_threadsafe(send(group, draw()), _own_loop()).result()


def _own_loop() -> asyncio.AbstractEventLoop:
    with _starting:
        return _started_loop()


@cache
def _started_loop() -> asyncio.AbstractEventLoop:
    loop = asyncio.new_event_loop()
    threading.Thread(target=loop.run_forever, name="publishing", daemon=True).start()
    return loop
