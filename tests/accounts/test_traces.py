"""From where people come: noted so that nobody can read it back, told to moderators, forgotten."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts import traces
from accounts.models import Trace, User
from accounts.services import bring_home, delete_account, own_data
from accounts.tasks import tidy
from accounts.traces import shared_with
from tests.accounts.people import account, log_in, sign_up

pytestmark = [pytest.mark.django_db, pytest.mark.database]

HOME, NEXT_DOOR, ELSEWHERE = "89.23.224.5", "89.23.224.200", "2a01:4f8:1:2::3"


def at(address: str) -> Client:
    return Client(REMOTE_ADDR=address)


def noted(user: User) -> list[str]:
    return sorted(user.traces.values_list("kind", flat=True))


def test_who_signs_up_or_logs_in_is_noted() -> None:
    client = at(HOME)
    sign_up(client)
    freja = User.objects.get(username="Freja")
    assert noted(freja) == ["device", "network"]
    client.post(reverse("account_logout"))
    astrid = account("Astrid")
    log_in(client, "Astrid")
    (shared,) = shared_with(freja)
    assert (shared.user, shared.device, shared.network) == (astrid, True, True)


def test_the_cookie_is_the_browser_s_alone_and_says_nothing() -> None:
    account("Freja")
    client = at(HOME)
    assert "device" not in client.get("/").cookies
    log_in(client)
    cookie = client.cookies["device"]
    assert (cookie["httponly"], cookie["samesite"], cookie["max-age"]) == (True, "Lax", 90 * 24 * 3600)
    assert len(cookie.value) == 22
    before = cookie.value
    client.post(reverse("account_logout"))
    log_in(client)
    assert client.cookies["device"].value == before


def test_neither_address_nor_cookie_is_in_the_database() -> None:
    freja = account("Freja")
    client = at(HOME)
    log_in(client)
    kept = list(Trace.objects.values_list("key", flat=True))
    assert {len(key) for key in kept} == {32}
    assert client.cookies["device"].value not in kept
    assert "key" not in str(own_data(freja))
    assert [each["kind"] for each in own_data(freja)["devices_and_networks"]] != []


@pytest.mark.parametrize(
    ("address", "network"),
    [
        (HOME, "89.23.224.0/24"),
        (f"::ffff:{HOME}", "89.23.224.0/24"),
        (ELSEWHERE, "2a01:4f8:1::/48"),
        ("127.0.0.1", ""),  # this machine
        ("192.168.1.7", ""),  # a house's own network
        ("100.64.3.4", ""),  # a provider's
        ("fe80::1%eth0", ""),
        ("::1", ""),
        ("", ""),
        ("unknown", ""),
    ],
)
def test_networks(address: str, network: str) -> None:
    assert traces.network_of(address) == network


def test_a_network_is_shared_by_neighbours_and_by_nobody_else() -> None:
    freja, birk, carl = account("Freja"), account("Birk"), account("Carl")
    log_in(at(HOME), "Freja")
    log_in(at(NEXT_DOOR), "Birk")
    log_in(at(ELSEWHERE), "Carl")
    (shared,) = shared_with(freja)
    assert (shared.user, shared.device, shared.network) == (birk, False, True)
    assert shared_with(carl) == []


def test_the_address_is_the_one_before_our_proxies(settings: Any) -> None:
    freja, birk = account("Freja"), account("Birk")
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1
    for name, forwarded in (("Freja", f"1.1.1.1, {HOME}"), ("Birk", f"8.8.8.8, {NEXT_DOOR}")):
        log_in(Client(REMOTE_ADDR="127.0.0.1", HTTP_X_FORWARDED_FOR=forwarded), name)
    assert [each.user for each in shared_with(freja)] == [birk]


def test_since_when_and_until_when_both_came_from_there() -> None:
    freja, birk = account("Freja"), account("Birk")
    days = [timezone.now() - timedelta(days=n) for n in range(10)]
    Trace.objects.create(user=freja, kind="device", key="k", first_at=days[9], last_at=days[3])
    Trace.objects.create(user=birk, kind="device", key="k", first_at=days[6], last_at=days[2])
    (shared,) = shared_with(freja)
    assert (shared.since, shared.last) == (days[6], days[2])


def test_what_is_known_is_noted_again_after_an_hour(monkeypatch: pytest.MonkeyPatch) -> None:
    freja = account("Freja")
    client, now = at(HOME), timezone.now()
    log_in(client)
    first = set(freja.traces.values_list("kind", "last_at"))
    for minutes, again in ((59, False), (61, True)):
        client.post(reverse("account_logout"))
        monkeypatch.setattr("django.utils.timezone.now", lambda m=minutes: now + timedelta(minutes=m))
        log_in(client)
        assert (set(freja.traces.values_list("kind", "last_at")) != first) == again
    assert len(first) == freja.traces.count() == 2


def test_a_cookie_of_somebody_s_own_making_is_not_taken() -> None:
    freja = account("Freja")
    client = at(HOME)
    client.cookies["device"] = "x" * 5000
    log_in(client)
    assert len(client.cookies["device"].value) == 22
    assert noted(freja) == ["device", "network"]


def test_so_many_are_kept_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(traces, "MOST", 3)
    freja = account("Freja")
    for _ in range(5):
        log_in(at(HOME))
    assert noted(freja) == ["device", "device", "device", "network"]


def test_they_are_forgotten_after_ninety_days_and_with_the_account() -> None:
    freja, birk = account("Freja"), account("Birk")
    now = timezone.now()
    for days, key in ((89, "young"), (91, "old")):
        then = now - timedelta(days=days)
        Trace.objects.create(user=freja, kind="device", key=key, first_at=then, last_at=then)
    Trace.objects.create(user=birk, kind="device", key="young")
    tidy()
    assert list(freja.traces.values_list("key", flat=True)) == ["young"]
    delete_account(freja)
    assert [trace.user for trace in Trace.objects.all()] == [birk]


def test_where_a_guest_came_from_the_account_did() -> None:
    freja, guest = account("Freja"), User.objects.create(username="guest-1", is_guest=True)
    now = timezone.now()
    early = now - timedelta(days=5)
    Trace.objects.create(user=guest, kind="device", key="both", first_at=early, last_at=early)
    Trace.objects.create(user=guest, kind="device", key="guest's", first_at=early, last_at=early)
    Trace.objects.create(user=freja, kind="device", key="both", first_at=now, last_at=now)
    bring_home(guest, freja)
    kept = {trace.key: (trace.first_at, trace.last_at) for trace in freja.traces.all()}
    assert kept == {"both": (early, now), "guest's": (early, early)}
