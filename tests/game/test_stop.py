"""A moderator ends a running game (RULES 2): it counts for nothing, everyone is told, the log replays it."""

import re
from typing import Any

import pytest
from django.contrib.auth.models import Group
from django.core.exceptions import ValidationError
from django.db import connection

from accounts import acts
from accounts.models import Act, User
from game import door, logs
from game.clockwork import advance
from game.errors import Refused
from game.models import Action, Kind, Message, Result, Seat, Source, Table
from game.moderation import end_table
from game.records import record_of_table
from game.rematch import rematch
from game.rules.company.values import AskPause, Leave
from game.rules.exact_bid.values import Phase
from ranking.models import Standing
from tests.game.company import (
    account,
    at_once,
    browser,
    by_itself,
    company,
    company_table,
    dealt,
    in_play,
    log_replays,
    move,
    on_turn,
    player,
    refused,
    state,
    step,
)
from tests.game.tables import new_table

pytestmark = [pytest.mark.django_db, pytest.mark.database]

WORDS = "A moderator has ended this game. It counts for nothing."


def moderator(name: str = "Vagt") -> User:
    user = account(name)
    User.objects.filter(pk=user.pk).update(is_staff=True)
    user.groups.add(Group.objects.get(name=acts.MODERATOR))
    return User.objects.get(pk=user.pk)


def after(table: Table) -> Table:
    table.refresh_from_db()
    return table


# --- what it does -----------------------------------------------------------------------------------------


def test_the_game_ends_where_it_stands_and_nobody_is_placed() -> None:
    table = in_play(3, 1, limit=30)
    before = state(table)
    door.stop(table.pk)
    assert (after(table).status, table.due_at, table.due_for) == ("ended", None, "")
    assert table.stopped_at == table.ended_at is not None
    assert state(table) == before
    results = Result.objects.filter(table=table)
    assert [(r.seat, r.placement, r.left_at) for r in results.order_by("seat")] == [
        (seat, None, None) for seat in range(4)
    ]
    assert not Seat.objects.filter(table=table, sits=True).exists()


def test_it_is_in_the_log_as_a_moderator_s_and_the_log_replays_it() -> None:
    table = in_play(3, limit=30)
    door.do(table.pk, 0, AskPause())
    door.stop(table.pk)
    last = Action.objects.filter(table=table).last()
    assert last is not None
    assert (last.source, last.seat, last.action, last.deed) == ("moderator", None, None, {"type": "stop"})
    assert company(table).stopped
    log_replays(table)
    assert logs.log_of(table)[-1].source == Source.MODERATOR
    logs.pack(table.pk)
    packed = logs.log_of(after(table))[-1]
    assert (packed.source, packed.seat, packed.deed) == (Source.MODERATOR, None, {"type": "stop"})


@pytest.mark.parametrize("kind", [Kind.MULTIPLAYER, Kind.RANKED])
def test_at_any_moment_of_a_game(kind: Kind) -> None:
    """Before the first deal, while bids are open, in a round, and between rounds."""
    for opened in (company_table, dealt, in_play):
        table = opened(3, kind=kind)
        door.stop(table.pk)
        assert after(table).status == "ended"
        log_replays(table)
    table = in_play(3, kind=kind, most_cards=2)
    while state(table).phase is not Phase.DEAL:
        step(table)
    door.stop(table.pk)
    assert table.rounds.count() == 1
    log_replays(table)


def test_a_game_against_bots_has_no_company_and_can_be_stopped_all_the_same() -> None:
    table = new_table(1, 3)
    by_itself(table)
    door.stop(table.pk)
    assert after(table).stopped_at is not None
    last = Action.objects.filter(table=table).last()
    assert last is not None
    assert (last.source, last.deed, last.number) == ("moderator", {"type": "stop"}, table.version)
    page = browser(player(table, 0)).get(f"/table/{table.public_id}/").content.decode()
    assert WORDS in page


def test_nothing_can_be_done_there_any_more() -> None:
    table = in_play(3)
    seat = on_turn(table)
    version = after(table).version
    door.stop(table.pk)
    refused(table, "game-over", lambda: move(table, seat))
    refused(table, "game-over", lambda: door.do(table.pk, 0, Leave()))
    refused(table, "game-over", lambda: door.stop(table.pk))
    with pytest.raises(Refused, match="stale"):
        advance(table.pk, version)


def test_a_game_that_is_over_or_has_not_begun_is_not_stopped() -> None:
    table = in_play(3)
    for seat in range(3):
        door.do(table.pk, seat, Leave())
    refused(table, "game-over", lambda: door.stop(table.pk))
    assert after(table).stopped_at is None


def test_a_player_cannot_do_it() -> None:
    table = in_play(3)
    browser(player(table, 0)).post(f"/table/{table.public_id}/deed/", {"deed": "stop"})
    assert after(table).status == "running"


def test_nobody_gets_or_loses_anything(django_capture_on_commit_callbacks: Any) -> None:
    table = in_play(3, kind=Kind.RANKED)
    door.do(table.pk, 0, Leave())
    with django_capture_on_commit_callbacks(execute=True):
        door.stop(table.pk)
    from ranking.settlement import settle

    settle(table.pk)
    assert not Standing.objects.exclude(points=0).exists()


def test_the_same_people_may_play_another_game(published: object) -> None:
    table = in_play(3)
    door.stop(table.pk)
    own = table.seats.get(index=0)
    assert rematch(table.pk, player(table, 0), own).status == "lobby"


def test_its_cards_can_be_checked_like_those_of_any_game() -> None:
    table = in_play(3)
    door.stop(table.pk)
    record = record_of_table(after(table), list(table.seats.all()))
    assert record["seed"] == table.seed if "seed" in record else True


# --- who is told ------------------------------------------------------------------------------------------


def test_everyone_at_the_table_is_told_at_once(
    published: list[dict[str, Any]], django_capture_on_commit_callbacks: Any
) -> None:
    table = in_play(3)
    with django_capture_on_commit_callbacks(execute=True):
        door.stop(table.pk)
    moved = [message for message in published if "parts" in message]
    assert moved[-1]["version"] == after(table).version
    assert sorted(moved[-1]["parts"]) == ["0.en", "1.en", "2.en"]
    for part in moved[-1]["parts"].values():
        assert WORDS in part
        assert "Your turn" not in part
        assert "The game is over" in part
    said = Message.objects.filter(table=table, kind="table").last()
    assert said is not None
    assert said.words == "stopped"


def test_the_page_says_so_and_in_danish_too() -> None:
    table = in_play(3)
    door.stop(table.pk)
    client = browser(player(table, 0))
    page = client.get(f"/table/{table.public_id}/").content.decode()
    assert page.count(WORDS) == 2  # at the end, and in the talk
    assert re.search(r'<section id="final" aria-labelledby="final-head">', page)
    assert "Your turn" not in re.sub(r"data-\S+=\"[^\"]*\"|title=\"[^\"]*\"", "", page)


def test_who_watches_or_has_left_is_told_too() -> None:
    table = in_play(3)
    door.do(table.pk, 0, Leave())
    door.stop(table.pk)
    for looker in (player(table, 0), account()):
        page = browser(looker).get(f"/table/{table.public_id}/").content.decode()
        assert "A moderator has ended this game." in page


# --- who does it ------------------------------------------------------------------------------------------


def test_a_moderator_gives_a_reason_and_it_is_written_down() -> None:
    table, vagt = in_play(3), moderator()
    act = end_table(vagt, table.pk, "They shared their hands.", report=7)
    assert (act.what, act.place, act.reason, act.report) == (
        "end-table", table.public_id, "They shared their hands.", 7,
    )  # fmt: skip
    assert act.details == {"table": table.pk, "version": after(table).version}
    assert table.status == "ended"


@pytest.mark.parametrize("code", ["no-reason", "not-allowed", "oneself"])
def test_else_nothing_is_done(code: str) -> None:
    vagt = moderator()
    table = in_play(players=[vagt, account(), account()]) if code == "oneself" else in_play(3)
    who = account() if code == "not-allowed" else vagt
    with pytest.raises(ValidationError) as refusal:
        end_table(who, table.pk, "" if code == "no-reason" else "Because.")
    assert refusal.value.code == code
    assert (after(table).status, Act.objects.count()) == ("running", 0)


@pytest.mark.django_db(transaction=True)
def test_two_moderators_and_a_player_at_once() -> None:
    """The game is stopped once, by one of the two; the player's move comes before that, or not at all."""
    one, two = moderator("En"), moderator("To")
    for repetition in range(12 if connection.vendor == "postgresql" else 3):
        table = in_play(3)
        seat, before = on_turn(table), after(table).version
        outcomes = at_once(
            lambda table=table: end_table(one, table.pk, "Because."),
            lambda table=table: end_table(two, table.pk, "Because."),
            lambda table=table, seat=seat: move(table, seat),
        )
        assert sorted(outcomes[:2]) == ["done", "game-over"], repetition
        assert outcomes[2] in ("done", "game-over")
        assert after(table).version == before + 1 + (outcomes[2] == "done")
        assert Act.objects.count() == repetition + 1
        assert Action.objects.filter(table=table, source="moderator").count() == 1
        assert Result.objects.filter(table=table).count() == 3
        log_replays(table)
