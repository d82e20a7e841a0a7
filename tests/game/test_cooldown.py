"""Who leaves ranked games often waits before the next one: 0, 5 min, 15 min, 1 h, 4 h, 12 h, 24 h."""

from datetime import datetime, timedelta

import pytest

from accounts.models import User
from game import cooldown, door, lobby, quick, rematch
from game.errors import Refused
from game.models import Kind, Seat, Table
from game.rules.company.values import Leave
from game.terms import Terms
from tests.game.company import Clock, account, browser, company_table, lobby_of, refused

pytestmark = [pytest.mark.django_db, pytest.mark.database]

MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
WAITS = [0 * MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 4 * HOUR, 12 * HOUR, 24 * HOUR, 24 * HOUR]


def leave_one(player: User, kind: Kind = Kind.RANKED, at: datetime | None = None) -> Table:
    """A game that the player leaves early, now or at a moment."""
    table = company_table(players=[player, account()], bots=1, kind=kind)
    door.do(table.pk, 0, Leave())
    if at:
        Seat.objects.filter(table=table, index=0).update(left_at=at)
    return table


def left(player: User, *times: datetime, kind: Kind = Kind.RANKED) -> None:
    for at in times:
        leave_one(player, kind, at)


def test_each_leave_in_a_fortnight_costs_more_than_the_last(clock: Clock) -> None:
    freja = account()
    assert cooldown.ends_at(freja.pk) is None
    for wait in WAITS:
        leave_one(freja)
        assert cooldown.ends_at(freja.pk) == (clock.now + wait if wait else None)


def test_it_ends_to_the_second(clock: Clock) -> None:
    freja = account()
    left(freja, clock.now - HOUR, clock.now)
    end = clock.now + 5 * MINUTE
    clock.goes(5 * 60 - 1)
    assert cooldown.ends_at(freja.pk) == end
    clock.goes(1)
    assert cooldown.ends_at(freja.pk) is None


def test_what_is_two_weeks_old_counts_no_more(clock: Clock) -> None:
    freja = account()
    left(freja, clock.now - 14 * DAY, clock.now - 13 * DAY, clock.now)
    assert cooldown.ends_at(freja.pk) == clock.now + 5 * MINUTE  # two of the three


def test_only_ranked_games_count_and_only_one_s_own(clock: Clock) -> None:
    freja, other = account(), account()
    left(freja, *[clock.now] * 4, kind=Kind.MULTIPLAYER)
    left(other, *[clock.now] * 4)
    assert cooldown.ends_at(freja.pk) is None


def test_a_game_that_a_moderator_ended_does_not_count(clock: Clock) -> None:
    freja = account()
    for _ in range(3):
        door.stop(leave_one(freja).pk)
    assert cooldown.ends_at(freja.pk) is None


def test_no_way_leads_to_a_ranked_seat_meanwhile_and_every_other_stays(clock: Clock) -> None:
    freja, host = account(), account()
    left(freja, clock.now, clock.now)
    open_table = lobby_of(host, kind=Kind.RANKED)
    refused(open_table, "cooldown", lambda: lobby.join(open_table.pk, freja, name=freja.username))
    for way in (
        lambda: lobby.open_lobby(freja, Kind.RANKED, Terms(), name=freja.username),
        lambda: quick.quick_game(freja, Kind.RANKED, name=freja.username),
    ):
        with pytest.raises(Refused) as refusal:
            way()
        assert (refusal.value.code, refusal.value.about) == ("cooldown", {"until": clock.now + 5 * MINUTE})
    assert not freja.seats.filter(sits=True).exists()
    assert quick.quick_game(freja, Kind.MULTIPLAYER, name=freja.username).opened
    clock.goes(5 * 60)
    lobby.join(open_table.pk, freja, name=freja.username)


def test_nor_does_a_rematch(clock: Clock) -> None:
    freja = account()
    table = company_table(players=[freja, account()], bots=1, kind=Kind.RANKED)
    door.stop(table.pk)
    left(freja, clock.now, clock.now)
    with pytest.raises(Refused, match="cooldown"):
        rematch.rematch(table.pk, freja, table.seats.get(index=0))
    table.refresh_from_db()
    assert table.again is None


def test_who_has_to_wait_is_told_until_when_before_and_after_they_press() -> None:
    freja = account()
    client = browser(freja)
    before = "You have left several ranked games lately"
    assert before not in client.get("/ranked/").content.decode()
    leave_one(freja)
    leave_one(freja)
    assert before in client.get("/ranked/").content.decode()
    assert before not in client.get("/multiplayer/").content.decode()
    for way in ("create", "quick"):
        page = client.post(f"/ranked/{way}/", follow=True).content.decode()
        assert page.count(before) == 1
    assert "you can play Ranked again from" in page
