"""A guest signs up or logs in: what was begun in the browser stays within reach, and nothing else moves."""

import json
import re
import threading
import time

import pytest
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from asgiref.sync import sync_to_async
from channels.layers import channel_layers
from channels.testing import WebsocketCommunicator
from django.conf import settings
from django.db import IntegrityError, connection, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from accounts.services import bring_home, delete_account
from game import lobby, presence
from game.door import do
from game.models import Kind, Message, Result, Seat, Table
from game.rules.company.values import Leave
from game.store import hold
from game.terms import Terms
from piratbridge_site.asgi import application
from tests.accounts.people import PASSWORD, account, log_in, sign_up, user_of
from tests.game.tables import new_table

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database]


@pytest.fixture(autouse=True)
def _nothing_is_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("game.tasks.advance.apply_async", lambda *args, **kwargs: None)
    monkeypatch.setattr("game.live.publish.send_to_group", lambda *args: None)


def begin(client: Client) -> Table:
    """A game against two bots, as the set-up page begins it."""
    page = client.get(reverse("new_game")).content.decode()
    shown = re.search(r'name="seal"[^>]*value="([0-9a-f]{64})"', page)
    assert shown
    choices = {"opponents": 2, "most_cards": 1, "strength": "medium", "pace": "normal", "seal": shown[1]}
    assert client.post(reverse("new_game"), choices).status_code == 302
    return Table.objects.latest("pk")


def sees(client: Client, table: Table) -> bool:
    return client.get(reverse("table", args=[table.public_id])).status_code == 200


def test_a_guest_who_signs_up_is_the_same_user(client: Client) -> None:
    table = begin(client)
    guest = user_of(client)
    before = client.session.session_key
    assert "stay yours" in client.get(reverse("account_signup")).content.decode()
    sign_up(client)
    assert user_of(client) == guest
    assert client.session.session_key != before
    user = User.objects.get()
    assert (user.username, user.is_guest, user.check_password(PASSWORD)) == ("Freja", False, True)
    assert sees(client, table)


def test_of_two_sign_ups_in_one_browser_one_is_the_guest(client: Client) -> None:
    """Two tabs, both with the form open: whoever comes second finds no guest any more."""
    table = begin(client)
    twin = Client()
    twin.cookies = client.cookies.copy()  # type: ignore[assignment]
    both, answers = threading.Barrier(2, timeout=20), []

    def one(browser: Client, name: str) -> None:
        both.wait()
        answers.append(sign_up(browser, name).status_code)
        connection.close()

    threads = [threading.Thread(target=one, args=pair) for pair in ((client, "Freja"), (twin, "Astrid"))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == [302, 302]
    assert set(User.objects.values_list("username", "is_guest")) == {("Freja", False), ("Astrid", False)}
    assert [sees(browser, table) for browser in (client, twin)].count(True) == 1


def test_a_sign_up_that_is_refused_leaves_the_guest_a_guest(client: Client) -> None:
    account("Freja")
    table = begin(client)
    sign_up(client, "FREJA")
    guest = user_of(client)
    assert guest is not None
    assert guest.is_guest
    assert sees(client, table)


def test_a_guest_who_logs_in_takes_the_games_along(client: Client) -> None:
    user = account("Freja")
    running, ended = begin(client), begin(client)
    guest = user_of(client)
    numbers = {"seat": 0, "placement": 1, "total": 5, "bids_made": 1, "rounds": 2}
    Result.objects.create(table=ended, player=guest, at=timezone.now(), **numbers)
    assert "go to your account" in client.get(reverse("account_login")).content.decode()
    log_in(client)
    assert user_of(client) == user
    assert sees(client, running)
    assert user.results.get().table == ended
    assert "Back to your game" in client.get(reverse("home")).content.decode()
    assert not User.objects.filter(is_guest=True)


def test_a_login_that_fails_leaves_everything_as_it_was(client: Client) -> None:
    account("Freja")
    table = begin(client)
    guest = user_of(client)
    log_in(client, "Freja", "wrong")
    assert user_of(client) == guest
    assert sees(client, table)


def test_where_both_sit_at_a_table_each_keeps_the_seat() -> None:
    table = new_table(2, 1)
    guest, user = (seat.player for seat in table.seats.filter(bot=""))
    assert guest
    assert user
    User.objects.filter(pk=guest.pk).update(is_guest=True)
    bring_home(guest, user)
    assert list(table.seats.filter(bot="").values_list("player", flat=True)) == [guest.pk, user.pk]


def sitting_guest() -> tuple[User, Table]:
    """A guest, the host of a lobby, whose page is open."""
    guest = User.objects.create(username="guest-1", is_guest=True)
    table = lobby.open_lobby(guest, Kind.MULTIPLAYER, Terms(), name="Terne 12")
    presence.arrive("web", [presence.Arrival("a page", table.pk, guest.pk, watches=False)])
    return guest, table


def test_the_pages_go_along_so_that_the_account_can_be_away() -> None:
    guest, table = sitting_guest()
    freja = account("Freja")
    bring_home(guest, freja)
    assert table.seats.get(player=freja).away_since is None
    presence.depart(["a page"])  # as it does when its session has ended
    assert table.seats.get(player=freja).away_since is not None


@pytest.mark.parametrize("way", ["come home", "delete"])
def test_who_holds_the_table_meanwhile_may_still_write_of_the_guest(way: str) -> None:
    """Everyone locks a table before its seats; nobody waits for somebody who waits for them."""
    guest, table = sitting_guest()
    freja, held = account("Freja"), threading.Event()

    def says_something() -> None:
        try:
            with transaction.atomic():
                hold(table.pk)
                held.set()
                time.sleep(0.5)  # the other one waits by now
                Message.objects.create(table=table, author=guest, seat=0, name="-", kind="text", words="hi")
                Seat.objects.filter(table=table).update(ready=True)
        finally:
            connection.close()

    speaker = threading.Thread(target=says_something)
    speaker.start()
    assert held.wait(10)
    if way == "come home":
        bring_home(guest, freja)
    else:
        delete_account(guest)
    speaker.join()
    assert Message.objects.count() == 1
    if way == "come home":
        assert table.seats.get().player == freja
        assert Message.objects.get().author == freja
        assert not User.objects.filter(pk=guest.pk)
    else:
        assert not table.seats.exists()


def test_an_account_is_never_brought_home_to_another(client: Client) -> None:
    astrid, freja = account("Astrid"), account("Freja")
    table = new_table(1, 2)
    Seat.objects.filter(table=table, index=0).update(player=astrid)
    bring_home(astrid, freja)
    assert table.seats.get(index=0).player == astrid
    log_in(client, "Astrid")
    client.post(reverse("account_logout"))
    log_in(client, "Freja")
    assert not sees(client, table)


def test_games_of_another_browsers_guest_stay_there(client: Client) -> None:
    account("Freja")
    other = Client()
    table = begin(other)
    begin(client)
    log_in(client)
    assert not sees(client, table)
    assert sees(other, table)


def test_a_failure_costs_no_login(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(**_: object) -> None:
        raise IntegrityError

    user = account("Freja")
    begin(client)
    monkeypatch.setattr("accounts.services.guest_came_home.send", lambda *args, **kwargs: fails())
    log_in(client)
    assert user_of(client) == user


def test_whose_name_stands_on_the_seat(client: Client) -> None:
    assert begin(client).seats.get(index=0).name == "Guest"
    other = Client()
    sign_up(other, "Freja")
    assert begin(other).seats.get(index=0).name == "Freja"


def test_the_second_step_may_be_given_up_and_the_guest_is_still_there(client: Client) -> None:
    TOTP.activate(account("Freja"), generate_totp_secret())
    table = begin(client)
    guest = user_of(client)
    assert log_in(client)["Location"] == reverse("mfa_authenticate")
    assert sees(client, table)
    client.post(reverse("account_give_up"))
    assert client.get(reverse("account_login")).status_code == 200
    assert user_of(client) == guest
    assert sees(client, table)


# --- going ------------------------------------------------------------------------------------------------


def test_own_data_is_a_file_with_all_of_it(client: Client) -> None:
    begin(client)
    sign_up(client, "Freja", "freja@example.org")
    response = client.get(reverse("account_data"))
    assert "attachment" in response["Content-Disposition"]
    data = json.loads(response.content)
    assert data["name"] == "Freja"
    assert data["addresses"] == [{"email": "freja@example.org", "verified": False, "primary": True}]
    assert [game["kind"] for game in data["games"]] == [Kind.SINGLEPLAYER]
    assert PASSWORD not in response.content.decode()


def test_an_account_is_deleted_with_the_password_alone(client: Client) -> None:
    table = begin(client)
    sign_up(client, "Freja", "freja@example.org")
    elsewhere = Client()
    log_in(elsewhere)
    assert client.post(reverse("account_delete"), {"password": "wrong"}).status_code == 422
    assert sees(client, table)
    assert client.post(reverse("account_delete"), {"password": PASSWORD}).status_code == 302
    for browser in (client, elsewhere):
        assert user_of(browser) is None
        assert not sees(browser, table)
    left = User.objects.get()
    assert (left.email, left.is_active, left.has_usable_password(), left.name_key) == ("", False, False, None)
    assert "Freja" not in left.username
    assert not left.emailaddress_set.exists()  # type: ignore[attr-defined]
    assert table.seats.get(index=0).name == "—"
    log_in(client)
    assert user_of(client) is None
    sign_up(client, "Freja")
    assert user_of(client) is not None


@pytest.mark.parametrize("meanwhile", ["its game begins", "and ends"])
def test_an_account_is_deleted_though_its_lobby_begins_at_that_moment(
    meanwhile: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between the look at the table and its lock."""
    freja = account("Freja")
    table = lobby.open_lobby(freja, Kind.MULTIPLAYER, Terms(), name="Freja")
    leave = lobby.leave

    def beaten(table_id: int, player: User) -> None:
        lobby.start(table_id, player)
        if meanwhile == "and ends":
            do(table_id, 0, Leave())
        leave(table_id, player)

    monkeypatch.setattr(lobby, "leave", beaten)
    delete_account(freja)
    table.refresh_from_db()
    seat = table.seats.get(player__isnull=False)
    assert (table.status, seat.name, seat.sits, bool(seat.bot)) == ("ended", "—", False, True)


def test_an_account_that_never_played_is_gone_altogether(client: Client) -> None:
    sign_up(client)
    client.post(reverse("account_delete"), {"password": PASSWORD})
    assert not User.objects.exists()


# --- a table in another tab -------------------------------------------------------------------------------


@pytest.mark.live
@pytest.mark.parametrize("way", ["sign up", "log in"])
async def test_the_table_in_another_tab_finds_the_seat_again(way: str) -> None:
    """The socket was the guest's, whose session has ended: it is closed, and a reload finds the seat."""
    client = Client()
    if way == "log in":
        await sync_to_async(account)("Freja")
    table = await sync_to_async(begin)(client)

    def socket() -> WebsocketCommunicator:
        cookie = f"{settings.SESSION_COOKIE_NAME}={client.cookies[settings.SESSION_COOKIE_NAME].value}"
        headers = [(b"host", b"localhost"), (b"origin", b"http://localhost"), (b"cookie", cookie.encode())]
        address = f"/ws/table/{table.public_id}/?language=en&version=-1&release={settings.RELEASE}"
        return WebsocketCommunicator(application, address, headers=headers)

    before = socket()
    assert (await before.connect(timeout=5))[0]
    await sync_to_async(sign_up if way == "sign up" else log_in)(client)
    while (await before.receive_output(timeout=6))["type"] != "websocket.close":
        pass
    assert await sync_to_async(sees)(client, table)
    after = socket()
    assert (await after.connect(timeout=5))[0]
    assert "not-seated" not in await after.receive_from(5)
    await after.disconnect()
    await channel_layers["default"].flush()
