"""The log of a game says the same packed as in rows."""

from datetime import timedelta

import pytest
from django.utils import timezone

from game import door, logs
from game.models import Action, Archive, Round, Table
from game.records import record_of_table
from game.rules.company.values import Leave
from tests.game.company import company_table, in_play, play_on, step

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def _ended() -> Table:
    table = in_play(3, bots=1, most_cards=3, limit=30)
    door.do(table.pk, 1, Leave())
    for _ in play_on(table):
        pass
    table.refresh_from_db()
    return table


def test_packed_it_says_the_same() -> None:
    table = _ended()
    seats = list(table.seats.all())
    whole = logs.log_of(table)
    before = logs.moves_of(table), logs.rounds_of(table), record_of_table(table, seats)
    assert logs.pack(table.pk)
    assert not Action.objects.filter(table=table).exists()
    assert not Round.objects.filter(table=table).exists()
    log = logs.log_of(table)
    assert (logs.moves_of(table), logs.rounds_of(table), record_of_table(table, seats)) == before
    assert log == whole
    assert len(log) == table.version
    assert any(row.deed for row in log)


def test_packing_twice_is_packing() -> None:
    table = _ended()
    assert [logs.pack(table.pk), logs.pack(table.pk)] == [True, False]
    assert len(logs.log_of(table)) == table.version


def test_a_running_game_is_never_packed() -> None:
    table = company_table(2, bots=1, most_cards=1)
    step(table)
    assert not logs.pack(table.pk)
    assert Action.objects.filter(table=table).exists()


def test_games_are_packed_a_day_after_their_end() -> None:
    table = _ended()
    assert logs.pack_old() == 0
    assert logs.pack_old(timezone.now() + timedelta(days=1, minutes=1)) == 1
    assert Archive.objects.get().table_id == table.pk
