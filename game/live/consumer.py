"""A browser at a table: its moves come in, what it may see goes out.

Who is asking is settled at connect, and looked at again now and then (`game.live.watch`). Messages of
the table carry versions: a part is forwarded when its version follows the one sent last; anything else
(a gap that stays, another language, a refused stale move) is answered with everything, freshly loaded.
The watch also wakes those whom no message reached.
"""

import asyncio
import logging
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any
from urllib.parse import parse_qs

from autobahn.exception import Disconnected
from channels.consumer import get_handler_name
from channels.db import aclose_old_connections
from channels.exceptions import StopConsumer
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings
from django.utils import translation

from game.errors import Refused
from game.live.audience import audience
from game.live.difference import whole
from game.live.incoming import Move, read_move
from game.live.page import load_page
from game.live.render import Drawings, problem_html, push_html
from game.live.threads import in_thread
from game.live.watch import keep_watch
from game.moves import do, sit_down
from game.words import problem_text

log = logging.getLogger(__name__)

PING, PONG = '{"ping":1}', '{"pong":1}'
"""The heartbeat: a browser that hears nothing back knows that its connection is dead, though nobody
has closed it (static/game/connection.js)."""

WAITING_MOVES = 8
"""How many moves of one socket may wait their turn; who sends faster than that is no person."""

OUT_OF_ORDER = 0.1
"""Seconds in which messages of several processes may overtake each other."""

# Codes of a close: applications have 4000 and up, and Daphne refuses to send most others.
NOT_SEATED = 4403
NEW_RELEASE = 4426
WENT_WRONG = 4500


class TableConsumer(AsyncWebsocketConsumer):
    """One socket of one seat. `sent` is the version of the table that the browser has."""

    channel_layer_alias = "the process listens for all its sockets"  # none of this socket's own

    seated = False  # between being let in and leaving: only then moves are taken
    table_id: int
    seat: int
    language: str
    sent: int

    async def dispatch(self, message: dict[str, Any]) -> None:
        """As Channels does, but without its connection upkeep at every message: no handler here
        touches the database from this thread, and the threads that do look after themselves."""
        await self.guard(getattr(self, get_handler_name(message))(message))

    async def guard(self, handling: Coroutine[Any, Any, None]) -> None:
        """Channels takes an application that raises down without its disconnect step; so what goes
        wrong here ends this socket in order, and the browser comes back for the whole page. Never raises
        anything else."""
        try:
            await handling
        except StopConsumer:
            raise
        except Disconnected:  # the browser went away while it was being sent something
            await self._leave()
        except Exception:
            log.exception("a socket of table %s failed", getattr(self, "table_id", None))
            await self._leave()
            with suppress(Exception):
                await self.close(WENT_WRONG)

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
        self.user_id, self.session_key = self.scope["user"].pk, self.scope["session"].session_key
        self.sent = _number(query.get("version", [""])[0])
        self._sending = asyncio.Lock()
        self._moves = 0  # received and not yet done
        self._early: dict[int, str] = {}  # parts that came before those between, by version
        self._gap = False  # it is about to be closed
        self._waits = False  # a catch-up that has yet to load
        self._tasks: set[asyncio.Task[None]] = set()
        self._audience = audience()
        self.seated = True
        await self._audience.join(self)
        keep_watch(self._audience)
        await self.catch_up()

    async def disconnect(self, code: int) -> None:
        await self._leave()

    async def _leave(self) -> None:
        """Be nobody's audience any more. A move that has been received is carried out all the same."""
        if self.seated:
            self.seated = False
            await self._audience.leave(self)

    # --- from the browser ------------------------------------------------------------------------------

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """A heartbeat is answered at once; moves wait for each other, but nothing waits for them. A browser
        may still talk when it has been turned away."""
        if not self.seated:
            return
        if text_data == PING:
            await self.send(PONG)
            return
        try:
            wanted = read_move(text_data)
            if self._moves >= WAITING_MOVES:
                raise Refused("busy")
        except Refused as refused:
            await self._tell(refused.code)
            return
        self._moves += 1
        self._meanwhile(self._move(wanted))

    async def _move(self, wanted: Move) -> None:
        try:
            async with self._audience.turn(self.table_id):
                await in_thread(do, self.table_id, self.seat, wanted)
        except Refused as refused:
            await self._tell(refused.code)
            if refused.code == "stale":
                await self.catch_up(anew=True)
        except Exception:
            # Whatever went wrong is this sender's matter alone: the socket stays, the others play on.
            log.exception("table %s seat %s: a move failed", self.table_id, self.seat)
            await self._tell("busy")
        finally:
            self._moves -= 1

    def _meanwhile(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something that takes a while beside whatever else comes in."""
        task = asyncio.create_task(self.guard(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # --- from the table --------------------------------------------------------------------------------

    async def table_moved(self, message: dict[str, Any]) -> None:
        """Forward one's own part if it follows what was sent last; one that comes before its time waits for
        those between. Waits for nothing itself: everyone else in the process hears of the change after
        this."""
        version = message["version"]
        part = message["parts"].get(f"{self.seat}.{self.language}")
        if version <= self.sent:
            return
        if part is not None:
            self._early[version] = part
            await self._forward()
        if self.sent < version and not self._sending.locked() and not self._gap:
            self._gap = True
            self._meanwhile(self._close_gap(0.0 if part is None else OUT_OF_ORDER))

    async def _forward(self) -> None:
        """Send what follows, unless a whole page is on its way."""
        while not self._sending.locked() and self.sent + 1 in self._early:
            self.sent += 1
            if part := self._early.pop(self.sent):
                await self.send(part)

    async def _close_gap(self, patience: float) -> None:
        await asyncio.sleep(patience)
        self._gap = False
        if self._early or not patience:
            await self.catch_up()

    async def catch_up(self, *, anew: bool = False) -> None:
        """Send everything if the browser's page is older than the table (`anew`: in any case), and then what
        came meanwhile.

        Nothing else is sent until then, so that an older page never comes after a newer part. One that has
        yet to load will bring all that this one would."""
        if self._waits and not anew:
            return
        self._waits = True
        async with self._sending:
            self._waits = False
            page = await in_thread(load_page, self.table_id, self.seat)
            if anew or page.version > self.sent:
                html = await in_thread(push_html, whole(page.regions), self.language, Drawings())
                await self.send(html)
                self.sent = page.version
        self._early = {version: part for version, part in self._early.items() if version > self.sent}
        await self._forward()

    async def turn_away(self) -> None:
        """The session has ended or the account may not play: this socket acts for nobody now."""
        await self._leave()
        await self._tell("not-seated")
        await self.close(NOT_SEATED)

    async def _refuse(self, problem: str, close_code: int) -> None:
        """Say why before closing: a handshake that is turned down tells the browser nothing."""
        await self.accept()
        await self._tell(problem)
        await self.close(close_code)

    async def _tell(self, code: str) -> None:
        with translation.override(self.language):
            html = problem_html(problem_text(code), self.language)
        await self.send(html)


def _one_of_ours(language: str) -> str:
    return language if language in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else -1
