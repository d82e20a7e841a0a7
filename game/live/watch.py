"""Looks after the sockets of a process, every second or so, whatever their number.

- The broker may be away, or drop a message: then a browser stays behind, and nobody tells it. So each
  socket is told how its table stands: one query.
- A session may end, or a player be shut out, while a socket is open (BR-48): two queries.
- The process says that it lives, so that those whose pages it serves are held to be there
  (`game.presence`): one statement.
"""

import asyncio
import logging
from collections.abc import Collection
from typing import TYPE_CHECKING

from django.contrib.sessions.models import Session
from django.utils import timezone

from accounts.models import User
from game.live.house import House
from game.live.threads import in_thread
from game.models import Table

if TYPE_CHECKING:
    from game.live.listener import Listener

log = logging.getLogger(__name__)

EVERY = 1.5  # seconds

_watches: dict[House, asyncio.Task[None]] = {}


def keep_watch(house: House) -> None:
    """Look after the sockets of a process, for as long as there are any."""
    if house not in _watches:
        _watches[house] = asyncio.create_task(Watch(house).keep())


class Watch:
    def __init__(self, house: House) -> None:
        self._house, self._audience = house, house.audience

    async def keep(self) -> None:
        try:
            while self._audience.sockets:
                await asyncio.sleep(EVERY)
                await self._look_around()
        finally:
            del _watches[self._house]

    async def _look_around(self) -> None:
        looks = (
            self._audience.listen,
            self._house.presence.renew,
            self._tell_how_tables_stand,
            self._turn_away_strangers,
        )
        for look in looks:
            try:
                await look()
            except Exception:
                log.exception("looking after the sockets failed")

    async def _tell_how_tables_stand(self) -> None:
        tables = [place for place in self._audience.sockets if isinstance(place, int)]
        stand = await in_thread(_how_they_stand, tables)
        for socket in self._everyone():
            version, news = stand.get(socket.place, (0, 0))
            await socket.guard(socket.notice(version, news))

    async def _turn_away_strangers(self) -> None:
        everyone = [socket for socket in self._everyone() if socket.user_id is not None]
        users = {socket.user_id for socket in everyone if socket.user_id is not None}
        sessions = {socket.session_key for socket in everyone if socket.session_key}
        active, alive = await in_thread(_still_there, users, sessions)
        for socket in everyone:
            if socket.user_id not in active or socket.session_key not in alive:
                await socket.guard(socket.turn_away())

    def _everyone(self) -> list["Listener"]:
        return [socket for sockets in self._audience.sockets.values() for socket in sockets]


def _how_they_stand(table_ids: list[int]) -> dict[int | str, tuple[int, int]]:
    """Version and news of each."""
    rows = Table.objects.filter(pk__in=table_ids).values_list("pk", "version", "news")
    return {table_id: (version, news) for table_id, version, news in rows}


def _still_there(users: Collection[int], sessions: Collection[str]) -> tuple[set[int], set[str]]:
    """Which of the users may still play, and which of the sessions still live."""
    now = timezone.now()
    allowed = User.objects.filter(pk__in=users, is_active=True).exclude(banned_until__gt=now)
    active = allowed.values_list("pk", flat=True)
    unexpired = Session.objects.filter(session_key__in=sessions, expire_date__gt=now)
    alive = unexpired.values_list("session_key", flat=True)
    return set(active), set(alive)
