"""What is forgotten in the end."""

from datetime import timedelta

import pytest
from django.utils import timezone

from game import lobby, tasks
from game.models import Table
from tests.game.company import account, lobby_of

pytestmark = pytest.mark.django_db


def test_lobbies_that_never_became_a_game_are_forgotten_after_a_day() -> None:
    hosts = [account() for _ in range(3)]
    old, new, open_ = (lobby_of(host) for host in hosts)
    for table, host, days in ((old, hosts[0], 2), (new, hosts[1], 0)):
        lobby.leave(table.pk, host)
        ended = timezone.now() - timedelta(days=days)
        Table.objects.filter(pk=table.pk).update(
            status="gone", ended_at=ended, due_at=None, due_for="", host=None
        )
    assert tasks.tidy() == 1
    assert set(Table.objects.values_list("pk", flat=True)) == {new.pk, open_.pk}
