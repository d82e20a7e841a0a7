"""A table before its game: joining, hosting, Ready, what is refused, and what time brings about (RULES 2,
BR-04, BR-43, BR-47, BR-53)."""

import re
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.db import IntegrityError, connection, transaction
from django.test import Client
from django.urls import reverse

from accounts.models import User
from game import clockwork, lobby, presence
from game.errors import Refused
from game.live.lists import load_tables
from game.models import Kind, Seat, Table, Visit
from game.rules import fair
from game.rules.company.values import Leave
from game.schedule import SURELY
from game.terms import Terms, terms_of
from game.words import problem_text
from tests.game.company import (
    Clock,
    account,
    all_of,
    at_once,
    browser,
    company,
    company_table,
    guest,
    lobby_of,
    refused,
    seats_of,
    state,
    there,
)

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def listed(kind: str = Kind.MULTIPLAYER) -> set[str]:
    """The addresses of the open tables in the list of a kind."""
    return {row.public_id for row in load_tables(kind).slice.open}


def lobby_post(player: Any, table: Table, word: str) -> Any:
    return browser(player).post(reverse("lobby", args=[table.public_id]), {"do": word})


# --- opening and joining --------------------------------------------------------------------------------


def test_who_opens_a_table_is_its_host_and_sits_there() -> None:
    ida = account("Ida")
    table = lobby_of(ida, limit=20, name="Hyggeaften på Ærø ♠")
    assert (table.status, table.host, table.state, table.company) == ("lobby", ida, None, None)
    assert seats_of(table) == {0: "Ida"}
    assert table.seal == fair.seal(bytes.fromhex(table.seed))
    assert terms_of(table) == Terms(limit=20, name="Hyggeaften på Ærø ♠")
    assert listed() == {table.public_id}
    assert listed(Kind.RANKED) == set()


def test_a_private_table_is_in_no_list() -> None:
    lobby_of(account(), public=False)
    assert listed() == set()


def test_a_table_at_which_nobody_is_is_in_no_list() -> None:
    ida = account("Ida")
    table = lobby_of(ida, account("Bo"))
    assert listed() == {table.public_id}
    presence.depart(list(Visit.objects.filter(table=table).values_list("key", flat=True)))
    assert listed() == set()
    there(table, ida)
    assert listed() == {table.public_id}


def test_each_takes_the_first_free_seat_or_the_one_they_choose() -> None:
    table = lobby_of(account("Ida"), account("Bo"))
    lobby.join(table.pk, account("Per"), name="Per", index=3)
    assert seats_of(table) == {0: "Ida", 1: "Bo", 3: "Per"}
    refused(table, "seat-taken", lambda: lobby.join(table.pk, account("Eva"), name="Eva", index=1))
    refused(table, "seat-taken", lambda: lobby.join(table.pk, account("Liv"), name="Liv", index=4))


def test_a_full_table_takes_nobody_in() -> None:
    table = lobby_of(account(), account(), players=3, bots=1)
    refused(table, "full", lambda: lobby.join(table.pk, account(), name="Eva"))


def test_br04_joining_twice_is_joining() -> None:
    ida, bo = account("Ida"), account("Bo")
    table = lobby_of(ida, bo)
    before = all_of(table)
    lobby.join(table.pk, bo, name="Bo", index=3)
    assert all_of(table) == before


def test_nobody_gives_up_a_seat_for_one_that_they_do_not_get() -> None:
    """What is refused leaves everything as it was: the seat at the other table, too."""
    eva = account("Eva")
    own, full = lobby_of(eva, account()), lobby_of(account(), account(), players=3, bots=1)
    refused(own, "full", lambda: lobby.join(full.pk, eva, name="Eva"))
    closed = lobby_of(account(), guest(), kind=Kind.MULTIPLAYER)
    Table.objects.filter(pk=closed.pk).update(turned_away=[eva.pk])
    refused(own, "turned-away", lambda: lobby.join(closed.pk, eva, name="Eva"))
    refused(own, "name-taken", lambda: _join_a_namesake(eva))


def _join_a_namesake(eva: Any) -> None:
    lobby.join(lobby_of(account("Eve")).pk, eva, name="Eve")


def test_who_joins_another_table_gives_up_the_seat_at_the_first() -> None:
    ida, bo = account("Ida"), account("Bo")
    first, second = lobby_of(ida, bo), lobby_of(account("Per"))
    lobby.join(second.pk, ida, name="Ida")
    first.refresh_from_db()
    assert (seats_of(first), first.host) == ({1: "Bo"}, bo)
    assert seats_of(second) == {0: "Per", 1: "Ida"}
    third = lobby.open_lobby(ida, Kind.MULTIPLAYER, Terms(), name="Ida")
    assert seats_of(second) == {0: "Per"}
    assert Seat.objects.get(player=ida).table == third


def test_br04_who_sits_at_a_running_table_is_led_back_to_it() -> None:
    running = company_table(3)
    ida = running.seats.get(index=0).player
    assert ida is not None
    other = lobby_of(account(), account())
    before = all_of(other)
    for address, form in (
        (reverse("join", args=[other.public_id]), {}),
        (reverse("create_table", args=["multiplayer"]), {}),
        (reverse("quick_game", args=["multiplayer"]), {}),
        (reverse("create_table", args=["ranked"]), {}),
    ):
        answer = browser(ida).post(address, form)
        assert (answer.status_code, answer["Location"]) == (302, reverse("table", args=[running.public_id]))
    assert all_of(other) == before
    assert list(Seat.objects.filter(player=ida)) == [running.seats.get(index=0)]
    with pytest.raises(lobby.SitsElsewhere) as elsewhere:
        lobby.join(other.pk, ida, name="Ida")
    assert elsewhere.value.table == running


def test_who_has_left_a_running_game_may_sit_down_elsewhere() -> None:
    from game.door import do

    running = company_table(3)
    ida = running.seats.get(index=0).player
    assert ida is not None
    do(running.pk, 0, Leave())
    other = lobby_of(account("Per"))
    lobby.join(other.pk, ida, name="Ida")
    assert seats_of(other) == {0: "Per", 1: "Ida"}


def test_ranked_tables_are_for_accounts() -> None:
    table = lobby_of(account(), kind=Kind.RANKED)
    stranger = guest()
    refused(table, "no-account", lambda: lobby.join(table.pk, stranger, name="Terne 12"))
    with pytest.raises(Refused, match="no-account"):
        lobby.open_lobby(stranger, Kind.RANKED, Terms(), name="Terne 12")
    for address in (reverse("create_table", args=["ranked"]), reverse("quick_game", args=["ranked"])):
        assert browser(stranger).post(address).status_code == 302
    assert list(Table.objects.all()) == [table]
    lobby.join(table.pk, account("Bo"), name="Bo")
    assert len(seats_of(table)) == 2


def test_a_stranger_who_gets_no_seat_does_not_become_a_guest(client: Client, clock: Clock) -> None:
    full, begun = lobby_of(account(), account(), players=3, bots=1), company_table(3)
    ranked, kept = lobby_of(account(), kind=Kind.RANKED), lobby_of(account())
    played = company_table(3)
    Table.objects.filter(pk=played.pk).update(again=kept)
    users, tables = User.objects.count(), Table.objects.count()
    pages = {reverse("join", args=[table.public_id]) for table in (full, begun, ranked, kept)}
    pages |= {reverse(name, args=["ranked"]) for name in ("create_table", "quick_game")}
    for page in pages:
        client.post(page, {"your_name": "Terne 12"})
        assert (User.objects.count(), Table.objects.count()) == (users, tables), page
    clock.goes(lobby.KEPT.total_seconds())
    client.post(reverse("join", args=[kept.public_id]), {"your_name": "Terne 12"})
    assert seats_of(kept)[1] == "Terne 12"


def test_br47_a_guest_has_nobodys_name() -> None:
    freja = account("Freja")
    table = lobby_of(freja, account("Åse"))
    page = reverse("join", args=[table.public_id])
    for wanted in ("freja", "FREJA", "Freja ", "Fr\u0435ja", "A\u030ase", "Piratbridge", "x", "<b>Bo</b>"):
        before = all_of(table)
        browser(guest()).post(page, {"your_name": wanted})
        assert all_of(table) == before, wanted
    browser(guest()).post(page, {"your_name": "Øjvind"})
    assert seats_of(table)[2] == "Øjvind"
    refused(table, "name-taken", lambda: lobby.join(table.pk, guest(), name="ØJVIND"))


def test_who_only_looks_has_no_session_and_who_sat_down_has_their_name_again(client: Client) -> None:
    table = lobby_of(account("Ida"))
    pages = reverse("tables", args=["multiplayer"]), reverse("table", args=[table.public_id])
    field = re.compile(r'name="your_name" value="([^"]+)"')
    for page in pages:
        assert field.search(client.get(page).content.decode())
    assert not Session.objects.exists()
    client.post(reverse("join", args=[table.public_id]), {"your_name": "Terne 12"})
    lobby.leave(table.pk, table.seats.get(name="Terne 12").player)  # type: ignore[arg-type]
    for page in pages:
        assert field.findall(client.get(page).content.decode()) == ["Terne 12"]


def test_a_bot_gives_way_to_somebody_of_its_name() -> None:
    """An account has the one name and cannot choose another."""
    table = lobby_of(account("Ida"), bots=1)
    bot = table.seats.get(index=1)
    lobby.join(table.pk, account(bot.name), name=bot.name)
    seats = seats_of(table)
    assert seats[2] == bot.name
    assert seats[1] != bot.name


def test_no_bot_is_called_like_somebody_who_sits_there() -> None:
    from game.tables import BOT_NAMES

    for name in BOT_NAMES:
        table = lobby_of(account(name.upper()), players=6)
        lobby.start(table.pk, table.host)  # type: ignore[arg-type]
        called = [seat.casefold() for seat in seats_of(table).values()]
        assert len(set(called)) == 6
        Seat.objects.filter(table=table).update(sits=False)


def test_a_salt_is_taken_only_where_the_seal_has_been_shown() -> None:
    """RULES 6: by who opens the table nothing has been seen yet; the lobby's page shows the seal."""
    ida, bo, eva = account("Ida"), account("Bo"), account("Eva")
    browser(ida).post(reverse("create_table", args=["multiplayer"]), {"salt": "0af"})
    table = Table.objects.get()
    assert table.seal in browser(bo).get(reverse("table", args=[table.public_id])).content.decode()
    browser(bo).post(reverse("join", args=[table.public_id]), {"salt": "0af"})
    browser(eva).post(reverse("join", args=[table.public_id]), {"salt": "not hex"})
    salts = list(table.seats.values_list("player", "salt"))
    assert salts == [(ida.pk, ""), (bo.pk, "0af"), (eva.pk, "")]


def test_a_salt_may_be_changed_until_the_game_begins() -> None:
    """RULES 6; then it is frozen, and the cards follow from it."""
    ida, bo = account("Ida"), account("Bo")
    table = lobby_of(ida, bo, players=3)
    lobby.set_ready(table.pk, bo, ready=True)
    page = reverse("lobby", args=[table.public_id])
    browser(bo).post(page, {"do": "salt", "salt": "c0ffee"})
    assert list(table.seats.values_list("salt", "ready")) == [("", False), ("c0ffee", True)]
    for wrong in ("C0FFEE", "coffee", "0" * 33, "0,1", "٣"):
        refused(table, "bad-salt", lambda wrong=wrong: lobby.set_salt(table.pk, bo, wrong))  # type: ignore[misc]
        before = all_of(table)
        browser(bo).post(page, {"do": "salt", "salt": wrong})
        assert all_of(table) == before
    refused(table, "not-seated", lambda: lobby.set_salt(table.pk, account("Eva"), "0"))
    browser(ida).post(page, {"do": "salt 1", "salt": "0af"})
    lobby.start(table.pk, ida)
    dealer = fair.first_dealer(bytes.fromhex(table.seed), ("0af", "c0ffee", ""), 3)
    assert state(table).first_dealer == dealer
    refused(table, "already-begun", lambda: lobby.set_salt(table.pk, ida, "1"))


# --- leaving and hosting --------------------------------------------------------------------------------


def test_br43_with_the_host_go_the_hosts_rights() -> None:
    ida, bo, per, eva = (account(name) for name in ("Ida", "Bo", "Per", "Eva"))
    table = lobby_of(ida, bo, per, eva, limit=20, zero_ten=True, spades_trump=True)
    lobby.leave(table.pk, ida)
    table.refresh_from_db()
    assert table.host == bo  # the one who has been there longest
    assert terms_of(table) == Terms(limit=20, zero_ten=True, spades_trump=True)
    refused(table, "not-host", lambda: lobby.start(table.pk, ida))
    refused(table, "not-host", lambda: lobby.change_terms(table.pk, per, Terms(players=5)))
    lobby.change_terms(table.pk, bo, Terms(players=3, limit=20, zero_ten=True, spades_trump=True))
    lobby.start(table.pk, bo)
    table.refresh_from_db()
    assert (table.status, table.limit) == ("running", 20)
    options = state(table).options
    assert (options.players, options.zero, options.trump) == (3, 10, "spades")


def test_leaving_twice_is_leaving() -> None:
    ida, bo = account("Ida"), account("Bo")
    table = lobby_of(ida, bo)
    lobby.leave(table.pk, bo)
    before = all_of(table)
    lobby.leave(table.pk, bo)
    lobby.leave(table.pk, account("Eva"))
    assert all_of(table) == before


def test_br43_a_host_who_is_away_is_host_no_more(clock: Clock) -> None:
    ida, bo, per = account("Ida"), account("Bo"), account("Per")
    table = lobby_of(ida, bo, per)
    closing = presence.Visit.objects.get(player=ida).key
    presence.depart([closing])
    table.refresh_from_db()
    assert (table.host, table.due_for) == (ida, "lobby.host")
    assert table.due_at == clock.now + lobby.HOST_AWAY + SURELY
    clock.goes(lobby.HOST_AWAY.total_seconds() - 0.1)
    clockwork.advance(table.pk, table.version)
    table.refresh_from_db()
    assert table.host == ida
    clock.until_due(table)
    table.refresh_from_db()
    assert table.host == bo
    assert seats_of(table) == {0: "Ida", 1: "Bo", 2: "Per"}  # and keeps the seat
    there(table, ida)
    table.refresh_from_db()
    assert table.host == bo
    assert table.due_at is None


def test_br43_no_table_is_without_a_host_for_ten_seconds() -> None:
    """A socket that has closed is believed after a moment."""
    from game.live.presence import A_MOMENT

    assert A_MOMENT + lobby.HOST_AWAY.total_seconds() + 1 <= 10


def test_a_host_who_comes_back_in_time_stays_host(clock: Clock) -> None:
    ida, bo = account("Ida"), account("Bo")
    table = lobby_of(ida, bo)
    presence.depart([presence.Visit.objects.get(player=ida).key])
    clock.goes(2)
    there(table, ida)
    clock.goes(60)
    lobby.look_after(table.pk)
    table.refresh_from_db()
    assert (table.host, table.due_at) == (ida, None)


def test_br43_who_logs_out_is_host_no_more(clock: Clock) -> None:
    """At once, without waiting for the socket to close; the seat is kept, as if they were away."""
    ida, bo, per = account("Ida"), account("Bo"), account("Per")
    table = lobby_of(ida, bo, per)
    browser(per).post(reverse("account_logout"))
    table.refresh_from_db()
    assert table.host == ida
    browser(ida).post(reverse("account_logout"))
    table.refresh_from_db()
    assert table.host == bo
    assert seats_of(table) == {0: "Ida", 1: "Bo", 2: "Per"}
    lobby.start(table.pk, bo)


def test_who_logs_out_alone_stays_host() -> None:
    ida = account("Ida")
    table = lobby_of(ida, bots=1)
    before = all_of(table)
    browser(ida).post(reverse("account_logout"))
    assert all_of(table) == before


def test_who_is_away_for_five_minutes_has_no_seat_any_more(clock: Clock) -> None:
    ida, bo, per = account("Ida"), account("Bo"), account("Per")
    table = lobby_of(ida, bo, per)
    presence.depart([presence.Visit.objects.get(player=per).key])
    table.refresh_from_db()
    assert (table.due_at, table.due_for) == (clock.now + lobby.SEAT_AWAY + SURELY, "lobby.seat")
    clock.goes(299)
    lobby.look_after(table.pk)
    assert seats_of(table) == {0: "Ida", 1: "Bo", 2: "Per"}
    clock.until_due(table)
    table.refresh_from_db()
    assert seats_of(table) == {0: "Ida", 1: "Bo"}
    assert table.due_at is None
    lobby.join(table.pk, per, name="Per")  # and may come back
    assert seats_of(table) == {0: "Ida", 1: "Bo", 2: "Per"}


@pytest.mark.parametrize("due_for", ["lobby.host", "lobby.seat", "lobby.empty"])
def test_a_lobby_that_is_looked_after_a_touch_early_is_done_with(clock: Clock, due_for: str) -> None:
    """A worker's clock may be a little ahead: by as much as `clockwork` lets it."""
    ida, bo = account("Ida"), account("Bo")
    table = lobby_of(ida, bo)
    gone = {"lobby.host": [ida], "lobby.seat": [bo], "lobby.empty": [ida, bo]}[due_for]
    presence.depart(list(Visit.objects.filter(player__in=gone).values_list("key", flat=True)))
    table.refresh_from_db()
    assert table.due_for == due_for
    assert table.due_at is not None
    clock.goes_to(table.due_at - clockwork.EARLY)
    clockwork.advance(table.pk, table.version)
    table.refresh_from_db()
    assert table.due_for != due_for
    before = all_of(table)
    lobby.look_after(table.pk)  # once more: nothing is new, and nobody is told of it
    assert all_of(table) == before


def test_where_nobody_is_there_nobody_loses_a_seat(clock: Clock) -> None:
    """Until somebody is, who may mind."""
    ida, bo = account("Ida"), account("Bo")
    table = lobby_of(ida, bo)
    presence.depart([visit.key for visit in presence.Visit.objects.all()])
    table.refresh_from_db()
    assert (table.due_at, table.due_for) == (clock.now + lobby.EMPTY + SURELY, "lobby.empty")
    clock.goes(540)
    lobby.look_after(table.pk)
    assert seats_of(table) == {0: "Ida", 1: "Bo"}
    there(table, bo)
    table.refresh_from_db()
    assert (table.host, seats_of(table)) == (bo, {1: "Bo"})


def test_an_empty_lobby_is_gone_after_ten_minutes(clock: Clock) -> None:
    ida = account("Ida")
    table = lobby_of(ida, bots=2)
    lobby.leave(table.pk, ida)
    table.refresh_from_db()
    assert (table.host, listed()) == (None, set())
    assert (table.due_at, table.due_for) == (clock.now + lobby.EMPTY + SURELY, "lobby.empty")
    clock.goes(599)
    lobby.look_after(table.pk)
    table.refresh_from_db()
    assert table.status == "lobby"
    clock.until_due(table)
    table.refresh_from_db()
    assert (table.status, table.due_at, table.ended_at) == ("gone", None, clock.now)
    assert seats_of(table) == {}
    refused(table, "lobby-gone", lambda: lobby.join(table.pk, ida, name="Ida"))
    lobby.look_after(table.pk)  # a task that comes late
    page = browser(ida).get(reverse("table", args=[table.public_id]))
    assert (page.status_code, page["Location"]) == (302, reverse("tables", args=["multiplayer"]))


def test_who_comes_to_an_empty_lobby_is_its_host(clock: Clock) -> None:
    ida, bo = account("Ida"), account("Bo")
    table = lobby_of(ida, bots=1, limit=60)
    lobby.leave(table.pk, ida)
    clock.goes(599)
    lobby.join(table.pk, bo, name="Bo")
    clock.goes(2)  # their page takes a moment, and the table waits for it
    lobby.look_after(table.pk)
    there(table, bo)
    table.refresh_from_db()
    assert (table.status, table.host, table.due_at) == ("lobby", bo, None)
    assert terms_of(table).limit == 60
    assert listed() == {table.public_id}


def test_who_comes_back_before_anybody_has_closed_it_keeps_it(clock: Clock) -> None:
    """Workers may be late, or away."""
    ida = account("Ida")
    table = lobby_of(ida)
    presence.depart([presence.Visit.objects.get().key])
    clock.goes(lobby.EMPTY.total_seconds() + 30)
    there(table, ida)
    table.refresh_from_db()
    assert (table.status, table.host, table.due_at) == ("lobby", ida, None)
    assert seats_of(table) == {0: "Ida"}


# --- what the host does ---------------------------------------------------------------------------------


def test_the_host_seats_bots_and_sends_them_away() -> None:
    ida = account("Ida")
    table = lobby_of(ida)
    lobby.add_bot(table.pk, ida, 2)
    lobby.add_bot(table.pk, ida)
    assert set(seats_of(table)) == {0, 1, 2}
    assert [seat.bot for seat in table.seats.all()] == ["", "medium", "medium"]
    refused(table, "seat-taken", lambda: lobby.add_bot(table.pk, ida, 1))
    lobby.add_bot(table.pk, ida)
    refused(table, "full", lambda: lobby.add_bot(table.pk, ida))
    lobby.remove(table.pk, ida, 2, seats_of(table)[2])
    assert set(seats_of(table)) == {0, 1, 3}
    table.refresh_from_db()
    assert table.turned_away == []


def test_who_is_removed_does_not_come_back() -> None:
    ida, bo = account("Ida"), account("Bo")
    table = lobby_of(ida, bo)
    lobby.remove(table.pk, ida, 1, "Bo")
    assert seats_of(table) == {0: "Ida"}
    refused(table, "turned-away", lambda: lobby.join(table.pk, bo, name="Bo"))
    assert not Seat.objects.filter(player=bo).exists()
    lobby.join(lobby_of(account("Per")).pk, bo, name="Bo")


def test_the_host_is_not_removed() -> None:
    ida = account("Ida")
    table = lobby_of(ida, account("Bo"))
    refused(table, "not-now", lambda: lobby.remove(table.pk, ida, 0, "Ida"))


def test_what_was_meant_for_one_is_not_done_to_another() -> None:
    """The host sees Bo on a seat, and by the time of the press somebody else sits there."""
    ida, bo, per = account("Ida"), account("Bo"), account("Per")
    table = lobby_of(ida, bo)
    lobby.leave(table.pk, bo)
    refused(table, "stale", lambda: lobby.remove(table.pk, ida, 1, "Bo"))
    lobby.join(table.pk, per, name="Per")
    for word in ("remove 1 Bo", "down 1 Bo", "up 1 Bo"):
        before = all_of(table)
        lobby_post(ida, table, word)
        assert all_of(table) == before
    refused(table, "stale", lambda: lobby.swap(table.pk, ida, 1, "Bo", 0))
    lobby_post(ida, table, "remove 1 Per")
    assert seats_of(table) == {0: "Ida"}


def test_the_host_moves_people_about() -> None:
    ida, bo = account("Ida"), account("Bo Hansen")
    table = lobby_of(ida, bo, players=3)
    lobby_post(ida, table, "up 1 Bo Hansen")
    assert seats_of(table) == {0: "Bo Hansen", 1: "Ida"}
    lobby_post(ida, table, "down 1 Ida")
    assert seats_of(table) == {0: "Bo Hansen", 2: "Ida"}
    before = all_of(table)
    lobby_post(ida, table, "down 2 Ida")
    lobby_post(ida, table, "up 0 Bo Hansen")
    assert all_of(table) == before
    assert table.host == ida


def test_one_sits_down_on_a_free_seat() -> None:
    ida, bo = account("Ida"), account("Bo")
    table = lobby_of(ida, bo)
    lobby.move(table.pk, bo, 3)
    assert seats_of(table) == {0: "Ida", 3: "Bo"}
    refused(table, "seat-taken", lambda: lobby.move(table.pk, bo, 0))
    refused(table, "seat-taken", lambda: lobby.move(table.pk, bo, 4))
    refused(table, "not-seated", lambda: lobby.move(table.pk, account(), 1))
    before = all_of(table)
    lobby.move(table.pk, bo, 3)
    assert all_of(table) == before


def test_for_other_terms_nobody_is_ready_yet() -> None:
    ida, bo = account("Ida"), account("Bo")
    table = lobby_of(ida, bo)
    lobby.set_ready(table.pk, ida, ready=True)
    lobby.set_ready(table.pk, bo, ready=True)
    before = all_of(table)
    lobby.change_terms(table.pk, ida, terms_of(table))  # the same: pressed for nothing
    assert all_of(table) == before
    lobby.change_terms(table.pk, ida, Terms(limit=10))
    assert not Seat.objects.filter(player__isnull=False, ready=True).exists()
    lobby.change_terms(table.pk, ida, Terms(players=3, limit=10))
    assert Table.objects.get().status == "lobby"


def test_there_are_not_fewer_seats_than_people() -> None:
    ida = account("Ida")
    table = lobby_of(ida, account(), account(), bots=1)
    refused(table, "too-many-seated", lambda: lobby.change_terms(table.pk, ida, Terms(players=3)))


def test_where_seats_go_people_move_together() -> None:
    ida, bo = account("Ida"), account("Bo")
    table = lobby_of(ida, players=6)
    lobby.join(table.pk, bo, name="Bo", index=5)
    lobby.add_bot(table.pk, ida, 4)
    bot = seats_of(table)[4]
    lobby.change_terms(table.pk, ida, Terms(players=3))
    assert seats_of(table) == {0: "Ida", 1: bot, 2: "Bo"}


@pytest.mark.parametrize(
    ("changed", "kind"),
    [
        ({"players": "7"}, Kind.MULTIPLAYER),
        ({"most_cards": "14"}, Kind.MULTIPLAYER),  # four times 14 is more than a pack
        ({"most_cards": "0"}, Kind.MULTIPLAYER),
        ({"most_cards": "2"}, Kind.RANKED),
        ({"most_cards": "x"}, Kind.RANKED),
        ({"limit": "15"}, Kind.RANKED),
        ({"name": "x" * 41}, Kind.MULTIPLAYER),
        ({"name": "a\0b"}, Kind.MULTIPLAYER),
        ({"public": "perhaps"}, Kind.MULTIPLAYER),
        ({"pace": "never"}, Kind.RANKED),
    ],
)
def test_terms_that_there_are_not_are_refused(changed: dict[str, str], kind: str) -> None:
    ida = account("Ida")
    table = lobby_of(ida, kind=kind)
    form = {"players": "4", "most_cards": "5", "limit": "30", "pace": "fast", "name": "", "public": "yes"}
    before = all_of(table)
    browser(ida).post(reverse("terms", args=[table.public_id]), form | changed)
    assert all_of(table) == before
    browser(ida).post(reverse("terms", args=[table.public_id]), form)
    table.refresh_from_db()
    assert terms_of(table) == Terms(most_cards=5, limit=30, pace="fast", watching=kind == Kind.RANKED)


@pytest.mark.parametrize(
    ("kind", "terms", "code"),
    [
        (Kind.RANKED, Terms(most_cards=2), "too-few-cards"),
        (Kind.MULTIPLAYER, Terms(most_cards=0), "too-few-cards"),
        (Kind.MULTIPLAYER, Terms(players=5, most_cards=11), "too-many-cards"),
        (Kind.MULTIPLAYER, Terms(players=2), "unreadable"),
        (Kind.RANKED, Terms(players=7, most_cards=3), "unreadable"),
    ],
)
def test_what_is_played_holds_whoever_asks_for_it(kind: Kind, terms: Terms, code: str) -> None:
    """RULES 2; not the form alone keeps it."""
    ida = account("Ida")
    table = lobby_of(ida, kind=kind)
    refused(table, code, lambda: lobby.change_terms(table.pk, ida, terms))
    with pytest.raises(Refused, match=code):
        lobby.open_lobby(account("Bo"), kind, terms, name="Bo")
    assert Table.objects.count() == 1


def test_br50_a_tables_name_is_one_line_of_text() -> None:
    ida = account("Ida")
    table = lobby_of(ida)
    form = {"players": "4", "most_cards": "8", "limit": "", "pace": "normal", "public": "yes"}
    for name, kept in (
        ("<img src=x onerror=alert(1)>", "<img src=x onerror=alert(1)>"),
        ("{{7*7}}", "{{7*7}}"),
        ("a\u202e\u202eb\n\tc", "a b c"),
        ("\u202e" * 40, ""),
    ):
        browser(ida).post(reverse("terms", args=[table.public_id]), form | {"name": name})
        table.refresh_from_db()
        assert table.name == kept
        lists = browser(ida).get(reverse("tables", args=["multiplayer"])).content.decode()
        assert "<img src=x" not in lists


# --- Ready ----------------------------------------------------------------------------------------------


def test_when_everyone_is_ready_the_game_begins() -> None:
    ida, bo, per = account("Ida"), account("Bo"), account("Per")
    table = lobby_of(ida, bo, players=3, limit=30)
    for player in (ida, bo):
        lobby.set_ready(table.pk, player, ready=True)
    assert Table.objects.get().status == "lobby"  # a seat is free
    lobby.join(table.pk, per, name="Per")
    there(table, per)
    lobby.set_ready(table.pk, per, ready=True)
    table.refresh_from_db()
    assert (table.status, table.version, table.due_for) == ("running", 0, "deal.0")
    assert listed() == set()
    assert company(table).limit == 30
    dealer = fair.first_dealer(bytes.fromhex(table.seed), ("", "", ""), 3)
    assert state(table).first_dealer == dealer
    refused(table, "already-begun", lambda: lobby.set_ready(table.pk, ida, ready=False))


def test_ready_can_be_taken_back() -> None:
    ida, bo = account("Ida"), account("Bo")
    table = lobby_of(ida, bo, players=3, bots=1)
    lobby_post(ida, table, "ready")
    lobby_post(ida, table, "wait")
    lobby_post(bo, table, "ready")
    assert [seat.ready for seat in table.seats.filter(player__isnull=False)] == [False, True]
    assert Table.objects.get().status == "lobby"
    before = all_of(table)
    lobby_post(bo, table, "ready")
    assert all_of(table) == before
    lobby_post(ida, table, "ready")
    assert Table.objects.get().status == "running"


def test_who_is_away_is_not_ready() -> None:
    """The game begins without nobody; with their page it begins."""
    ida, bo, per = account("Ida"), account("Bo"), account("Per")
    table = lobby_of(ida, bo, per, players=3, absent=[per])
    for player in (ida, bo, per):
        lobby.set_ready(table.pk, player, ready=True)
    assert Table.objects.get().status == "lobby"
    there(table, per)
    assert Table.objects.get().status == "running"


def test_who_leaves_does_not_hold_up_the_others() -> None:
    """The last who was not ready goes, and a bot has taken the seat: everyone is ready."""
    ida, bo, per = account("Ida"), account("Bo"), account("Per")
    table = lobby_of(ida, bo, per, players=3)
    lobby.set_ready(table.pk, ida, ready=True)
    lobby.set_ready(table.pk, bo, ready=True)
    lobby.leave(table.pk, per)
    assert Table.objects.get().status == "lobby"
    lobby.add_bot(table.pk, ida)
    assert Table.objects.get().status == "running"


def test_the_host_starts_and_bots_take_the_free_seats() -> None:
    ida, bo = account("Ida"), account("Bo")
    table = lobby_of(ida, bo, kind=Kind.RANKED)
    refused(table, "not-host", lambda: lobby.start(table.pk, bo))
    lobby.start(table.pk, ida)
    table.refresh_from_db()
    assert table.status == "running"
    seats = list(table.seats.all())
    assert [bool(seat.bot) for seat in seats] == [False, False, True, True]
    assert [seat.sits for seat in seats] == [True, True, False, False]
    assert [seat.rank_points for seat in seats] == [0, 0, None, None]
    assert [person is not None for person in company(table).players] == [True, True, False, False]
    refused(table, "already-begun", lambda: lobby.start(table.pk, ida))


def test_the_points_of_the_ladder_are_those_at_the_start() -> None:
    from ranking.models import Standing

    ida, bo = account("Ida"), account("Bo")
    Standing.objects.create(user=ida, points=1450)
    table = lobby_of(ida, bo, kind=Kind.RANKED, players=3)
    lobby.start(table.pk, ida)
    Standing.objects.filter(user=ida).update(points=0)
    assert [seat.rank_points for seat in table.seats.all()] == [1450, 0, None]


# --- what is refused leaves no trace --------------------------------------------------------------------


def test_whatever_is_refused_leaves_everything_as_it_was() -> None:
    ida, bo, eva = account("Ida"), account("Bo"), account("Eva")
    table = lobby_of(ida, bo, bots=1)
    bot = seats_of(table)[2]
    wrong: list[tuple[str, Callable[[], object]]] = [
        ("not-seated", lambda: lobby.set_ready(table.pk, eva, ready=True)),
        ("not-seated", lambda: lobby.move(table.pk, eva, 3)),
        ("not-host", lambda: lobby.change_terms(table.pk, bo, Terms(players=3))),
        ("not-host", lambda: lobby.add_bot(table.pk, bo)),
        ("not-host", lambda: lobby.remove(table.pk, bo, 0, "Ida")),
        ("not-host", lambda: lobby.remove(table.pk, eva, 2, bot)),
        ("not-host", lambda: lobby.swap(table.pk, bo, 1, "Bo", 0)),
        ("not-host", lambda: lobby.start(table.pk, eva)),
        ("stale", lambda: lobby.remove(table.pk, ida, 1, "Eva")),
        ("stale", lambda: lobby.remove(table.pk, ida, 3, "Bo")),
        ("stale", lambda: lobby.swap(table.pk, ida, 3, "Bo", 1)),
        ("seat-taken", lambda: lobby.swap(table.pk, ida, 1, "Bo", 4)),
        ("seat-taken", lambda: lobby.swap(table.pk, ida, 1, "Bo", -1)),
        ("name-missing", lambda: lobby.join(table.pk, eva, name="")),
    ]
    for code, call in wrong:
        refused(table, code, call)
    lobby.start(table.pk, ida)
    begun: list[Callable[[], object]] = [
        lambda: lobby.set_ready(table.pk, ida, ready=True),
        lambda: lobby.move(table.pk, ida, 3),
        lambda: lobby.change_terms(table.pk, ida, Terms(players=3)),
        lambda: lobby.add_bot(table.pk, ida),
        lambda: lobby.remove(table.pk, ida, 1, "Bo"),
        lambda: lobby.swap(table.pk, ida, 0, "Ida", 1),
        lambda: lobby.start(table.pk, ida),
        lambda: lobby.leave(table.pk, bo),
        lambda: lobby.join(table.pk, eva, name="Eva"),
    ]
    for call in begun:
        refused(table, "already-begun", call)


@pytest.mark.parametrize(
    "word", ["", "fly", "sit", "sit x", "sit -1", "sit 9999", "remove 1", "up", "remove x Bo", "swap 1 Bo 2"]
)
def test_what_is_no_button_is_refused(word: str) -> None:
    ida = account("Ida")
    table = lobby_of(ida, account("Bo"))
    before = all_of(table)
    assert lobby_post(ida, table, word).status_code == 302
    assert all_of(table) == before


def test_what_else_the_database_keeps_is_not_said_to_be_busy() -> None:
    ida = account("Ida")
    table = lobby_of(ida)
    with pytest.raises(IntegrityError), transaction.atomic():
        lobby.open_lobby(account("Bo"), Kind.MULTIPLAYER, Terms(), name="Bo", seed=table.seed)
    Seat.objects.filter(table=table).update(sits=True)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("game.lobby.coming._instead_of_other_lobbies", lambda *_: transaction.atomic())
        with pytest.raises(Refused, match="busy"), transaction.atomic():
            lobby.open_lobby(ida, Kind.MULTIPLAYER, Terms(), name="Ida")


def test_the_database_keeps_people_from_two_seats() -> None:
    """(game, user), (game, seat), and the one table with others."""
    ida = account("Ida")
    table, other = lobby_of(ida), lobby_of(account("Bo"))
    for broken in (
        Seat(table=table, index=0, player=account(), name="x", sits=True),
        Seat(table=table, index=1, player=ida, name="x"),
        Seat(table=other, index=1, player=ida, name="x", sits=True),
        Seat(table=table, index=1, bot="medium", name="x", sits=True),
    ):
        with pytest.raises(IntegrityError), transaction.atomic():
            broken.save(force_insert=True)


# --- many at once ---------------------------------------------------------------------------------------


HUNDREDS = range(100 if connection.vendor == "postgresql" else 3)
"""Of times that what may go wrong together is tried: SQLite lets one in after the other."""


class TestAtOnce:
    pytestmark = [pytest.mark.django_db(transaction=True)]

    def test_br04_of_four_who_want_the_last_seat_one_gets_it(self) -> None:
        table = lobby_of(account(), account(), players=3)
        four = [account() for _ in range(4)]
        for _repetition in HUNDREDS:
            outcomes = at_once(*(partial(lobby.join, table.pk, one, name=one.username) for one in four))
            assert sorted(outcomes) == ["done", "full", "full", "full"]
            assert len(seats_of(table)) == 3
            winner = four[outcomes.index("done")]
            assert seats_of(table)[2] == winner.username
            lobby.leave(table.pk, winner)

    def test_br04_who_joins_twice_at_once_has_one_seat(self) -> None:
        table, eva = lobby_of(account()), account("Eva")
        assert at_once(*[lambda: lobby.join(table.pk, eva, name="Eva")] * 3) == ["done"] * 3
        assert list(seats_of(table).values()).count("Eva") == 1

    def test_br04_who_joins_two_tables_at_once_has_one_seat(self) -> None:
        eva, tables = account(), [lobby_of(account()), lobby_of(account())]
        for _repetition in HUNDREDS:
            outcomes = at_once(
                *(partial(lobby.join, table.pk, eva, name="Eva") for table in tables),
                partial(lobby.open_lobby, eva, Kind.MULTIPLAYER, Terms(), name="Eva"),
            )
            assert "done" in outcomes
            assert set(outcomes) <= {"done", "busy"}
            assert Seat.objects.filter(player=eva).count() == 1
            lobby.leave_other_lobbies(eva)

    @pytest.mark.parametrize("repetition", range(10 if connection.vendor == "postgresql" else 1))
    def test_two_who_change_tables_do_not_hold_each_other_up(self, repetition: int) -> None:
        ida, bo = account("Ida"), account("Bo")
        one, two = lobby_of(ida, account("Per")), lobby_of(bo, account("Eva"))
        outcomes = at_once(
            lambda: lobby.join(two.pk, ida, name="Ida"), lambda: lobby.join(one.pk, bo, name="Bo")
        )
        assert outcomes == ["done", "done"]
        assert (set(seats_of(one).values()), set(seats_of(two).values())) == ({"Per", "Bo"}, {"Eva", "Ida"})

    def test_four_readys_at_once_begin_one_game(self, called: list[tuple[int, int]]) -> None:
        four = [account() for _ in range(4)]
        for _repetition in HUNDREDS:
            table = lobby_of(*four)
            called.clear()
            outcomes = at_once(*(partial(lobby.set_ready, table.pk, one, ready=True) for one in four))
            assert outcomes == ["done"] * 4
            table.refresh_from_db()
            assert (table.status, table.version) == ("running", 0)
            assert called == [(table.pk, 0)]  # one first deal is called for
            Seat.objects.filter(table=table).update(sits=False)  # so that they can sit down once more

    def test_start_and_join_at_once(self) -> None:
        """Either they are in, or a bot has the seat and they are told."""
        ida, eva = account("Ida"), account("Eva")
        table = lobby_of(ida, account("Bo"), players=3)
        outcomes = at_once(lambda: lobby.start(table.pk, ida), lambda: lobby.join(table.pk, eva, name="Eva"))
        assert outcomes[0] == "done"
        assert outcomes[1] in ("done", "already-begun")
        assert ("Eva" in seats_of(table).values()) == (outcomes[1] == "done")
        assert len(seats_of(table)) == len(company(table).players) == 3

    @pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has no locks on rows")
    def test_who_cannot_have_the_lobby_in_time_is_told_that_it_is_busy(self) -> None:
        ida = account("Ida")
        table = lobby_of(ida, account("Bo"))

        def impatient() -> None:
            with transaction.atomic(), connection.cursor() as cursor:
                cursor.execute("SET LOCAL lock_timeout = '50ms'")  # connections are used again
                lobby.set_ready(table.pk, ida, ready=True)

        with transaction.atomic():
            Table.objects.select_for_update().get(pk=table.pk)
            assert at_once(impatient) == ["busy"]
        assert not Seat.objects.filter(ready=True).exists()


def test_who_was_removed_is_told_and_offered_no_seat() -> None:
    ida, eva = account("Ida"), account("Eva")
    table = lobby_of(ida, eva)
    lobby.remove(table.pk, ida, 1, "Eva")
    page = reverse("table", args=[table.public_id])
    removed, other = (
        browser(eva).get(page).content.decode(),
        browser(account("Bo")).get(page).content.decode(),
    )
    assert problem_text("turned-away") in removed
    assert 'form="join-form"' not in removed
    assert 'form="join-form"' in other


def test_pages_that_say_no_have_their_way_on_once() -> None:
    """And not in the head of the page, too."""
    ida = account("Ida")
    lobby_of(ida)
    private = company_table(3, public=False)
    page = browser(ida).get(reverse("table", args=[private.public_id]))
    assert page.status_code == 403
    head, rest = page.content.decode().split("</header>")
    assert "To the open tables" in rest
    assert "To the open tables" not in head
