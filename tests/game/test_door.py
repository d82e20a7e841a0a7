"""The one door: what goes through it, what it refuses, and that a refusal leaves no trace."""

import random
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from game import store
from game.door import act
from game.errors import Refused
from game.models import Action, Result, Round, Seat, Source, Table
from game.records import record_of_table
from game.rules.exact_bid import codec, engine
from game.rules.exact_bid.values import Bid, Phase, Play, Reveal
from game.rules.exact_bid.view import view
from game.rules.record import verify
from tests.game.tables import bid_all, deal, let_table_act, new_table, play, state

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database]


def row(table: Table) -> dict[str, Any]:
    return Table.objects.filter(pk=table.pk).values().get()


def in_play(table: Table) -> tuple[int, str]:
    """Deal and bid; the seat on turn and a card it may play."""
    deal(table)
    bid_all(table, [0] * table.seats.count())
    now = state(table)
    seat = engine.to_act(now)[0]
    return seat, view(now, seat).legal[0].card  # type: ignore[union-attr]


def test_a_move_is_stored_logged_and_published(published: list[dict[str, Any]]) -> None:
    table = new_table(4)
    deal(table)
    before = row(table)["version"]
    act(table.pk, 2, Bid(3), source=Source.PERSON, turn="1.bid")
    assert state(table).bids == (None, None, 3, None)
    logged = Action.objects.get(table=table, number=before + 1)
    assert (logged.seat, logged.source, codec.decode_action(logged.action)) == (2, "person", Bid(3))
    assert published[-1]["version"] == before + 1


def test_a_bid_may_be_changed_until_all_are_in() -> None:
    table = new_table(3)
    deal(table)
    act(table.pk, 0, Bid(3), source=Source.PERSON, turn="1.bid")
    act(table.pk, 0, Bid(1), source=Source.PERSON, turn="1.bid")
    assert state(table).bids[0] == 1
    act(table.pk, 1, Bid(0), source=Source.PERSON, turn="1.bid")
    act(table.pk, 2, Bid(0), source=Source.PERSON, turn="1.bid")
    with pytest.raises(Refused, match="stale"):
        act(table.pk, 0, Bid(2), source=Source.PERSON, turn="1.bid")
    assert state(table).bids == (1, 0, 0)


def test_the_same_bid_again_is_no_move() -> None:
    table = new_table(3)
    deal(table)
    act(table.pk, 0, Bid(3), source=Source.PERSON, turn="1.bid")
    before = row(table)
    assert act(table.pk, 0, Bid(3), source=Source.PERSON, turn="1.bid") is None
    assert row(table) == before


def test_whatever_is_refused_leaves_everything_as_it_was(published: list[dict[str, Any]]) -> None:
    table = new_table(4)
    seat, card = in_play(table)
    now = state(table)
    other = (seat + 1) % 4
    foreign = now.hands[other][0]
    turn = engine.turn(now)
    before, log, sent = row(table), Action.objects.count(), len(published)
    for who, action, saw, code in (
        (seat, Play(foreign), turn, "not-in-hand"),
        (other, Play(foreign), turn, "not-your-turn"),
        (None, Play(card), turn, "not-your-turn"),
        (seat, Play(card), "1.play.2", "stale"),
        (seat, Play(card), "1.bid", "stale"),
        (seat, Play(card), "", "stale"),
        (seat, Bid(1), turn, "bids-are-closed"),
        (None, Reveal(), None, "not-now"),
    ):
        with pytest.raises(Refused, match=code):
            act(table.pk, who, action, source=Source.PERSON, turn=saw)
    with pytest.raises(Refused, match="stale"):
        act(table.pk, seat, Play(card), source=Source.BOT, version=table.version - 1)
    assert row(table) == before
    assert (Action.objects.count(), len(published)) == (log, sent)


def test_br01_a_second_click_never_plays_to_the_next_trick() -> None:
    """The one who takes a trick leads the next: a click too many names the old trick."""
    table = new_table(4, seed="5" * 64, most_cards=5)
    seat, card = in_play(table)
    for _ in range(4):
        now = state(table)
        seat = engine.to_act(now)[0]
        saw = engine.turn(now)
        card = view(now, seat).legal[0].card  # type: ignore[union-attr]
        act(table.pk, seat, Play(card), source=Source.PERSON, turn=saw)
    winner = engine.to_act(state(table))[0]
    before = row(table)
    for again in (card, state(table).hands[winner][0]):
        with pytest.raises(Refused, match="stale"):
            act(table.pk, winner, Play(again), source=Source.PERSON, turn=saw)
    assert row(table) == before
    assert len(state(table).hands[winner]) == 4


def test_a_whole_game_ends_with_results_and_a_record_that_verifies() -> None:
    table = new_table(2, 2, most_cards=3)
    last = list(play(table, random.Random(3)))[-1]
    table.refresh_from_db()
    assert (table.status, table.due_at) == ("ended", None)
    assert table.ended_at is not None
    results = Result.objects.filter(table=table).order_by("seat")
    assert [result.total for result in results] == list(last.after.state.totals)
    assert [result.rounds for result in results] == [6] * 4
    assert Round.objects.filter(table=table).count() == 6
    verified = verify(record_of_table(table, list(table.seats.all())))
    assert verified["valid"], verified
    assert verified["placements"] == [result.placement for result in results]
    with pytest.raises(Refused, match="game-over"):
        act(table.pk, 0, Bid(0), source=Source.PERSON, turn="6.end")


def test_the_log_played_again_is_the_snapshot() -> None:
    table = new_table(3, 1, most_cards=3)
    for _change in play(table, random.Random(4)):
        pass
    first = engine.start(codec.decode_options(table.options), state(table).first_dealer)
    for logged in Action.objects.filter(table=table):
        first, _ = engine.apply(first, logged.seat, codec.decode_action(logged.action))
    assert first == state(table)


def test_the_log_counts_versions_without_a_gap() -> None:
    table = new_table(2, 1, most_cards=2)
    changes = list(play(table, random.Random(5)))
    numbers = list(Action.objects.filter(table=table).values_list("number", flat=True))
    assert numbers == list(range(1, len(changes) + 1))


def test_a_move_costs_at_most_six_queries_and_no_more_late_in_a_game(
    django_assert_max_num_queries: Any,
) -> None:
    """Six with the transaction's begin and commit; the last card of a round adds its own few, and that of the
    game the settlement that waits from then on."""
    table = new_table(4, most_cards=4)
    rng = random.Random(6)
    while True:
        now = state(table)
        if now.phase is Phase.END:
            break
        seats = engine.waited_for(now)
        if not seats:
            let_table_act(table)
            continue
        seen = view(now, seats[0])
        ends_round = now.phase is Phase.PLAY and sum(map(len, now.hands)) == 1
        ends_game = ends_round and now.round == 2 * 4
        with django_assert_max_num_queries(11 if ends_game else 10 if ends_round else 6):
            act(table.pk, seats[0], rng.choice(seen.legal), source=Source.PERSON, turn=seen.turn)


def test_the_snapshot_does_not_grow_with_rounds_played() -> None:
    table = new_table(3, most_cards=8)
    sizes: dict[int, int] = {}
    for change in play(table, random.Random(7)):
        if change.after.state.phase is Phase.BID:
            sizes.setdefault(change.after.state.round, len(str(codec.encode_state(change.after.state))))
    assert sizes[16] <= sizes[1] + 40  # eight cards each in both; totals have more digits


def test_invariants_are_constraints_of_the_database() -> None:
    table = new_table(3)
    own = table.seats.get(index=0)
    for broken in (
        Seat(table=table, index=0, bot="medium"),  # two on one seat
        Seat(table=table, index=7, player=own.player),  # one on two seats
        Seat(table=table, index=8),  # nobody
    ):
        with pytest.raises(IntegrityError), transaction.atomic():
            broken.save()
    with pytest.raises(IntegrityError), transaction.atomic():
        Table.objects.filter(pk=table.pk).update(status="ended")
    deal(table)
    logged = Action.objects.get(table=table)
    with pytest.raises(IntegrityError), transaction.atomic():
        Action.objects.create(table=table, number=logged.number, source="bot", action={})


def test_nothing_is_published_that_was_not_stored(
    published: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    table = new_table(3)
    deal(table)
    before, sent = row(table), len(published)

    def fail(*args: Any, **kwargs: Any) -> None:
        raise RuntimeError("the disk is full")

    monkeypatch.setattr(store, "save", fail)
    with pytest.raises(RuntimeError):
        act(table.pk, 0, Bid(1), source=Source.PERSON, turn="1.bid")
    assert row(table) == before
    assert len(published) == sent


def test_a_move_counts_though_nobody_can_be_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """The broker is away: the move is stored, and the page heals by its version later."""

    def fail(*args: Any, **kwargs: Any) -> None:
        raise OSError("connection refused")

    table = new_table(2, 1)
    deal(table)
    monkeypatch.setattr("game.live.publish.send_to_group", fail)
    monkeypatch.setattr("game.tasks.advance.apply_async", fail)
    act(table.pk, 0, Bid(1), source=Source.PERSON, turn="1.bid")
    assert state(table).bids[0] == 1
