"""Looks after the sockets of a process, every second or so, whatever their number.

- The broker may be away, or drop a message: then a browser stays behind, and nobody tells it. So the
  versions of the tables watched are compared with what has been sent: one query.
- A session may end, or a player be shut out, while a socket is open (BR-48): two queries.
"""

import asyncio
import logging
from collections.abc import Collection
from typing import TYPE_CHECKING

from django.contrib.sessions.models import Session
from django.utils import timezone

from accounts.models import User
from game.live.audience import Audience
from game.live.threads import in_thread
from game.models import Table

if TYPE_CHECKING:
    from game.live.consumer import TableConsumer

log = logging.getLogger(__name__)

EVERY = 1.5  # seconds

_watches: dict[Audience, asyncio.Task[None]] = {}


def keep_watch(audience: Audience) -> None:
    """Have an audience looked after while there is anyone in it."""
    if audience not in _watches:
        _watches[audience] = asyncio.create_task(Watch(audience).keep())


class Watch:
    def __init__(self, audience: Audience) -> None:
        self._audience = audience
        self._behind: dict[TableConsumer, int] = {}

    async def keep(self) -> None:
        try:
            while self._audience.sockets:
                await asyncio.sleep(EVERY)
                await self._look_around()
        finally:
            del _watches[self._audience]

    async def _look_around(self) -> None:
        for look in (self._audience.listen, self._wake_the_late, self._turn_away_strangers):
            try:
                await look()
            except Exception:
                log.exception("looking after the sockets failed")

    async def _wake_the_late(self) -> None:
        """Bring up to date who was behind the last time and has not been sent anything since."""
        versions = await in_thread(_versions, list(self._audience.sockets))
        before, self._behind = self._behind, {}
        for socket in self._everyone():
            version = versions.get(socket.table_id, 0)
            if socket.sent >= version:
                continue
            if before.get(socket) == socket.sent:
                self._audience.greet(socket.table_id)
                await socket.guard(socket.catch_up())
            else:
                self._behind[socket] = socket.sent

    async def _turn_away_strangers(self) -> None:
        everyone = self._everyone()
        users = {socket.user_id for socket in everyone}
        sessions = {socket.session_key for socket in everyone if socket.session_key}
        active, alive = await in_thread(_still_there, users, sessions)
        for socket in everyone:
            if socket.user_id not in active or socket.session_key not in alive:
                await socket.guard(socket.turn_away())

    def _everyone(self) -> list["TableConsumer"]:
        return [socket for sockets in self._audience.sockets.values() for socket in sockets]


def _versions(table_ids: list[int]) -> dict[int, int]:
    return dict(Table.objects.filter(pk__in=table_ids).values_list("pk", "version"))


def _still_there(users: Collection[int], sessions: Collection[str]) -> tuple[set[int], set[str]]:
    """Which of the users may still play, and which of the sessions still live."""
    active = User.objects.filter(pk__in=users, is_active=True).values_list("pk", flat=True)
    unexpired = Session.objects.filter(session_key__in=sessions, expire_date__gt=timezone.now())
    alive = unexpired.values_list("session_key", flat=True)
    return set(active), set(alive)
