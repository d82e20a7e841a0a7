"""The site's processes killed at any moment of a game: it goes on from the same card.

Started as players start it, killed as a crash would, looked at from outside: pages, socket, and the
rows in the database (BR-25, BR-41)."""

import json
import os
import random
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from game.rules.record import verify
from tests.live.guest import Guest
from tests.site import Database, Site

pytestmark = pytest.mark.live
OWN_VALKEY = "REDIS_URL" not in os.environ or "TEST_VALKEY" in os.environ
without_redis = pytest.mark.skipif(not OWN_VALKEY, reason="the environment's Redis is not the site's to kill")

BACK = 5.0 + 3.0
"""Seconds: five after the restart, and what a start of the killed process takes at most."""


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    """One for each test: three deaths of a process within half a minute end the whole site."""
    with Site(tmp_path) as running:
        yield running


class Log:
    """The action log of a table, as it lies in the database."""

    def __init__(self, database: Database, path: str) -> None:
        self._database = database
        self._public_id = path.strip("/").split("/")[1]

    def numbers(self) -> list[int]:
        rows = self._database.rows(
            "select a.number from game_action a join game_table t on t.id = a.table_id"
            " where t.public_id = %s order by a.number",
            self._public_id,
        )
        return [number for (number,) in rows]

    def has_grown(self, seen: int, seconds: float) -> bool:
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if len(self.numbers()) > seen:
                return True
            time.sleep(0.1)
        return False


def begun(site: Site, **choices: object) -> tuple[Guest, Log]:
    """A guest in the middle of a first round."""
    guest = Guest(site.address)
    log = Log(site.database, guest.start(**choices))
    assert guest.play(lambda _: len(log.numbers()) > 8, 30)
    return guest, log


@pytest.mark.parametrize("name", ["worker", "beat", "daphne", pytest.param("valkey", marks=without_redis)])
def test_a_killed_process_loses_nothing_and_the_game_goes_on(site: Site, name: str) -> None:
    guest, log = begun(site)
    before = log.numbers()
    site.kill(name)
    assert guest.play(lambda _: len(log.numbers()) >= len(before) + 4, BACK + 10), site.lines[-5:]
    numbers = log.numbers()
    assert numbers[: len(before)] == before
    assert numbers == list(range(1, len(numbers) + 1))


@pytest.mark.parametrize("name", ["worker", pytest.param("valkey", marks=without_redis)])
def test_bots_move_again_within_seconds_though_nobody_watches(site: Site, name: str) -> None:
    guest, log = begun(site)
    assert guest.play(lambda g: not g.choices()[1], 10)
    while guest.choices()[1]:  # leave when the bots are to move
        guest.play(lambda g: not g.choices()[1], 1)
    assert guest.socket is not None
    guest.socket.close()
    seen = len(log.numbers())
    site.kill(name)
    if log.has_grown(seen, BACK):
        return
    # It may have become the guest's turn at the very moment of the kill: then nothing is due.
    guest.socket = None
    guest.connect()
    guest.read(2)
    assert guest.choices()[1]


def test_a_whole_game_under_fire(site: Site) -> None:
    """Every few seconds another process dies; the game is played to its end and its record is fair."""
    rng = random.Random(7)
    guest, log = begun(site, opponents=2, most_cards=4)
    for name in ("worker", "daphne", *(["valkey"] if OWN_VALKEY else []), "worker", "beat"):
        time.sleep(rng.uniform(0, 1))
        site.kill(name)
        if guest.play(Guest.over, 12):
            break
    assert guest.play(Guest.over, 120)
    numbers = log.numbers()
    assert numbers == list(range(1, len(numbers) + 1))
    verified = verify(json.loads(guest.get(guest.path + "record/")))
    assert verified["valid"]
    assert verified["finished"]
