"""Many at once: bids through a barrier, clicks too many, tasks that run twice."""

import pytest
from django.db import connection, transaction

from game import clockwork
from game.door import act
from game.models import Action, Source, Table
from game.rules.exact_bid import engine
from game.rules.exact_bid.values import Bid, Phase, Play
from game.rules.exact_bid.view import view
from tests.game.company import at_once
from tests.game.tables import bid_all, deal, make_due, new_table, state

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database]


@pytest.mark.parametrize("repetition", range(10))
def test_br05_six_bids_at_once_are_six_bids(repetition: int) -> None:
    table = new_table(6)
    deal(table)
    bids = [(repetition + seat) % 9 for seat in range(6)]
    outcomes = at_once(
        *[
            lambda seat=seat: act(table.pk, seat, Bid(bids[seat]), source=Source.PERSON, turn="1.bid")
            for seat in range(6)
        ]
    )
    assert outcomes == ["done"] * 6
    assert state(table).bids == tuple(bids)
    assert state(table).phase is Phase.PLAY


@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has no locks on rows")
def test_who_cannot_have_the_table_in_time_is_told_that_it_is_busy() -> None:
    table = new_table(3)
    deal(table)

    def impatient() -> None:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET LOCAL lock_timeout = '50ms'")  # connections are used again
            act(table.pk, 0, Bid(1), source=Source.PERSON, turn="1.bid")

    with transaction.atomic():
        Table.objects.select_for_update().get(pk=table.pk)
        assert at_once(impatient) == ["busy"]
    assert state(table).bids == (None, None, None)


@pytest.mark.parametrize("repetition", range(5))
def test_br01_five_clicks_play_one_card(repetition: int) -> None:
    table = new_table(4, most_cards=5)
    deal(table)
    bid_all(table, [0, 0, 0, 0])
    for _ in range(3):
        now = state(table)
        seat = engine.to_act(now)[0]
        act(table.pk, seat, view(now, seat).legal[0], source=Source.PERSON)
    now = state(table)
    seat, saw = engine.to_act(now)[0], engine.turn(now)
    card = view(now, seat).legal[0]
    version = table.version
    outcomes = at_once(*[lambda: act(table.pk, seat, card, source=Source.PERSON, turn=saw)] * 5)
    assert sorted(outcomes) == ["done"] + ["stale"] * 4
    assert len(state(table).hands[seat]) == 4
    assert table.version == version + 1
    assert isinstance(card, Play)


@pytest.mark.parametrize("repetition", range(5))
def test_br42_a_task_that_runs_three_times_moves_once(repetition: int) -> None:
    table = new_table(1, 3)
    deal(table)
    make_due(table)
    version = table.version
    outcomes = at_once(*[lambda: clockwork.advance(table.pk, version)] * 3)
    assert sorted(outcomes) == ["done", "stale", "stale"]
    assert Table.objects.get(pk=table.pk).version == version + 1
    assert Action.objects.filter(table=table, source=Source.BOT).count() == 1


@pytest.mark.parametrize("repetition", range(5))
def test_a_person_and_a_bot_at_once_both_bid(repetition: int) -> None:
    """The loser of the race is the server's task: it is called again for the new version."""
    table = new_table(1, 2, most_cards=5)
    deal(table)
    make_due(table)
    version = table.version
    outcomes = at_once(
        *[
            lambda: act(table.pk, 0, Bid(2), source=Source.PERSON, turn="1.bid"),
            lambda: clockwork.advance(table.pk, version),
        ]
    )
    assert outcomes[0] == "done"
    if outcomes[1] == "stale":
        make_due(table)
        clockwork.advance(table.pk, table.version)
    assert state(table).bids[0] == 2
    assert [bid is None for bid in state(table).bids].count(True) == 1
