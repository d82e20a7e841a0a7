"""For the tests of accounts."""

from collections.abc import Iterator

import pytest
from django.contrib.auth.hashers import Argon2PasswordHasher
from django.core.cache import cache

from tests.live.conftest import _connections_given_back  # noqa: F401  (one test here opens sockets)


@pytest.fixture(autouse=True)
def _nobody_has_tried_before() -> Iterator[None]:
    """Attempts are counted in Redis, which outlives a test."""
    cache.clear()
    yield
    cache.clear()


@pytest.fixture(autouse=True)
def _passwords_are_hashed_in_no_time(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {"time_cost": 1, "memory_cost": 64, "parallelism": 1}.items():
        monkeypatch.setattr(Argon2PasswordHasher, name, value)
