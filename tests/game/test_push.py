"""What is pushed: drawn in one language as the page draws it, and the same whatever the process that
draws it remembers."""

import random
import re
from typing import Any

import pytest
from django.template import engines
from django.utils import translation

from game.live import publish
from game.live.difference import difference, whole
from game.live.page import page_of, players_of
from game.live.render import Drawings, push_html
from game.live.scene import LastScenes, Scene
from game.models import Seat
from game.rules.exact_bid import codec
from tests.game.tables import new_table, play

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("language", ["en", "da"])
def test_a_push_is_drawn_as_the_page_draws_it(language: str) -> None:
    """Sentences with values in them too, and names that need escaping."""
    table = new_table(3, most_cards=3)
    Seat.objects.filter(table=table, index=1).update(name="<b>Ib</b> & 100 %")
    seats = list(table.seats.all())
    for change in play(table, random.Random(5)):
        change.table.state = codec.encode_state(change.after.state)
        for seat in seats:
            for push in whole(page_of(change.table, seats, seat.index).regions):
                name = f"game/table/{push.template}.html"
                with translation.override(language):
                    drawn = engines["jinja2"].env.get_template(name).render(s=push.cut)  # type: ignore[attr-defined]
                assert (
                    push_html([push], language, Drawings())
                    == f'<hx-partial id="{push.target}">{drawn}</hx-partial>'
                )


def test_a_finished_round_is_pushed_as_the_line_that_the_page_has() -> None:
    """And nothing else of the score sheet, however long it has grown."""
    table = new_table(3, most_cards=2)
    pushed: dict[str, str] = {}
    for change in play(table, random.Random(9)):
        html = publish.message_of(change)["parts"]["1.en"]
        assert 'id="scores"' not in html
        pushed |= dict(re.findall(r'<hx-partial id="(r\d+)">(.*?)</hx-partial>', html, re.DOTALL))
    table.refresh_from_db()
    sheet = push_html(whole(page_of(table, list(table.seats.all()), 1).regions), "en", Drawings())
    assert list(pushed) == ["r1", "r2", "r3", "r4"]
    for line in pushed.values():
        assert line in sheet


def test_a_process_that_missed_changes_sends_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another process makes two moves of three, so what this one remembers is mostly of another state."""
    table = new_table(4, most_cards=2)
    changes = list(play(table, random.Random(6)))
    forgetful = [_message(monkeypatch, LastScenes(tables=1), change) for change in changes]
    ours = LastScenes(tables=1)
    for number, change in enumerate(changes):
        if number % 3 != 1:
            assert _message(monkeypatch, ours, change) == forgetful[number]


def _message(monkeypatch: pytest.MonkeyPatch, scenes: LastScenes, change: Any) -> dict[str, object]:
    monkeypatch.setattr(publish, "_scenes", scenes)
    return publish.message_of(change)


def test_only_the_very_same_scene_is_recalled_and_only_so_many() -> None:
    table = new_table(3)
    changes = [change for change, _ in zip(play(table, random.Random(7)), range(4), strict=False)]
    scenes = [Scene(change.after.state, players_of(change.seats)) for change in changes]
    last = LastScenes(tables=2)
    last.remember(1, scenes[0])
    again = Scene(changes[0].after.state, players_of(changes[0].seats))
    assert last.recall(1, again) is scenes[0]
    assert last.recall(1, scenes[1]) is scenes[1]
    assert last.recall(2, again) is again
    renamed = Scene(changes[0].after.state, players_of([*changes[0].seats[:-1], Seat(name="Bo")]))
    assert last.recall(1, renamed) is renamed
    last.remember(2, scenes[1])
    last.remember(3, scenes[2])
    assert last.recall(1, again) is again


def test_what_several_see_alike_is_drawn_once() -> None:
    """A card of the first seat, as the third and the fourth see it: the same line for the log."""
    table = new_table(4, most_cards=2)
    change = next(
        change
        for change in play(table, random.Random(8))
        if len(change.after.state.tricks) == 1 and len(change.after.state.tricks[0].cards) == 2
    )
    players = players_of(change.seats)
    before, after = Scene(change.before.state, players), Scene(change.after.state, players)
    drawn = Drawings()
    for seat in range(4):
        push_html(difference(before.cut_for(seat), after.cut_for(seat)), "en", drawn)
    lines = [html for (template, _, _), html in drawn.items() if template == "log-lines"]
    assert len(lines) == len(set(lines)) == 2  # "You play …" and "Ida1 plays …"
