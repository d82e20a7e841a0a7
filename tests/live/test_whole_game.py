"""Four people play a whole game by WebSocket: one leaves, one loses the line and comes back, one runs out of
time, and there is a pause. Played at the running site, and looked at in its database."""

import json
import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from game.rules.record import verify
from tests.live.large import Large
from tests.live.person import Person, take_turns
from tests.site import Database, Site

pytestmark = pytest.mark.live
IS_LARGE = os.environ.get("DATABASE_URL", "").startswith("postgres") and "TEST_VALKEY" not in os.environ


class Place:
    """A site to play at, and its web processes' addresses."""

    def __init__(self, addresses: list[str], database: Database) -> None:
        self.addresses, self.database = addresses, database


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Place]:
    """In its large size, with two of each process, where there is a PostgreSQL; else the embedded one."""
    if IS_LARGE:
        with Large(tmp_path) as large:
            yield Place(large.addresses, large.database)
    else:
        with Site(tmp_path) as site:
            yield Place([site.address], site.database)


def sit_down(place: Place, **terms: object) -> list[Person]:
    """Four people at a table, whose game begins with the last one's Ready."""
    names = ("Alma", "Bertil", "Cecilie", "Ditte")
    people = [Person(place.addresses[n % len(place.addresses)], name) for n, name in enumerate(names)]
    path = people[0].create(**terms)
    for person in people[1:]:
        person.join(path)
    for person in people:
        person.path = path
        person.connect()
        person.read(5)
    for person in people:
        person.lobby("ready")
    for person in people:
        person.socket = None
        assert person.play(lambda p: bool(p.regions.get("hand")), 20)
    return people


def test_a_whole_game_of_four(place: Place) -> None:
    alma, bertil, cecilie, ditte = people = sit_down(place, limit=10, most_cards=2)
    assert take_turns(*people, until=lambda: alma.sees("status", "Round 1"), seconds=15, play=False)

    # Ditte leaves with her bid not made; a bot sits there at once, and the others go on.
    ditte.deed("leave")
    assert take_turns(
        alma, bertil, cecilie, until=lambda: alma.sees("talk-lines", "Ditte has left"), seconds=10, play=False
    )

    # Bertil asks for a pause. Cecilie, at another process, loses her line meanwhile, and is asked later.
    bertil.deed("ask-pause")
    assert cecilie.socket is not None
    cecilie.socket.close()
    cecilie.socket = None
    assert take_turns(alma, until=lambda: alma.answer("yes"), seconds=10, play=False)
    alma.deed(alma.answer("yes"))
    assert take_turns(cecilie, until=lambda: cecilie.answer("yes"), seconds=20, play=False)
    cecilie.deed(cecilie.answer("yes"))
    three = [alma, bertil, cecilie]
    assert take_turns(*three, until=lambda: all(p.answer("ready") for p in three), seconds=10, play=False)
    for person in three:
        person.deed(person.answer("ready"))
    assert take_turns(*three, until=lambda: not any(p.answer("ready") for p in three), seconds=10, play=False)

    # Cecilie does nothing until her time is out: a bot bids or plays for her, and she keeps her seat.
    assert take_turns(
        alma, bertil, until=lambda: alma.sees("talk-lines", "Cecilie ran out of time"), seconds=40
    )

    assert take_turns(*three, until=lambda: all(person.over() for person in three), seconds=150)
    _look_at(place, alma)


def _look_at(place: Place, alma: Person) -> None:
    public_id = alma.path.strip("/").split("/")[1]
    rows = place.database.rows(
        "select a.number, a.source from game_action a join game_table t on t.id = a.table_id"
        " where t.public_id = %s order by a.number",
        public_id,
    )
    assert [number for number, _ in rows] == list(range(1, len(rows) + 1))
    assert sum(source == "clock" for _, source in rows) >= 1
    results = place.database.rows(
        "select r.seat, r.placement, r.left_at is not null from game_result r"
        " join game_table t on t.id = r.table_id where t.public_id = %s order by r.seat",
        public_id,
    )
    assert [bool(left) for _, _, left in results] == [False, False, False, True]
    assert results[3][1] == 4  # who left is last, whatever their points (RULES 1.6)
    record = json.loads(alma.get(alma.path + "record/"))
    assert [player.get("left", False) for player in record["players"]] == [False, False, False, True]
    verified = verify(record)
    assert verified["valid"]
    assert verified["finished"]
    assert verified["placements"] == [placement for _, placement, _ in results]


@pytest.mark.skipif(not IS_LARGE, reason="two of each process need PostgreSQL and Redis")
def test_any_process_killed_at_any_time_loses_nothing_and_does_nothing_twice(tmp_path: Path) -> None:
    """Each of them once: with the last Ready on its way, while people bid at once, with a time-out about to
    fire, and in the middle of play."""
    with Large(tmp_path) as large:
        names = ("Alma", "Bertil", "Cecilie")
        people = [Person(large.addresses[n % 2], name) for n, name in enumerate(names)]
        path = people[0].create(players=4, most_cards=1, limit=10)
        for person in people[1:]:
            person.join(path)
        for person in people:
            person.path = path
            person.connect()
            person.read(5)
        people[0].lobby("add-bot 3")
        people[0].lobby("ready")
        people[2].lobby("ready")
        large.restart("web-1")
        _until(lambda: people[1].lobby("ready"))
        for person in people:
            person.socket = None
        assert take_turns(*people, until=lambda: all(p.choices()[1] for p in people), seconds=40, play=False)
        large.restart("worker-0")
        large.restart("web-0")  # with all bids on their way
        bids = "select count(*) from game_action where source = 'person'"
        assert take_turns(*people[:2], until=lambda: large.database.rows(bids)[0][0] == 2, seconds=30)
        large.restart("beat")  # and Cecilie's clock runs out
        large.restart("worker-1")
        assert take_turns(
            *people[:2], until=lambda: people[0].sees("talk-lines", "Cecilie ran out of time"), seconds=40
        )
        assert take_turns(*people, until=lambda: all(p.over() for p in people), seconds=90), large.said()
        numbers = large.database.rows("select number from game_action order by number")
        assert [number for (number,) in numbers] == list(range(1, len(numbers) + 1))
        clock = large.database.rows("select count(*) from game_action where source = 'clock' and seat = 2")
        told = large.database.rows("select count(*) from game_message where words = 'timed-out' and seat = 2")
        assert clock == told != [(0,)]
        assert large.database.rows("select count(*) from game_result") == [(4,)]
        record = json.loads(people[0].get(path + "record/"))
        assert verify(record)["valid"]


def _until(call: object) -> None:
    """Ask again as long as the server is away, as a person would."""
    assert callable(call)
    end = time.monotonic() + 20
    while True:
        try:
            call()
        except OSError:
            assert time.monotonic() < end
            time.sleep(0.2)
        else:
            return
