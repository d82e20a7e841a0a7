"""A browser at a table: its moves come in, what it may see goes out.

Who is asking is settled at connect. Messages of the table carry versions: a part is forwarded when
its version follows the one sent last; anything else (a gap, another language, a refused stale move)
is answered with everything, freshly loaded. `game.live.watch` wakes those whom no message reached.
"""

import logging
from typing import Any
from urllib.parse import parse_qs

from channels.consumer import get_handler_name
from channels.db import aclose_old_connections
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings
from django.utils import translation

from game.errors import Refused
from game.live.difference import whole
from game.live.incoming import read_move
from game.live.page import load_page
from game.live.publish import group_of
from game.live.render import problem_html, push_html
from game.live.threads import in_thread
from game.live.watch import watcher
from game.moves import do, sit_down
from game.words import problem_text

log = logging.getLogger(__name__)

PING, PONG = '{"ping":1}', '{"pong":1}'
"""The heartbeat: a browser that hears nothing back knows that its connection is dead, though nobody
has closed it (static/game/connection.js)."""

NOT_SEATED = 4403
NEW_RELEASE = 4426


class TableConsumer(AsyncWebsocketConsumer):
    """One socket of one seat. `sent` is the version of the table that the browser has."""

    table_id: int
    seat: int
    language: str
    sent: int

    async def dispatch(self, message: dict[str, Any]) -> None:
        """As Channels does, but without its connection upkeep at every message: no handler here
        touches the database from this thread, and the threads that do look after themselves."""
        await getattr(self, get_handler_name(message))(message)

    async def connect(self) -> None:
        await aclose_old_connections()
        query = parse_qs(self.scope["query_string"].decode("ascii", "replace"))
        self.language = _one_of_ours(query.get("language", [""])[0])
        if query.get("release", [""])[0] != settings.RELEASE:
            await self._refuse("new-release", NEW_RELEASE)
            return
        seated = await in_thread(
            sit_down, self.scope["url_route"]["kwargs"]["public_id"], self.scope["user"].pk, self.language
        )
        if seated is None:
            await self._refuse("not-seated", NOT_SEATED)
            return
        await self.accept()
        self.table_id, self.seat = seated
        self.sent = _number(query.get("version", [""])[0])
        await self.channel_layer.group_add(group_of(self.table_id), self.channel_name)
        watcher.add(self)
        await self.catch_up()

    async def disconnect(self, code: int) -> None:
        if hasattr(self, "table_id"):
            watcher.discard(self)
            await self.channel_layer.group_discard(group_of(self.table_id), self.channel_name)

    # --- from the browser ------------------------------------------------------------------------------

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        if text_data == PING:
            await self.send(PONG)
            return
        try:
            wanted = read_move(text_data)
            await in_thread(do, self.table_id, self.seat, wanted)
        except Refused as refused:
            await self._tell(refused.code)
            if refused.code == "stale":
                await self.resync()
        except Exception:
            # Whatever went wrong is this sender's matter alone: the socket stays, the others play on.
            log.exception("table %s seat %s: a move failed", self.table_id, self.seat)
            await self._tell("busy")

    # --- from the table --------------------------------------------------------------------------------

    async def table_moved(self, message: dict[str, Any]) -> None:
        version, parts = message["version"], message["parts"]
        part = parts.get(f"{self.seat}.{self.language}")
        if version <= self.sent:
            return
        if version == self.sent + 1 and part is not None:
            self.sent = version
            if part:
                await self.send(part)
        else:
            await self.resync()

    async def catch_up(self) -> None:
        """Send everything unless the browser's page is of the version that the table has now."""
        page = await in_thread(load_page, self.table_id, self.seat)
        if page.version > self.sent:
            self.sent = page.version
            await self.send(await in_thread(push_html, whole(page.regions), (), self.language))

    async def resync(self) -> None:
        self.sent = -1
        await self.catch_up()

    async def _refuse(self, problem: str, close_code: int) -> None:
        """Say why before closing: a handshake that is turned down tells the browser nothing."""
        await self.accept()
        await self._tell(problem)
        await self.close(close_code)

    async def _tell(self, code: str) -> None:
        with translation.override(self.language):
            await self.send(problem_html(problem_text(code)))


def _one_of_ours(language: str) -> str:
    return language if language in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else -1
