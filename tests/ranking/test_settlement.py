"""Ended games count: once, whatever happens, and as RULES 3 says (BR-37, BR-39, BR-42)."""

import itertools
from datetime import UTC, date, datetime
from functools import partial
from types import SimpleNamespace
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from accounts.models import User
from accounts.services import bring_home, delete_account
from accounts.signals import NOBODY
from game import door, logs
from game.models import Kind, Result, Seat, Table
from game.rules.company.values import Leave
from game.standing import Badge, Prospect, ladder
from ranking import people, settlement, tasks
from ranking.models import Cause, Gain, Period, RankChange, Settlement, Standing, Tally
from ranking.standings import sort_gains_into_tiers, starts
from tests.game.company import account, at_once, company_table, guest, in_play, play_on
from tests.ranking.ended import ended, gained, people_with, points_of

pytestmark = [pytest.mark.django_db, pytest.mark.database]


# --- what a game brings ------------------------------------------------------------------------------------


def test_the_printed_example_of_four_equals() -> None:
    four = people_with(100, 100, 100, 100)
    table = ended(four, (1, 2, 3, 4))
    assert settlement.settle(table.pk)
    assert [points_of(user) for user in four] == [150, 127, 103, 80]
    assert [gained(user) for user in four] == [50, 27, 3, -20]
    assert [Standing.objects.get(user=user).games for user in four] == [1, 1, 1, 1]
    assert {Standing.objects.get(user=user).played_at for user in four} == {table.ended_at}


def test_a_change_keeps_before_after_and_every_term() -> None:
    """A Bronze wins over three Masters: 15 + 3 · (35/3) · 1.5 = 67.5."""
    bronze, *masters = people_with(0, 5100, 5100, 5100)
    settlement.settle(ended([bronze, *masters], (1, 2, 3, 4)).pk)
    change = RankChange.objects.get(user=bronze)
    assert (change.before, change.worth, change.after, change.exact) == (0, 68, 68, "135/2")
    assert change.terms == [
        {"seat": seat, "outcome": 1, "difference": 5, "even": "35/3", "worth": "35/2"} for seat in (1, 2, 3)
    ]
    first, *others = ladder().outcome(change.table_id or 0).changes
    assert (first.for_place, [str(term.extra) for term in first.terms]) == (50, ["35/6"] * 3)
    assert first.badge_after == Badge(tier=0, step=0)
    assert [other.held for other in others] == [False, False, False]


def test_the_floor_holds_and_says_so() -> None:
    silver, other = people_with(1010, 1010)
    table = ended([silver, other], (3, 1, 2))
    settlement.settle(table.pk)
    change = RankChange.objects.get(user=silver)
    assert (change.before, change.worth, change.after) == (1010, -20, 1000)
    assert [told.held for told in ladder().outcome(table.pk).changes] == [True, False]
    assert gained(silver) == -10  # what it really lost


def test_br39_one_person_and_bots_bring_nothing() -> None:
    (alone,) = people_with(300)
    settlement.settle(ended([alone], (1, 2, 3, 4)).pk)
    assert points_of(alone) == 300
    assert not RankChange.objects.exists()
    assert not Standing.objects.get(user=alone).games


def test_br39_who_left_loses_and_who_stayed_gains_once() -> None:
    stayed, *gone = people_with(100, 100, 100)
    settlement.settle(ended([stayed, *gone], (1, 3, 3, 2), left=(1, 2)).pk)
    assert [points_of(user) for user in (stayed, *gone)] == [150, 80, 80]


def test_everyone_left_each_gets_what_one_who_left_gets() -> None:
    both = people_with(100, 10)
    table = in_play(players=both, bots=2, kind=Kind.RANKED, most_cards=3)
    for seat in (0, 1):
        door.do(table.pk, seat, Leave())
    Result.objects.filter(table=table, player=both[0]).update(rank_points=100)
    Result.objects.filter(table=table, player=both[1]).update(rank_points=10)
    settlement.settle(table.pk)
    assert [points_of(user) for user in both] == [80, 0]
    assert [change.placement for change in RankChange.objects.all()] == [None, None]
    assert not Tally.objects.exists()  # it counts in no other statistic


def test_a_change_is_added_to_the_points_as_they_stand() -> None:
    """Two games at once, begun at 100 each: in any order of settling, both count in full."""
    for order in itertools.permutations((0, 1)):
        one, other = people_with(100, 100)
        tables = [ended([one, other], (1, 3, 2)), ended([one, other], (3, 1, 2))]
        for index in order:
            settlement.settle(tables[index].pk)
        assert (points_of(one), points_of(other)) == (130, 130)


def test_a_stopped_game_counts_for_nothing() -> None:
    both = people_with(100, 100)
    table = ended(both, (None, None, None))
    Table.objects.filter(pk=table.pk).update(stopped_at=timezone.now())
    settlement.settle(table.pk)
    assert [points_of(user) for user in both] == [100, 100]
    assert not RankChange.objects.exists()
    assert not Tally.objects.exists()


# --- every ending passes the same way ----------------------------------------------------------------------


def test_every_end_of_a_game_waits_to_be_settled() -> None:
    ended_by_cards = company_table(2, bots=1, kind=Kind.RANKED, most_cards=1)
    for _ in play_on(ended_by_cards):
        pass
    left_by_all = in_play(2, bots=1, kind=Kind.RANKED, most_cards=3)
    for seat in (0, 1):
        door.do(left_by_all.pk, seat, Leave())
    assert set(Settlement.objects.filter(settled_at=None).values_list("pk", flat=True)) == {
        ended_by_cards.pk,
        left_by_all.pk,
    }


def test_the_sweep_settles_what_was_missed(monkeypatch: pytest.MonkeyPatch) -> None:
    four = people_with(100, 100, 100, 100)
    table = ended(four, (1, 2, 3, 4))
    Settlement.objects.update(ended_at=timezone.now() + tasks.LATE)
    assert tasks.sweep() == 0  # its own task may still come
    Settlement.objects.update(ended_at=timezone.now() - tasks.LATE)
    assert tasks.sweep() == 1
    assert tasks.sweep() == 0
    tasks.settle(table.pk)
    assert points_of(four[0]) == 150


def test_one_game_that_cannot_be_settled_keeps_nobody_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    bad, good = ended(people_with(100, 100), (1, 2, 3)), ended(people_with(100, 100), (1, 2, 3))
    Settlement.objects.update(ended_at=timezone.now() - tasks.LATE)
    really = settlement._game

    def breaks(table_id: int) -> Any:
        if table_id == bad.pk:
            raise ValueError
        return really(table_id)

    monkeypatch.setattr(settlement, "_game", breaks)
    assert tasks.sweep() == 1
    assert Settlement.objects.get(pk=good.pk).settled_at is not None
    assert Settlement.objects.get(pk=bad.pk).settled_at is None


def test_settling_twice_changes_nothing() -> None:
    four = people_with(100, 100, 100, 100)
    table = ended(four, (1, 2, 3, 4))
    assert [settlement.settle(table.pk) for _ in range(3)] == [True, False, False]
    assert [points_of(user) for user in four] == [150, 127, 103, 80]
    assert RankChange.objects.count() == 4


def test_what_fails_halfway_leaves_nothing_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    four = people_with(100, 100, 100, 100)
    table = ended(four, (1, 2, 3, 4))
    with monkeypatch.context() as broken:
        broken.setattr(settlement.tallies, "count", lambda *_: 1 / 0)
        with pytest.raises(ZeroDivisionError), transaction.atomic():
            settlement.settle(table.pk)
    assert [points_of(user) for user in four] == [100] * 4
    assert not RankChange.objects.exists()
    assert settlement.settle(table.pk)


def test_a_second_change_of_a_game_is_refused_by_the_database() -> None:
    one, other = people_with(100, 100)
    table = ended([one, other], (1, 2, 3))
    settlement.settle(table.pk)
    change = RankChange.objects.get(user=one)
    change.pk = None
    with pytest.raises(IntegrityError), transaction.atomic():
        change.save(force_insert=True)
    with pytest.raises(IntegrityError), transaction.atomic():  # a loss that lifts (BR-37)
        RankChange.objects.create(
            user=one, cause=Cause.CORRECTION, worth=-20, before=10, after=50, at=timezone.now()
        )


def test_pages_are_told() -> None:
    table = ended(people_with(100, 100), (1, 2, 3))
    table.refresh_from_db()
    before = table.news
    assert not ladder().outcome(table.pk).settled
    settlement.settle(table.pk)
    table.refresh_from_db()
    assert table.news == before + 1
    assert ladder().outcome(table.pk).settled


# --- taking back -------------------------------------------------------------------------------------------


def test_voiding_takes_back_what_was_really_changed() -> None:
    """+50 +15 −10 (held at 1000): the last gets 10 back, and not 20."""
    three = people_with(1010, 1010, 1010)
    table = ended(three, (1, 2, 3))
    settlement.settle(table.pk)
    assert [points_of(user) for user in three] == [1060, 1025, 1000]
    assert settlement.void(table.pk)
    assert [points_of(user) for user in three] == [1010, 1010, 1010]
    assert [gained(user) for user in three] == [0, 0, 0]
    assert [Standing.objects.get(user=user).games for user in three] == [0, 0, 0]
    assert not settlement.void(table.pk)
    assert not settlement.settle(table.pk)
    assert RankChange.objects.filter(cause=Cause.VOID).count() == 3


def test_a_tier_reached_by_a_voided_game_stays() -> None:
    one, other = people_with(970, 970)
    table = ended([one, other], (1, 2, 3))
    settlement.settle(table.pk)
    assert points_of(one) == 1020
    settlement.void(table.pk)
    assert points_of(one) == 1000  # the rank held and its floor stay


def test_a_game_voided_before_it_was_settled_never_counts() -> None:
    both = people_with(100, 100)
    table = ended(both, (1, 2, 3))
    assert settlement.void(table.pk)
    assert not settlement.settle(table.pk)
    assert [points_of(user) for user in both] == [100, 100]
    assert ladder().outcome(table.pk).voided


def test_points_may_be_set() -> None:
    (user,) = people_with(1450)
    change = settlement.correct(user.pk, 900)
    assert change is not None
    assert (change.before, change.after, change.cause) == (1450, 900, Cause.CORRECTION)
    assert points_of(user) == 900
    assert settlement.correct(user.pk, 900) is None


# --- statistics --------------------------------------------------------------------------------------------


def test_a_game_is_counted_in_its_players_statistics() -> None:
    people = [account(), account()]
    table = ended(people, (1, 3, 2), kind=Kind.MULTIPLAYER)
    settlement.settle(table.pk)
    result = Result.objects.get(table=table, seat=0)
    tally = Tally.objects.get(user=people[0])
    assert (tally.kind, tally.game, tally.games, tally.left) == ("multiplayer", "piratbridge", 1, 0)
    assert tally.placements == {"3": [1, 0, 0]}
    assert (tally.rounds, tally.bids_made) == (result.rounds, result.bids_made) == (2, result.bids_made)
    assert (tally.points, tally.highest, tally.lowest) == (result.total,) * 3
    played = [(row["cards"], row["bids"][0], row["taken"][0]) for row in logs.rounds_of(table)]
    counted = {
        (int(cards), int(bid)): counts for cards, bids in tally.bids.items() for bid, counts in bids.items()
    }
    assert sum(times for times, _, _ in counted.values()) == 2
    for cards, bid, _ in played:
        same = [(b, taken) for c, b, taken in played if (c, b) == (cards, bid)]
        assert counted[cards, bid] == [
            len(same),
            sum(b == taken for b, taken in same),
            sum(taken > b for b, taken in same),
        ]
    assert not RankChange.objects.exists()


def test_of_a_game_that_one_left_only_that_is_counted() -> None:
    people = [account(), account()]
    settlement.settle(ended(people, (3, 1, 2), left=(0,)).pk)
    tally = Tally.objects.get(user=people[0])
    assert (tally.games, tally.left, tally.rounds, tally.points, tally.highest) == (1, 1, 0, 0, None)
    assert tally.placements == {"3": [0, 0, 1]}


def test_a_voided_game_is_counted_no_more() -> None:
    people = [account(), account()]
    first, second = ended(people, (1, 3, 2)), ended(people, (1, 3, 2))
    Result.objects.filter(table=first).update(total=7)
    Result.objects.filter(table=second).update(total=40)
    settlement.settle(first.pk)
    before = Tally.objects.filter(user=people[0]).values().get()
    settlement.settle(second.pk)
    assert Tally.objects.get(user=people[0]).highest == 40
    settlement.void(second.pk)
    after = Tally.objects.filter(user=people[0]).values().get()
    bids = {
        cards: {bid: counts for bid, counts in bids.items() if any(counts)}
        for cards, bids in after.pop("bids").items()
    }
    assert {cards: found for cards, found in bids.items() if found} == before.pop("bids")
    assert after == before
    assert (after["highest"], after["lowest"]) == (7, 7)


def test_statistics_come_home_with_a_guest() -> None:
    stranger, home = guest(), account()
    for person in (stranger, home):
        settlement.settle(ended([person, account()], (1, 3, 2), kind=Kind.MULTIPLAYER).pk)
    Tally.objects.filter(user=stranger).update(highest=50, lowest=-9, bids={"1": {"0": [2, 1, 1]}})
    Tally.objects.filter(user=home).update(
        highest=20, lowest=-3, bids={"1": {"0": [1, 1, 0], "1": [1, 0, 0]}}
    )
    bring_home(stranger, home)
    tally = Tally.objects.get(user=home)
    assert (tally.games, tally.placements, tally.highest, tally.lowest) == (2, {"3": [2, 0, 0]}, 50, -9)
    assert tally.bids == {"1": {"0": [3, 2, 1], "1": [1, 0, 0]}}


def test_a_game_with_oneself_counts_once_when_a_guest_comes_home() -> None:
    """The account sat at the guest's table: one person has one seat, and the guest's counts for nobody."""
    stranger, home = guest(), account()
    settlement.settle(ended([stranger, home, account()], (1, 3, 2), kind=Kind.MULTIPLAYER).pk)
    settlement.settle(ended([stranger, account()], (1, 3, 2), kind=Kind.MULTIPLAYER).pk)
    bring_home(stranger, home)
    tally = Tally.objects.get(user=home)
    assert (tally.games, tally.placements) == (2, {"3": [1, 0, 1]})


def test_nothing_comes_home_to_an_account_that_is_deleted_meanwhile() -> None:
    stranger, home, other = guest(), account(), account()
    settlement.settle(ended([home, other], (1, 3, 2)).pk)
    settlement.settle(ended([stranger, other], (1, 3, 2), kind=Kind.MULTIPLAYER).pk)
    seen = User.objects.get(pk=home.pk)  # by the login that is under way
    delete_account(home)
    bring_home(stranger, seen)
    assert not Tally.objects.filter(user=home).exists()
    assert Tally.objects.get(user=stranger).games == 1
    assert not Seat.objects.filter(player=home).exclude(name=NOBODY).exists()


def test_after_a_void_the_last_game_is_the_one_that_still_counts() -> None:
    one, other = people_with(100, 100)
    first, second = ended([one, other], (1, 2, 3)), ended([one, other], (1, 2, 3))
    for table in (first, second):
        settlement.settle(table.pk)
    settlement.void(second.pk)
    assert Standing.objects.get(user=one).played_at == first.ended_at
    settlement.void(first.pk)
    assert Standing.objects.get(user=one).played_at is None


def test_who_deletes_the_account_stands_nowhere(client: Any) -> None:
    gone, stays = people_with(100, 100)
    table = ended([gone, stays], (1, 2, 3))
    settlement.settle(table.pk)
    delete_account(gone)
    assert not Standing.objects.filter(user=gone).exists()
    assert not Gain.objects.filter(user=gone).exists()
    assert not Tally.objects.filter(user=gone).exists()
    assert settlement.void(table.pk)
    assert points_of(stays) == 100
    assert not Standing.objects.filter(user=gone).exists()


# --- periods -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("moment", "week", "month"),
    [
        (datetime(2026, 11, 30, 23, 30, tzinfo=UTC), date(2026, 11, 30), date(2026, 12, 1)),  # 00:30 there
        (datetime(2026, 11, 29, 22, 59, tzinfo=UTC), date(2026, 11, 23), date(2026, 11, 1)),
        (datetime(2026, 11, 29, 23, 1, tzinfo=UTC), date(2026, 11, 30), date(2026, 11, 1)),
        (datetime(2027, 1, 1, 12, 0, tzinfo=UTC), date(2026, 12, 28), date(2027, 1, 1)),
    ],
)
def test_weeks_and_months_begin_at_home(moment: datetime, week: date, month: date) -> None:
    assert starts(moment) == {Period.WEEK: week, Period.MONTH: month}


# --- what the game may ask ---------------------------------------------------------------------------------


def test_prospects_say_what_would_really_be_moved() -> None:
    assert ladder().prospects([100, 100, None, None], 0) == (
        Prospect(1, 50, False), Prospect(2, 27, False), Prospect(3, 3, False), Prospect(4, -20, False),
    )  # fmt: skip
    assert ladder().prospects([1010, 1010, 1010], 2)[2] == Prospect(3, -10, held=True)
    assert ladder().prospects([100, None, None], 0) == ()
    assert ladder().prospects([100, 100, None], 2) == ()


# --- many at once ------------------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_br42_a_game_settled_by_many_at_once_counts_once() -> None:
    for _ in range(8 if connection.vendor == "postgresql" else 3):
        four = people_with(100, 100, 100, 100)
        table = ended(four, (1, 2, 3, 4))
        assert at_once(*[partial(settlement.settle, table.pk)] * 4) == ["done"] * 4
        assert [points_of(user) for user in four] == [150, 127, 103, 80]


@pytest.mark.django_db(transaction=True)
def test_games_of_the_same_people_settled_at_once_all_count() -> None:
    """In every order of seats, so that those who lock in another order would wait for each other."""
    for _ in range(3 if connection.vendor == "postgresql" else 1):
        people = people_with(500, 500, 500)
        tables = [ended(order, (1, 2, 3)) for order in itertools.permutations(people)]
        assert at_once(*(partial(settlement.settle, table.pk) for table in tables)) == ["done"] * 6
        assert [points_of(user) for user in people] == [500 + 2 * (50 + 15 - 20)] * 3
        assert [Tally.objects.get(user=user).games for user in people] == [6] * 3


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite locks everything at once")
def test_who_came_home_meanwhile_is_waited_for_with_empty_hands(monkeypatch: pytest.MonkeyPatch) -> None:
    """The account, as older than the others, is locked before them: by others, who may have it already and
    wait for these."""
    home, stranger, other = account(), guest(), account()
    table = ended([stranger, other], (1, 3, 2), kind=Kind.MULTIPLAYER)
    free: list[str] = []

    def comes_home_meanwhile(users: Any) -> Any:
        if not free:
            free.extend(at_once(partial(bring_home, stranger, home)))
        else:
            free.extend(at_once(partial(_locked_at_once, other)))
        return people.hold(users)

    monkeypatch.setattr(settlement, "people", SimpleNamespace(hold=comes_home_meanwhile))
    assert settlement.settle(table.pk)
    assert free == ["done", "done"]
    assert Tally.objects.get(user=home).games == Tally.objects.get(user=other).games == 1


def _locked_at_once(user: User) -> None:
    with transaction.atomic():
        User.objects.select_for_update(nowait=True, no_key=True).get(pk=user.pk)


@pytest.mark.django_db(transaction=True)
def test_a_game_voided_while_it_is_settled_counts_for_nothing() -> None:
    for _ in range(6 if connection.vendor == "postgresql" else 2):
        both = people_with(100, 100)
        table = ended(both, (1, 2, 3))
        calls = [partial(settlement.settle, table.pk), partial(settlement.void, table.pk)] * 2
        assert at_once(*calls) == ["done"] * 4
        assert [points_of(user) for user in both] == [100, 100]


def test_gains_lie_on_the_board_of_the_tier_held_now() -> None:
    one, other = people_with(970, 1010)
    settlement.settle(ended([one, other], (1, 2, 3)).pk)
    assert set(Gain.objects.filter(user=one).values_list("tier", flat=True)) == {1}  # 970 + 48.25 = 1018
    settlement.correct(one.pk, 5100)
    settlement.correct(other.pk, 40)
    assert set(Gain.objects.filter(user=one).values_list("tier", flat=True)) == {5}
    assert set(Gain.objects.filter(user=other).values_list("tier", flat=True)) == {0}
    Gain.objects.update(tier=3)
    sort_gains_into_tiers()
    assert set(Gain.objects.values_list("user", "tier")) == {(one.pk, 5), (other.pk, 0)}
