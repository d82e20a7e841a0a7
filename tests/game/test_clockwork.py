"""What the table does by itself, and when."""

import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.utils import timezone

from game import clockwork, tasks
from game.bots.levels import Level
from game.door import act
from game.errors import Refused
from game.models import Source, Table
from game.rules.exact_bid.values import Bid, Phase
from tests.game.tables import bid_all, deal, let_table_act, make_due, new_table, state

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database]


def test_a_new_table_is_due_to_deal_and_calls_for_it(called: list[tuple[int, int]]) -> None:
    table = new_table(1, 3)
    assert table.due_for == "deal.0"
    assert called == [(table.pk, 0)]


def test_a_broker_that_stalls_holds_up_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is asked in a thread of its own; what has become late by the time it answers is the sweep's."""
    asked, answers = [], threading.Event()

    def stalling(args: tuple[int, int], **options: object) -> None:
        asked.append(args)
        assert answers.wait(10)

    monkeypatch.setattr(tasks.advance, "apply_async", stalling)
    with ThreadPoolExecutor(max_workers=1) as executor:
        monkeypatch.setattr(tasks, "elsewhere", executor.submit)
        for number, late in enumerate((timedelta(0), timedelta(0), tasks.LATE * 2)):
            tasks.call_when_due(Table(pk=number, due_at=timezone.now() - late))
        assert not answers.is_set()
        answers.set()
    assert asked == [(0, 0), (1, 0)]


def test_nothing_happens_before_its_time() -> None:
    table = new_table(1, 3)
    Table.objects.filter(pk=table.pk).update(due_at=timezone.now() + timedelta(seconds=5))
    assert clockwork.advance(table.pk, 0) is None
    assert state(table).phase is Phase.DEAL


def test_an_old_task_does_nothing() -> None:
    table = new_table(1, 3)
    deal(table)
    make_due(table)
    with pytest.raises(Refused, match="stale"):
        clockwork.advance(table.pk, table.version - 1)
    tasks.advance(table.pk, table.version - 1)  # and a worker ends it quietly
    assert state(table).bids == (None,) * 4


def test_a_bid_does_not_make_a_bot_wait_longer() -> None:
    table = new_table(1, 3)
    deal(table)
    table.refresh_from_db()
    due = (table.due_at, table.due_for)
    for bid in (1, 2, 3):
        act(table.pk, 0, Bid(bid), source=Source.PERSON, turn="1.bid")
        table.refresh_from_db()
        assert (table.due_at, table.due_for) == due


def test_a_table_that_waits_for_people_is_not_due() -> None:
    table = new_table(2, 1)
    deal(table)
    let_table_act(table)
    table.refresh_from_db()
    assert (table.due_at, table.due_for) == (None, "")


def test_bots_bid_and_play_until_it_is_a_persons_turn() -> None:
    table = new_table(1, 3)
    deal(table)
    for _ in range(3):
        let_table_act(table)
    act(table.pk, 0, Bid(2), source=Source.PERSON, turn="1.bid")
    for _ in range(3):
        if table.due_at is not None:
            let_table_act(table)
    assert state(table).phase is Phase.PLAY


def test_a_one_card_round_reveals_its_cards_one_by_one() -> None:
    table = new_table(3, most_cards=1)
    deal(table)
    bid_all(table, [0, 1, 0])
    assert state(table).phase is Phase.REVEAL
    for shown in (1, 2):
        let_table_act(table)
        assert len(state(table).tricks[-1].cards) == shown
    let_table_act(table)
    assert state(table).phase is Phase.DEAL
    assert sum(state(table).taken) == 1


def test_the_sweep_finds_what_a_lost_task_left_behind(called: list[tuple[int, int]]) -> None:
    late, waiting, people = new_table(1, 2), new_table(1, 2), new_table(2, 1)
    deal(people)
    let_table_act(people)
    called.clear()
    Table.objects.filter(pk=late.pk).update(due_at=timezone.now() - timedelta(seconds=3))
    Table.objects.filter(pk=waiting.pk).update(due_at=timezone.now() + timedelta(seconds=3))
    assert tasks.sweep() == 1
    assert called == [(late.pk, 0)]


def test_the_next_round_may_be_hurried_and_nothing_else() -> None:
    table = new_table(1, 2)
    clockwork.hurry(table.pk)
    assert state(table).phase is Phase.BID
    assert clockwork.hurry(table.pk) is None
    assert state(table).bids == (None, None, None)


def test_br40_a_bot_that_fails_still_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    table = new_table(1, 3)
    deal(table)

    def fail(*args: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("game.bots.levels.LEVELS", {"medium": Level("medium", fail)})  # type: ignore[arg-type]
    let_table_act(table)
    assert [bid is None for bid in state(table).bids].count(False) == 1
    assert Source.BOT in table.actions.values_list("source", flat=True)
