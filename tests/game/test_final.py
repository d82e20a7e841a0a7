"""The end of a game as its page shows it."""

import random

import pytest

from game.door import do
from game.live.page import page_of
from game.live.slices import FinalSlice
from game.models import Result
from game.rules.company.values import Leave
from tests.game.company import in_play, play_on

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("leaver", [0, 1, 2])
def test_who_left_stands_last_whatever_their_points(leaver: int) -> None:
    """RULES 1.6, on the page as in the stored results."""
    table = in_play(3, most_cards=2)
    do(table.pk, leaver, Leave())
    for _ in play_on(table, random.Random(leaver)):
        pass
    table.refresh_from_db()
    final = page_of(table, list(table.seats.all()), (leaver + 1) % 3).regions["final"]
    assert isinstance(final, FinalSlice)
    assert final.places[-1].name == table.seats.get(index=leaver).name
    assert final.places[-1].placement == 3
    stored = dict(Result.objects.filter(table=table).values_list("seat", "placement"))
    assert sorted(place.placement for place in final.places) == sorted(stored.values())
    assert stored[leaver] == 3
