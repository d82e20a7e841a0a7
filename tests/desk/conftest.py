"""For the tests of the moderators' desk."""

import pytest
from django.test import Client

from accounts import acts
from accounts.models import User
from tests.desk.people import into_the_desk, staff
from tests.game.conftest import _nothing_sent, called, clock, published  # noqa: F401


@pytest.fixture
def vagt() -> User:
    return staff("Vagt")


@pytest.fixture
def client(vagt: User) -> Client:
    """The browser of a moderator, inside."""
    return into_the_desk(vagt)


@pytest.fixture
def chef() -> Client:
    """The browser of an admin."""
    return into_the_desk(staff("Chef", acts.ADMIN))
