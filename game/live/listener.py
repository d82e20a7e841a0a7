"""What all sockets of the site have in common: who is asking, the heartbeat, and an end in good order.

Who is asking is settled at connect, and looked at again now and then (`game.live.watch`). A socket has one
place: a table, or a list of tables. What is new there it hears from its process's `Audience`.
"""

import asyncio
import logging
import secrets
from abc import ABC, abstractmethod
from collections.abc import Coroutine, Mapping
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

from game.live.audience import Place
from game.live.house import House, house
from game.live.render import problem_html
from game.live.watch import keep_watch
from game.words import problem_text

log = logging.getLogger(__name__)

PING, PONG = '{"ping":1}', '{"pong":1}'
"""The heartbeat: a browser that hears nothing back knows that its connection is dead, though nobody
has closed it (static/game/connection.js)."""

# Codes of a close: applications have 4000 and up, and Daphne refuses to send most others.
NOT_SEATED = 4403
NEW_RELEASE = 4426
WENT_WRONG = 4500
ANOTHER_PAGE = 4410
"""At this address there is now another page to see: the browser asks for it."""
ELSEWHERE: Place = "another page"


class Listener(AsyncWebsocketConsumer, ABC):
    """One socket. What it shows is its class's matter: `find` its place, `begin`, `hear` and `notice`."""

    channel_layer_alias = "the process listens for all its sockets"  # none of this socket's own

    listening = False  # between being let in and leaving: only then anything is taken from the browser
    place: Place
    language: str
    user_id: int | None
    session_key: str | None
    house: House
    key: str
    watches = False  # only looks on

    @abstractmethod
    async def find(self, query: dict[str, str]) -> Place | None:
        """What this socket may watch; None, and it is turned away; `ELSEWHERE`, and the browser loads the
        page anew."""

    @abstractmethod
    async def begin(self, query: dict[str, str]) -> None:
        """It has been let in and is told what happens from now on: bring its page up to date."""

    @abstractmethod
    async def hear(self, message: dict[str, Any]) -> None:
        """Something has happened at its place. Must wait for nothing: the others hear of it after this."""

    async def notice(self, version: int, news: int) -> None:
        """How things stand at its table, in case a message was lost: asked every second or so."""

    async def take(self, text: str | None) -> None:
        """Something from the browser beside the heartbeat."""

    @property
    def watched_table(self) -> int | None:
        """The table that this socket's person is present at, by having it open."""
        return None

    # --- coming and going ------------------------------------------------------------------------------

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """However it ends (Daphne cancels a socket that takes too long to end), nothing of it stays."""
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._let_go()

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
            log.exception("a socket of %s failed", getattr(self, "place", None))
            await self._leave()
            with suppress(Exception):
                await self.close(WENT_WRONG)

    async def connect(self) -> None:
        await aclose_old_connections()
        given = parse_qs(self.scope["query_string"].decode("ascii", "replace"))
        query = {name: values[0] for name, values in given.items()}
        self.language = _one_of_ours(query.get("language", ""))
        if query.get("release") != settings.RELEASE:
            await self._refuse("new-release", NEW_RELEASE)
            return
        self.user_id, self.session_key = self.scope["user"].pk, self.scope["session"].session_key
        self._tasks: set[asyncio.Task[None]] = set()
        place = await self.find(query)
        if place is None:
            await self._refuse("not-seated", NOT_SEATED)
            return
        if place == ELSEWHERE:
            await self.accept()
            await self.close(ANOTHER_PAGE)
            return
        await self.accept()
        self.place = place
        self.key = secrets.token_hex(16)
        self.house = house()
        self.listening = True
        await self.house.audience.join(self)
        keep_watch(self.house)
        if self.listening:  # it may have gone meanwhile, or have been turned away
            self.house.presence.arrives(self)
            await self.begin(query)

    async def disconnect(self, code: int) -> None:
        await self._leave()

    async def _leave(self) -> None:
        """Be nobody's audience any more. A move that has been received is carried out all the same."""
        if self._let_go():
            await self.house.audience.listen()

    def _let_go(self) -> bool:
        """The same without waiting for anything: the groups of the layer are left by and by. False where it
        has been done."""
        if not self.listening:
            return False
        self.listening = False
        self.house.presence.departs(self)
        self.house.boards.leave(self)
        self.house.audience.let_go(self)
        return True

    async def turn_away(self) -> None:
        """The session has ended or the account may not play: this socket acts for nobody now."""
        await self._leave()
        await self.tell_problem("not-seated")
        await self.close(NOT_SEATED)

    async def become_another(self) -> None:
        """What this socket shows is not to be seen here any more; something else is."""
        if self.listening:
            await self._leave()
            await self.close(ANOTHER_PAGE)

    async def _refuse(self, problem: str, close_code: int) -> None:
        """Say why before closing: a handshake that is turned down tells the browser nothing."""
        await self.accept()
        await self.tell_problem(problem)
        await self.close(close_code)

    # --- talking -----------------------------------------------------------------------------------------

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """A heartbeat is answered at once. A browser may still talk when it has been turned away."""
        if not self.listening:
            return
        if text_data == PING:
            await self.send(PONG)
        else:
            await self.take(text_data)

    def meanwhile(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something that takes a while beside whatever else comes in."""
        task = asyncio.create_task(self.guard(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def send_new(self, regions: Mapping[str, str], shown: dict[str, str]) -> None:
        """Send those regions, HTML by id, that are not as they were sent last, and keep them in `shown`."""
        new = {id: html for id, html in regions.items() if shown.get(id) != html}
        if new and self.listening:
            shown |= new
            await self.send("".join(f'<hx-partial id="{id}">{html}</hx-partial>' for id, html in new.items()))

    async def tell_problem(self, code: str) -> None:
        with translation.override(self.language):
            html = problem_html(problem_text(code), self.language)
        await self.send(html)


def _one_of_ours(language: str) -> str:
    return language if language in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE


def number_in(text: str) -> int:
    """A number that a browser says it has; -1 for anything else."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else -1
