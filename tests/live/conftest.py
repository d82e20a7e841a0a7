"""For tests over WebSocket in this process: the real application, the real channel layer."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest
from channels.layers import channel_layers
from django.db import connection

from game.live.house import house
from game.live.threads import close_connections
from tests.live.client import Browser


@pytest.fixture(autouse=True)
def no_tasks(monkeypatch: pytest.MonkeyPatch) -> None:
    """These tests let the table act themselves; no worker is there to be called."""
    monkeypatch.setattr("game.tasks.advance.apply_async", lambda *args, **kwargs: None)


@pytest.fixture(scope="session", autouse=True)
def _connections_given_back(django_db_setup: None) -> Iterator[None]:
    """Before the test database is dropped, nobody may be connected to it."""
    yield
    close_connections()
    if hasattr(connection, "close_pool"):
        connection.close_pool()


@pytest.fixture
async def browsers() -> AsyncIterator[Any]:
    """Opens browsers, and closes them at the end of the test."""
    opened: list[Browser] = []

    async def open_browser(*args: Any, **kwargs: Any) -> Browser:
        browser = await Browser.open(*args, **kwargs)
        opened.append(browser)
        return browser

    yield open_browser
    for browser in opened:
        await browser.close()
    while house().presence._tasks:  # their going is noted before the database is emptied
        await asyncio.sleep(0.02)
    await channel_layers["default"].flush()
