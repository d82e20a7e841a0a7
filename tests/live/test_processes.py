"""The site's processes killed at any moment of a game: it goes on from the same card.

Started as players start it, killed as a crash would, looked at from outside: pages, socket, and the
rows in the database (BR-25, BR-41)."""

import json
import os
import random
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import redis

from game.rules.record import verify
from tests.live.guest import Guest
from tests.processes import children
from tests.site import PATIENCE, Database, Site

pytestmark = pytest.mark.live
OWN_VALKEY = "REDIS_URL" not in os.environ or "TEST_VALKEY" in os.environ
without_redis = pytest.mark.skipif(not OWN_VALKEY, reason="the environment's Redis is not the site's to kill")

GOES_ON = 5.0
"""Seconds after the restart in which the game has gone on. How long a start takes is the machine's
matter: the time counts from when all processes are at work again."""


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

    def has_grown(self, seen: int) -> bool:
        return len(self.numbers()) > seen


def begun(site: Site, **choices: object) -> tuple[Guest, Log]:
    """A guest in the middle of a first round."""
    guest = Guest(site.address)
    log = Log(site.database, guest.start(**choices))
    assert guest.play(lambda _: len(log.numbers()) > 8, 30)
    return guest, log


def is_at_work(site: Site) -> bool:
    """Whether all processes are there, and those that answer do."""
    worker = site.pid("worker")
    return (
        site.pid("beat") is not None
        and worker is not None
        and len(children(worker)) >= 2  # the two that do the tasks
        and (not OWN_VALKEY or valkey_answers(site))
        and site.get() == 200
    )


def valkey_answers(site: Site) -> bool:
    path = (site.data / "valkey").resolve() / "valkey.sock"  # a path that is short enough for a socket
    try:
        return bool(redis.Redis(unix_socket_path=str(path)).ping())
    except redis.RedisError:
        return False


def goes_on(site: Site, has_gone_on: Callable[[], bool], meanwhile: Callable[[], object]) -> bool:
    """Whether the game goes on within five seconds of all processes being at work again."""
    begun = at_work_since = time.monotonic()
    while not has_gone_on():
        if time.monotonic() > at_work_since + GOES_ON:
            return False
        if not is_at_work(site):
            at_work_since = time.monotonic()
            assert at_work_since < begun + PATIENCE, site.output()
        meanwhile()
    return True


@pytest.mark.parametrize("name", ["worker", "beat", "daphne", pytest.param("valkey", marks=without_redis)])
def test_a_killed_process_loses_nothing_and_the_game_goes_on(site: Site, name: str) -> None:
    guest, log = begun(site)
    before = log.numbers()
    site.kill(name)
    seen = len(log.numbers())
    assert goes_on(site, lambda: log.has_grown(seen), lambda: guest.play(lambda _: log.has_grown(seen), 0.3))
    assert guest.play(lambda _: log.has_grown(seen + 3), 30), site.output()
    assert site.output().count("is started again") == 1  # it took no other with it
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
    site.kill(name)
    seen = len(log.numbers())
    if goes_on(site, lambda: log.has_grown(seen), lambda: time.sleep(0.1)):
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
