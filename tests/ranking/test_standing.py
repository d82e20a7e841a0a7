"""What the game is told of players' standing."""

import pytest

from accounts.models import User
from game.standing import rank_points
from ranking.models import Standing

pytestmark = pytest.mark.django_db


def test_the_game_asks_the_ladder_for_rank_points() -> None:
    one, other = (User.objects.create(username=name) for name in ("Alma", "Bertil"))
    Standing.objects.create(user=one, points=1450)
    assert rank_points([one.pk, other.pk]) == {one.pk: 1450, other.pk: 0}
