"""Who is there: pages that open and close, in several tabs and processes, and processes that die (BR-23,
BR-24, BR-25)."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from game import door, lobby, presence, tasks
from game.live.beside import load_beside
from game.models import Process, Seat, Table, Visit
from game.rules.company.values import Leave
from tests.game.company import (
    Clock,
    account,
    all_of,
    by_itself,
    company_table,
    dealt,
    in_play,
    lobby_of,
    on_turn,
    play_on,
    player,
    there,
)

pytestmark = [pytest.mark.django_db, pytest.mark.database]

SILENCE = presence.SILENCE.total_seconds()


def away(table: Table) -> list[bool]:
    """By seat, of those with a person."""
    seats = Seat.objects.filter(table=table, player__isnull=False).order_by("index")
    return [seat.away_since is not None for seat in seats]


def news(table: Table) -> int:
    table.refresh_from_db()
    return table.news


def everyone(table: Table) -> list[User]:
    return [seat.player for seat in table.seats.all() if seat.player is not None]


def test_who_has_a_page_open_is_there_and_each_change_is_news_once() -> None:
    table = company_table(3)
    ida = player(table, 0)
    first = there(table, *everyone(table))
    version, told = table.version, news(table)
    second = there(table, ida)
    assert (away(table), news(table)) == ([False] * 3, told)  # a second tab is no news
    presence.depart(first[:1])
    assert (away(table), news(table)) == ([False] * 3, told)
    presence.depart(second)
    assert (away(table), news(table)) == ([True, False, False], told + 1)
    presence.depart(second)
    assert news(table) == told + 1
    there(table, ida)
    assert (away(table), news(table)) == ([False] * 3, told + 2)
    assert table.version == version  # no move has become stale of it


def test_arriving_twice_is_arriving() -> None:
    table = company_table(3)
    arrival = presence.Arrival("socket", table.pk, player(table, 1).pk, False)
    presence.arrive("web", [arrival])
    before = all_of(table)
    presence.arrive("web", [arrival])
    assert all_of(table) == before
    assert Visit.objects.count() == 1


def test_since_when_somebody_is_away_is_noted(clock: Clock) -> None:
    table = company_table(3)
    pages = there(table, *everyone(table))
    clock.goes(30)
    presence.depart(pages[1:2])
    clock.goes(30)
    presence.depart(pages[2:])
    seats = Seat.objects.filter(table=table).order_by("index")
    since = [seat.away_since and (clock.now - seat.away_since).total_seconds() for seat in seats]
    assert since == [None, 30, 0]


def watchers(table: Table) -> int:
    return load_beside(table.pk, frozenset()).watchers


def test_strangers_and_watchers_are_nobody_at_the_table() -> None:
    """They are counted where they watch, and make nobody be there: not even the one who also sits here."""
    table = company_table(3)
    ida = player(table, 0)
    presence.arrive("web", [presence.Arrival("stranger", table.pk, None, True)])
    there(table, account(), ida, watches=True)
    assert watchers(table) == 3
    there(table, *everyone(table)[1:])
    assert away(table) == [True, False, False]
    told = news(table)
    presence.arrive("web", [presence.Arrival("another", table.pk, None, False)])
    assert news(table) == told
    presence.depart(["stranger"])
    assert (watchers(table), news(table)) == (2, told + 1)


def test_who_has_left_the_game_is_not_away() -> None:
    table = dealt(3)
    pages = there(table, *everyone(table))
    door.do(table.pk, 1, Leave())
    told = news(table)
    presence.depart(pages[1:2])
    assert (news(table), table.seats.get(index=1).away_since) == (told, None)
    assert load_beside(table.pk, frozenset()).away == {}


def test_after_the_end_one_sees_who_is_still_there() -> None:
    table = company_table(2, 1, most_cards=1)
    pages = there(table, *everyone(table))
    for _state in play_on(table):
        pass
    presence.depart(pages[1:])
    table.refresh_from_db()
    assert (away(table), table.due_at, table.status) == ([False, True], None, "ended")


def test_coming_and_going_is_no_matter_of_a_lobby_that_is_gone(clock: Clock) -> None:
    ida = account("Ida")
    table = lobby_of(ida)
    presence.depart([Visit.objects.get().key])
    clock.goes(lobby.EMPTY.total_seconds())
    lobby.look_after(table.pk)
    before = all_of(table)
    assert before["table"]["status"] == "gone"
    there(table, ida)
    assert all_of(table) == before


def test_the_pages_of_a_process_that_died_are_closed_once(clock: Clock) -> None:
    table, other = in_play(3), lobby_of(account(), account())
    ida, bo, per = everyone(table)
    there(table, ida, bo, process="one")
    there(table, bo, per, process="two")
    told = news(table)
    clock.goes(SILENCE)
    assert presence.renew("two")
    assert presence.sweep() == 0  # not yet
    clock.goes(0.1)
    assert presence.sweep() == 2  # the lobby's, too
    assert (away(table), news(table)) == ([True, False, False], told + 1)
    assert away(other) == [True, True]
    assert set(Process.objects.values_list("pk", flat=True)) == {"two"}
    before = all_of(table)
    assert presence.sweep() == 0
    assert all_of(table) == before
    assert set(Visit.objects.values_list("player", flat=True)) == {bo.pk, per.pk}


def test_the_watchers_of_a_process_that_died_are_gone(clock: Clock) -> None:
    table = company_table(3)
    there(table, account(), process="one", watches=True)
    told = news(table)
    clock.goes(SILENCE + 1)
    presence.sweep()
    assert (watchers(table), news(table)) == (0, told + 1)


def test_the_sweep_of_tasks_finds_it_and_the_table_is_due(clock: Clock) -> None:
    """Who was on turn when the process died may be replaced a minute later (RULES 2)."""
    table = in_play(3)
    there(table, *everyone(table), process="one")
    clock.goes(SILENCE + 1)
    tasks.sweep()
    assert away(table) == [True] * 3
    table.refresh_from_db()
    assert table.due_at is not None
    assert (table.due_at - clock.now).total_seconds() == pytest.approx(60.1, abs=0.001)
    assert table.due_for.startswith("company.may-be-replaced")


def test_a_process_that_was_taken_for_dead_says_anew_who_is_there(clock: Clock) -> None:
    """It had only stalled: what it holds arrives again, under the same keys."""
    table = company_table(3)
    people = everyone(table)
    arrivals = [presence.Arrival(f"s{one.pk}", table.pk, one.pk, False) for one in people]
    presence.arrive("one", arrivals)
    clock.goes(SILENCE + 1)
    presence.sweep()
    assert away(table) == [True] * 3
    assert not presence.renew("one")
    presence.arrive("one", arrivals)
    assert away(table) == [False] * 3
    assert presence.renew("one")
    assert presence.sweep() == 0


def test_one_that_might_have_been_taken_for_dead_says_so_too(clock: Clock) -> None:
    """A sweep may be in the middle of its pages: it is not told that all is well."""
    table = company_table(3)
    there(table, *everyone(table), process="one")
    clock.goes(SILENCE + 1)
    assert not presence.renew("one")


def test_a_sweep_that_is_cut_short_is_done_by_the_next(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker is killed, or waits too long for one of the tables."""
    tables = [company_table(3), company_table(3), company_table(3)]
    for table in tables:
        there(table, *everyone(table), process="one")
    clock.goes(SILENCE + 1)
    look, done = presence._look, []

    def once(*args: Any, **kwargs: Any) -> None:
        if done:
            raise OSError("killed")
        done.append(args)
        look(*args, **kwargs)

    with monkeypatch.context() as dying:
        dying.setattr(presence, "_look", once)
        with pytest.raises(OSError, match="killed"):
            presence.sweep()
    assert sorted(away(table)[0] for table in tables) == [False, False, True]
    assert presence.sweep() == 1
    assert [away(table) for table in tables] == [[True] * 3] * 3
    assert not Process.objects.exists()


def test_a_sweep_with_nothing_to_do_asks_little() -> None:
    """It is done every second."""
    table = company_table(3)
    there(table, *everyone(table))
    with CaptureQueriesContext(
        connection,
    ) as asked:
        presence.sweep()
    assert len(asked) <= 2


def test_a_page_of_the_same_table_elsewhere_keeps_its_turn(clock: Clock) -> None:
    """BR-23: a phone that sleeps is gone with its socket, and is back with a new one."""
    table = in_play(3)
    seat = on_turn(table)
    pages = there(table, *everyone(table))
    presence.depart([pages[seat]])
    clock.goes(59)
    there(table, player(table, seat))
    clock.goes(59)
    table.refresh_from_db()
    assert away(table) == [False] * 3
    assert table.due_for.startswith("company.may-be-replaced")  # when five minutes are over
    assert table.due_at is not None
    assert (table.due_at - clock.now).total_seconds() == pytest.approx(300.1 - 118, abs=0.001)
    by_itself(table)
    assert table.seats.get(index=seat).bot == ""
