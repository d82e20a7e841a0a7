"""Sending to a channel group from wherever a change was made.

In a web process the change was made in a thread that the event loop waits for, and the message is
sent on that loop. A worker has no loop; it gets one of its own, in a thread that lives as long as
the process: the channel layer keeps a connection for each loop, so a fresh loop for every message
would leave a trail of closed ones.
"""

import asyncio
import threading
from functools import cache
from typing import Any

from asgiref.sync import SyncToAsync, async_to_sync
from channels.layers import get_channel_layer

PATIENCE = 2.0  # seconds until a broker that does not answer is given up; versions heal what it missed


def send_to_group(group: str, message: dict[str, Any]) -> None:
    """Send and wait until it is sent. Raises what the channel layer raises, or TimeoutError."""
    if getattr(SyncToAsync.threadlocal, "main_event_loop", None) is not None:
        async_to_sync(_send)(group, message)
    else:
        asyncio.run_coroutine_threadsafe(_send(group, message), _own_loop()).result()


async def _send(group: str, message: dict[str, Any]) -> None:
    layer = get_channel_layer()
    assert layer is not None
    await asyncio.wait_for(layer.group_send(group, message), PATIENCE)


@cache
def _own_loop() -> asyncio.AbstractEventLoop:
    loop = asyncio.new_event_loop()
    threading.Thread(target=loop.run_forever, name="publishing", daemon=True).start()
    return loop
