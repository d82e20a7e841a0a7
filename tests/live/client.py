"""A browser as the site's socket sees it: connects with a session, sends forms, reads HTML."""

import json
import re
from typing import Any

from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore

from accounts.models import User
from game.models import Seat, Table
from piratbridge_site.asgi import application

ORIGIN = "http://localhost"


def session_of(user: User) -> str:
    """The cookie value of a session in which the user is signed in."""
    session = SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.save()
    assert session.session_key
    return session.session_key


class Browser:
    """One socket. `received` has every frame so far."""

    def __init__(self, communicator: WebsocketCommunicator) -> None:
        self.communicator = communicator
        self.received: list[str] = []

    @classmethod
    async def open(
        cls,
        table: Table,
        seat: int | None,
        *,
        language: str = "en",
        version: int = -1,
        origin: str | None = ORIGIN,
        release: str = "",
        user: User | None = None,
        page: str = "",
        path: str = "",
    ) -> "Browser":
        """Connect as the player of a seat, or as `user`, or (neither) as nobody: to the seat's own socket, to
        another `page` of the table ("watch/", "lobby/"), or to any other `path`."""
        headers = [(b"host", b"localhost")]
        if origin is not None:
            headers.append((b"origin", origin.encode()))
        if seat is not None:
            user = await sync_to_async(_player)(table, seat)
        if user is not None:
            cookie = f"{settings.SESSION_COOKIE_NAME}={await sync_to_async(session_of)(user)}"
            headers.append((b"cookie", cookie.encode()))
        query = f"language={language}&version={version}&release={release or settings.RELEASE}"
        address = f"{path or f'/ws/table/{table.public_id}/{page}'}?{query}"
        browser = cls(WebsocketCommunicator(application, address, headers=headers))
        browser.accepted, browser.code = await browser.communicator.connect(timeout=5)
        return browser

    accepted: bool
    code: Any

    async def send(self, **fields: object) -> None:
        """As htmx sends a form: `send(turn="1.bid", bid="3")`."""
        await self.communicator.send_to(text_data=json.dumps({"headers": {}, "body": fields}))

    async def read(self, timeout: float = 5) -> str:
        """The next frame."""
        text = await self.communicator.receive_from(timeout)
        assert isinstance(text, str)
        self.received.append(text)
        return text

    async def read_until(self, pattern: str) -> str:
        """The first frame in which the pattern is found."""
        while True:
            frame = await self.read()
            if re.search(pattern, frame):
                return frame

    async def closed(self) -> int:
        """The code with which the server closes."""
        while True:
            message = await self.communicator.receive_output(5)
            if message["type"] == "websocket.close":
                return int(message["code"])

    async def quiet(self, seconds: float = 0.2) -> bool:
        """Whether nothing comes for a moment."""
        return bool(await self.communicator.receive_nothing(seconds))

    async def close(self) -> None:
        if self.accepted:
            await self.communicator.disconnect()


def _player(table: Table, seat: int) -> User:
    player = Seat.objects.select_related("player").get(table=table, index=seat).player
    assert player is not None
    return player
