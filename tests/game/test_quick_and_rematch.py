"""Being seated by the site, and playing again with the same people (RULES 2 and 6)."""

from collections.abc import Sequence
from typing import Any

import pytest
from django.urls import reverse

from accounts import relations
from accounts.models import User
from game import lobby, presence, quick, rematch
from game.door import do
from game.errors import Refused
from game.live.lists import load_tables
from game.models import Kind, Seat, Table, Visit
from game.rules import fair
from game.rules.company.values import Leave
from game.terms import Terms, terms_of
from ranking.models import Standing
from tests.game.company import (
    Clock,
    account,
    all_of,
    at_once,
    browser,
    company_table,
    guest,
    lobby_of,
    play_on,
    player,
    refused,
    seats_of,
    state,
    there,
)
from tests.game.tables import new_table, play

pytestmark = [pytest.mark.django_db, pytest.mark.database]


# --- Quick game -----------------------------------------------------------------------------------------


def seated(user: User, kind: str = Kind.MULTIPLAYER) -> Table:
    return quick.quick_game(user, kind, name=user.username[:20]).table


def with_points(points: int) -> User:
    user = account()
    Standing.objects.create(user=user, points=points)
    return user


def usual(*people: User, **terms: Any) -> Table:
    """A lobby of the terms that a newcomer is taken to like."""
    return lobby_of(*people, **({"limit": quick.USUAL.limit} | terms))


def test_where_no_table_is_open_one_is_opened() -> None:
    """Thirty seconds, four players, and the pace of one's settings; in the list, so that others find it."""
    ida = account("Ida")
    ida.settings = {"pace": "relaxed"}
    ida.save()
    found = quick.quick_game(ida, Kind.RANKED, name="Ida", salt="0af")
    assert found.opened
    table = found.table
    assert (table.status, table.kind, table.host, table.public) == ("lobby", "ranked", ida, True)
    assert terms_of(table) == Terms(players=4, most_cards=8, limit=30, pace="relaxed")
    assert list(table.seats.values_list("index", "salt")) == [(0, "0af")]


def test_the_second_who_comes_sits_with_the_first() -> None:
    first = seated(account())
    there(first, *User.objects.all())
    found = quick.quick_game(account("Bo"), Kind.MULTIPLAYER, name="Bo")
    assert (found.table, found.opened) == (first, False)
    assert len(seats_of(first)) == 2


def test_the_nearest_in_rank_is_preferred() -> None:
    far, near = (usual(with_points(points), kind=Kind.RANKED) for points in (1400, 700))
    assert seated(with_points(800), Kind.RANKED) == near
    assert seated(with_points(1300), Kind.RANKED) == far
    assert seated(account(), Kind.RANKED) == near  # who has no points yet has none


def test_rank_does_not_count_in_multiplayer() -> None:
    first, second = usual(with_points(5000)), usual(with_points(0))
    assert seated(with_points(0)) == first  # the older one, all else being equal
    assert len(seats_of(second)) == 1


def test_terms_like_those_of_the_last_game_are_preferred() -> None:
    ida = account("Ida")
    played = company_table(players=[ida, account(), account()], limit=60, most_cards=5, zero=10)
    do(played.pk, 0, Leave())
    usual(account())
    like = lobby_of(account(), players=3, limit=60, most_cards=5, zero_ten=True)
    assert seated(ida) == like


def test_a_step_on_the_ladder_weighs_as_much_as_a_term() -> None:
    other_terms = usual(with_points(1000), kind=Kind.RANKED, zero_ten=True)
    other_rank = usual(with_points(1300), kind=Kind.RANKED)
    assert seated(with_points(1000), Kind.RANKED) == other_terms  # 1 against 300 / 200
    assert seated(with_points(1200), Kind.RANKED) == other_rank


def test_the_fuller_of_two_is_preferred() -> None:
    usual(account())
    fuller = usual(account(), account())
    assert seated(account()) == fuller


@pytest.mark.parametrize("way", ["I block them", "they block me", "a guest blocks me"])
def test_nobody_is_seated_with_somebody_blocked_either_way(way: str) -> None:
    ida, bo = account("Ida"), guest() if "guest" in way else account("Bo")
    table = usual(account(), bo)
    relations.block(*((ida, bo) if way == "I block them" else (bo, ida)))
    found = quick.quick_game(ida, Kind.MULTIPLAYER, name="Ida")
    assert found.opened
    assert found.table != table
    assert seated(account()) == table


def test_who_is_only_muted_may_be_met() -> None:
    ida, bo = account("Ida"), account("Bo")
    table = usual(bo)
    relations.mute(ida, bo)
    assert seated(ida) == table


def test_what_is_no_place_for_one_is_passed_over(clock: Clock) -> None:
    """Full, private, begun, gone, left by all, of another kind, or the host has sent one away."""
    ida = account("Ida")
    usual(account(), account(), players=3, bots=1)
    usual(account(), public=False)
    company_table(3)
    left = usual(bo := account("Bo"))
    lobby.leave(left.pk, bo)
    asleep = usual(account())
    presence.depart(list(Visit.objects.filter(table=asleep).values_list("key", flat=True)))
    usual(account(), kind=Kind.RANKED)
    away = usual(host := account("Host"), ida)
    lobby.remove(away.pk, host, 1, "Ida")
    assert quick.quick_game(ida, Kind.MULTIPLAYER, name="Ida").opened


def test_a_table_that_fills_up_meanwhile_is_followed_by_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = usual(account(), account(), players=3), usual(account(), players=3)
    join = lobby.join

    def beaten(table_id: int, who: User, **more: Any) -> None:
        if table_id == first.pk:  # somebody is quicker
            join(table_id, account("Quick"), name="Quick")
        join(table_id, who, **more)

    monkeypatch.setattr(lobby, "join", beaten)
    found = quick.quick_game(account("Ida"), Kind.MULTIPLAYER, name="Ida")
    assert (found.table, found.opened) == (second, False)
    assert "Quick" in seats_of(first).values()


def test_guests_are_seated_in_multiplayer_and_not_in_ranked() -> None:
    table = usual(account())
    visitor = guest()
    assert quick.quick_game(visitor, Kind.MULTIPLAYER, name="Terne 12").table == table
    before = all_of(table)
    with pytest.raises(Refused, match="no-account"):
        quick.quick_game(visitor, Kind.RANKED, name="Terne 12")
    assert all_of(table) == before
    assert Table.objects.count() == 1


def test_who_sits_in_a_lobby_and_presses_again_stays_or_moves_but_sits_once() -> None:
    ida = account("Ida")
    table = seated(ida)
    there(table, ida)
    assert quick.quick_game(ida, Kind.MULTIPLAYER, name="Ida") == quick.Found(table, opened=False)
    assert Seat.objects.filter(player=ida).count() == 1


def test_a_press_by_a_page_leads_to_the_table() -> None:
    table = usual(account())
    ida = account("Ida")
    answer = browser(ida).post(reverse("quick_game", args=["multiplayer"]), {"salt": "0a"})
    assert (answer.status_code, answer["Location"]) == (302, reverse("table", args=[table.public_id]))
    assert table.seats.get(player=ida).salt == ""  # the seal has not been shown yet (RULES 6)


# --- playing again --------------------------------------------------------------------------------------


def ended(people: int = 3, bots: int = 1, players: Sequence[User] = (), **options: Any) -> Table:
    table = company_table(people, bots, players=players, most_cards=1, limit=30, **options)
    for _state in play_on(table):
        pass
    return table


def presses(table: Table, seat: int, salt: str = "") -> Table:
    own = table.seats.get(index=seat)
    assert own.player is not None
    return rematch.rematch(table.pk, own.player, own, salt=salt)


def test_the_first_who_wants_another_game_opens_its_lobby() -> None:
    table = ended()
    again = presses(table, 1, salt="0af")
    table.refresh_from_db()
    assert (table.again, again.status, again.kind, again.host) == (
        again,
        "lobby",
        table.kind,
        player(table, 1),
    )
    assert terms_of(again) == terms_of(table)
    bot, own = table.seats.get(index=3), table.seats.get(index=1)
    assert seats_of(again) == {1: own.name, 3: bot.name}
    kept = again.seats.get(index=1)
    assert (kept.salt, kept.ready, kept.sits) == ("0af", True, True)
    # The seed is the one whose seal was shown when the old game ended, before any salt.
    assert again.seed == table.next_seed != table.seed
    assert again.seal == fair.seal(bytes.fromhex(table.next_seed))
    assert again.next_seed not in (table.seed, table.next_seed)


def test_with_the_last_of_them_it_begins_on_the_same_seats() -> None:
    table = ended()
    people = [player(table, seat) for seat in range(3)]
    for seat in (2, 0, 1):
        again = presses(table, seat, salt=f"{seat}")
        there(again, people[seat])
    again.refresh_from_db()
    assert again.status == "running"
    assert seats_of(again) == seats_of(table)
    assert [seat.player for seat in again.seats.all()] == [*people, None]
    salts = ("0", "1", "2", "")
    assert state(again).first_dealer == fair.first_dealer(bytes.fromhex(again.seed), salts, 4)
    assert all(seat.sits for seat in again.seats.filter(player__isnull=False))
    refused(again, "not-now", lambda: presses(again, 0))


def test_pressing_twice_is_pressing() -> None:
    table = ended()
    again = presses(table, 0)
    before = all_of(again)
    assert presses(table, 0) == again
    assert all_of(again) == before
    assert Table.objects.count() == 2


def test_who_has_left_the_game_is_not_asked_again() -> None:
    table = company_table(3, 1, most_cards=1)
    do(table.pk, 1, Leave())
    for _state in play_on(table):
        pass
    before = all_of(table)
    with pytest.raises(Refused, match="not-seated"):
        presses(table, 1)
    browser(player(table, 1)).post(reverse("rematch", args=[table.public_id]))
    assert all_of(table) == before
    again = presses(table, 0)
    # Their seat is free: the bot that played on for them was a stand-in.
    assert set(seats_of(again)) == {0, 3}


def test_no_other_game_while_this_one_is_played() -> None:
    table = company_table(3)
    refused(table, "not-now", lambda: presses(table, 0))


def test_a_game_against_bots_is_played_again_elsewhere() -> None:
    import random

    table = new_table(1, 2, most_cards=1)
    for _change in play(table, random.Random(1)):
        pass
    own = table.seats.get(index=0)
    assert own.player is not None
    refused(table, "not-now", lambda: presses(table, 0))
    answer = browser(own.player).post(reverse("rematch", args=[table.public_id]))
    assert answer.status_code == 302
    assert Table.objects.count() == 1


def test_who_sits_at_another_table_meanwhile_is_led_back_to_it() -> None:
    table = ended()
    ida = player(table, 0)
    other = company_table(players=[ida, account(), account()])
    before = all_of(table)
    answer = browser(ida).post(reverse("rematch", args=[table.public_id]))
    assert answer["Location"] == reverse("table", args=[other.public_id])
    assert all_of(table) == before
    assert Table.objects.count() == 2


def test_who_waits_in_another_lobby_gives_it_up() -> None:
    table = ended()
    ida = player(table, 0)
    waiting = lobby_of(ida, account())
    again = presses(table, 0)
    assert seats_of(waiting) == {1: seats_of(waiting)[1]}
    assert Seat.objects.get(player=ida, sits=True).table == again


def listed(table: Table) -> bool:
    return table.public_id in {row.public_id for row in load_tables(table.kind).slice.open}


@pytest.mark.parametrize("public", [True, False])
def test_for_a_minute_the_lobby_is_kept_for_those_who_played(clock: Clock, public: bool) -> None:
    """Neither the list nor Quick game nor the link leads a stranger to their seats meanwhile."""
    table = company_table(4, most_cards=1, limit=30, public=public)
    do(table.pk, 3, Leave())
    for _state in play_on(table):
        pass
    again, stranger, left = presses(table, 0), account("Eva"), player(table, 3)
    there(again, player(table, 0))
    for who in (stranger, left):
        refused(again, "kept-for-players", lambda who=who: lobby.join(again.pk, who, name=who.username))
        assert quick.quick_game(who, Kind.MULTIPLAYER, name=who.username).opened
    assert not listed(again)
    clock.goes(59)
    assert not listed(again)
    presses(table, 1)
    refused(again, "kept-for-players", lambda: lobby.join(again.pk, stranger, name="Eva"))
    clock.goes(1)
    assert listed(again) == public
    lobby.join(again.pk, stranger, name="Eva")
    lobby.join(again.pk, left, name=left.username)
    assert set(seats_of(again).values()) >= {"Eva", left.username}


def test_when_all_who_stayed_have_come_it_is_open_to_all(clock: Clock) -> None:
    table = company_table(3, 1, most_cards=1, limit=30)
    for _state in play_on(table):
        pass
    again = presses(table, 0)
    lobby.remove(again.pk, player(table, 0), 3, table.seats.get(index=3).name)  # a free seat
    there(again, player(table, 0))
    presses(table, 1)
    assert not listed(again)
    presses(table, 2)
    assert listed(again)
    assert seated(account("Eva")) == again


@pytest.mark.parametrize("code", ["busy", "full"])
def test_quick_game_tries_the_next_where_one_is_none_after_all(
    code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = usual(account()), usual(account())
    join = lobby.join

    def refuses(table_id: int, who: User, **more: Any) -> None:
        if table_id == first.pk:
            raise Refused(code)
        join(table_id, who, **more)

    monkeypatch.setattr(lobby, "join", refuses)
    assert seated(account("Eva")) == second


def test_quick_game_tries_the_next_where_one_is_kept_meanwhile(
    clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    again = presses(ended(bots=0), 0)
    monkeypatch.setattr(quick, "_open", lambda kind: Table.objects.filter(pk=again.pk))
    assert quick.quick_game(account("Eva"), Kind.MULTIPLAYER, name="Eva").opened


def test_a_lobby_seat_is_not_given_up_for_a_game_that_there_will_not_be() -> None:
    table = ended(bots=0)
    waiting = lobby_of(player(table, 0), account())
    before = all_of(waiting)

    def refuses(*_: object, **__: object) -> Table:
        raise Refused("busy")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rematch, "hold", refuses)
        refused(table, "busy", lambda: presses(table, 0))
    assert all_of(waiting) == before


def test_whose_seat_is_taken_gets_another(clock: Clock) -> None:
    table = ended(bots=0)
    again = presses(table, 0)
    clock.goes(lobby.KEPT.total_seconds())
    lobby.join(again.pk, account("Eva"), name="Eva", index=1)
    presses(table, 1)
    assert again.seats.get(player=player(table, 1)).index == 2
    refused(again, "full", lambda: presses(table, 2))


def test_whom_the_new_host_has_sent_away_does_not_come_back() -> None:
    table = ended()
    again = presses(table, 0)
    presses(table, 1)
    lobby.remove(again.pk, player(table, 0), 1, table.seats.get(index=1).name)
    refused(again, "turned-away", lambda: presses(table, 1))


def test_who_comes_when_it_has_begun_is_led_there() -> None:
    table = ended()
    again = presses(table, 0)
    lobby.start(again.pk, player(table, 0))
    before = all_of(again)
    assert presses(table, 1) == again
    assert all_of(again) == before


def test_a_lobby_that_nobody_came_to_is_opened_once_more(clock: Clock) -> None:
    """Everyone went away before it began. Whoever wants another game later gets one, of a seed that nobody
    has seen."""
    table = ended()
    gone = presses(table, 0)
    lobby.leave(gone.pk, player(table, 0))
    clock.goes(lobby.EMPTY.total_seconds())
    lobby.look_after(gone.pk)
    gone.refresh_from_db()
    assert gone.status == "gone"
    again = presses(table, 1, salt="0af")
    assert (again.status, again.host) == ("lobby", player(table, 1))
    assert again.seed == gone.next_seed
    presses(table, 2, salt="0b")
    # RULES 6: the page of the end has shown the other seal.
    assert set(again.seats.values_list("salt", flat=True)) == {""}
    table.refresh_from_db()
    assert table.again == again
    assert set(seats_of(again)) == {1, 2, 3}


class TestAtOnce:
    pytestmark = [pytest.mark.django_db(transaction=True)]

    def test_however_many_press_at_once_there_is_one_lobby(self) -> None:
        for people, bots in ((4, 0), (3, 1)):
            table = ended(people, bots)
            calls = [lambda seat=seat: presses(table, seat) for seat in range(people)]  # type: ignore[misc]  # noqa: B023
            assert at_once(*calls) == ["done"] * people
            table.refresh_from_db()
            again = table.again
            assert again is not None
            assert seats_of(again) == seats_of(table)
            assert again.seats.filter(player__isnull=False, ready=True).count() == people
            there(again, *(player(table, seat) for seat in range(people)))
            again.refresh_from_db()
            assert again.status == "running"

    def test_one_who_presses_three_times_at_once_has_one_seat(self) -> None:
        table = ended()
        outcomes = at_once(*[lambda: presses(table, 0)] * 3)
        assert "done" in outcomes
        assert set(outcomes) <= {"done", "busy"}
        assert Table.objects.count() == 2
        assert Seat.objects.filter(player=player(table, 0), sits=True).count() == 1

    def test_two_who_want_the_last_seat_of_one_table_get_two_tables(self) -> None:
        one = usual(account(), account(), players=3)
        two = [account("Ane"), account("Bo")]
        outcomes = at_once(
            *(lambda who=who: quick.quick_game(who, Kind.MULTIPLAYER, name=who.username) for who in two)  # type: ignore[misc]
        )
        assert outcomes == ["done", "done"]
        assert len(seats_of(one)) == 3
        assert sorted(Seat.objects.filter(player__in=two).values_list("table", flat=True))[0] == one.pk
        assert Table.objects.count() == 2
