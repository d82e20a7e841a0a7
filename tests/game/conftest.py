"""For tests of the services: what the door announces is collected instead of sent."""

from datetime import UTC, datetime
from typing import Any

import pytest

from tests.game.company import Clock


@pytest.fixture
def published(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """Messages that would have gone to the tables' groups, in order."""
    messages: list[dict[str, Any]] = []
    monkeypatch.setattr("game.live.publish.send_to_group", lambda group, draw: messages.append(draw()))
    return messages


@pytest.fixture(autouse=True)
def called(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, int]]:
    """Calls of `advance` that would have gone to the broker: (table, version)."""
    calls: list[tuple[int, int]] = []
    monkeypatch.setattr("game.tasks.elsewhere", lambda ask, *args: ask(*args))
    monkeypatch.setattr("game.tasks.advance.apply_async", lambda args, **options: calls.append(tuple(args)))
    return calls


@pytest.fixture(autouse=True)
def _nothing_sent(published: list[dict[str, Any]]) -> None:
    """No test of the services needs a broker."""


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """Time stands still until it is told to go on."""
    stopped = Clock(datetime(2026, 5, 4, 20, 0, tzinfo=UTC))
    monkeypatch.setattr("django.utils.timezone.now", lambda: stopped.now)
    return stopped
