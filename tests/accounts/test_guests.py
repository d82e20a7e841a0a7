"""Guests: users known by their session alone."""

import re
from datetime import timedelta

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from accounts.tasks import tidy
from game.models import Seat
from tests.game.tables import new_table

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def test_looking_at_home_and_rules_makes_nobody_a_guest(client: Client) -> None:
    client.get(reverse("home"))
    client.get(reverse("rules"))
    assert User.objects.count() == 0


def test_a_guest_cannot_be_signed_in_with_a_password(client: Client) -> None:
    client.get(reverse("new_game"))
    guest = User.objects.get()
    assert guest.is_guest
    assert not guest.has_usable_password()
    assert not client.login(username=guest.username, password="")


def test_guests_who_never_sat_down_are_forgotten_and_players_are_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("game.tasks.advance.apply_async", lambda *args, **kwargs: None)
    table = new_table(1, 2)
    player = Seat.objects.get(table=table, index=0).player
    old = timezone.now() - timedelta(days=3)
    User.objects.create(username="g1", is_guest=True, date_joined=old)
    User.objects.create(username="g2", is_guest=True)
    User.objects.create(username="ida", date_joined=old)
    User.objects.filter(pk=player.pk).update(is_guest=True, date_joined=old)  # type: ignore[union-attr]
    tidy()
    assert set(User.objects.values_list("username", flat=True)) == {"g2", "ida", player.username}  # type: ignore[union-attr]


def test_a_browser_is_known_for_two_days_and_for_long_once_its_player_sat_down(client: Client) -> None:
    page = client.get(reverse("new_game")).content.decode()
    assert client.session.get_expiry_age() == 2 * 24 * 3600
    shown = re.search(r'name="seal"[^>]*value="([0-9a-f]{64})"', page)
    assert shown
    choices = {"opponents": 2, "most_cards": 1, "strength": "medium", "pace": "normal", "seal": shown[1]}
    assert client.post(reverse("new_game"), choices).status_code == 302
    assert client.session.get_expiry_age() == settings.SESSION_COOKIE_AGE
    assert int(client.cookies[settings.SESSION_COOKIE_NAME]["max-age"]) == settings.SESSION_COOKIE_AGE
