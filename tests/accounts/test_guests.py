"""Guests: users known by their session alone."""

from datetime import timedelta

import pytest
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
