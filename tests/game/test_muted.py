"""Who is muted by a moderator says nothing at any table, and reads why and until when; who is renamed."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import Group
from django.utils import timezone

from accounts import acts, sanctions
from accounts.models import User
from accounts.services import delete_account
from game import door, talk
from game.errors import Refused
from game.live.beside import beside_html, load_beside
from game.models import Message, Seat, Table
from game.rules.company.values import Leave
from tests.game.company import account, browser, dealt, lobby_of, player, refused

pytestmark = [pytest.mark.django_db, pytest.mark.database]


@pytest.fixture
def vagt() -> User:
    user = account("Vagt")
    User.objects.filter(pk=user.pk).update(is_staff=True)
    user.groups.add(Group.objects.get(name=acts.MODERATOR))
    return User.objects.get(pk=user.pk)


def drawn(table: Table, seat: int) -> str:
    user = player(table, seat).pk
    return beside_html(load_beside(table.pk, frozenset([user])), seat, user, "en")["talk-lines"]


@pytest.mark.parametrize(("kind", "words"), [("text", "Hi."), ("phrase", "hello"), ("emote", "smile")])
def test_who_is_muted_says_nothing(vagt: User, kind: str, words: str) -> None:
    table = dealt(3)
    freja, until = player(table, 0), timezone.now() + timedelta(hours=1)
    sanctions.mute(vagt, freja, "Rude.", until)
    refused(table, "muted", lambda: talk.say(table.pk, freja, kind, words))
    talk.say(table.pk, player(table, 1), kind, words)


def test_also_in_a_lobby_and_until_it_ends(vagt: User, monkeypatch: pytest.MonkeyPatch) -> None:
    freja = account("Freja")
    table = lobby_of(freja)
    until = timezone.now() + timedelta(hours=1)
    sanctions.mute(vagt, freja, "Rude.", until)
    with pytest.raises(Refused) as refusal:
        talk.say(table.pk, freja, "text", "Hi.")
    assert refusal.value.about == {"until": until, "reason": "Rude."}
    monkeypatch.setattr("django.utils.timezone.now", lambda: until)
    talk.say(table.pk, freja, "text", "Hi.")


def test_the_answer_and_the_talk_say_why_and_until_when(vagt: User) -> None:
    table = dealt(3)
    freja = player(table, 0)
    assert "muted" not in drawn(table, 0)
    sanctions.mute(vagt, freja, "Rude <words>.", timezone.now() + timedelta(days=40))
    answer = browser(freja).post(
        f"/table/{table.public_id}/say/", {"text": "Hi."}, headers={"HX-Request": "true"}
    )
    for words in (answer.content.decode(), drawn(table, 0)):
        assert "You are muted until " in words
        assert "Why: Rude &lt;words&gt;." in words
    assert 'data-writing="muted"' in drawn(table, 0)
    assert "muted" not in drawn(table, 1)
    sanctions.lift(vagt, freja, "mute", "A mistake.")
    assert "muted" not in drawn(table, 0)


def test_the_table_hears_of_it_at_once(vagt: User, django_capture_on_commit_callbacks: Any) -> None:
    table = dealt(3)
    for change in (
        lambda: sanctions.mute(vagt, player(table, 0), "Rude.", timezone.now() + timedelta(hours=1)),
        lambda: sanctions.lift(vagt, player(table, 0), "mute", "A mistake."),
    ):
        before = Table.objects.get(pk=table.pk).news
        with django_capture_on_commit_callbacks(execute=True):
            change()
        assert Table.objects.get(pk=table.pk).news == before + 1


def test_a_name_that_could_not_stay_is_gone_from_tables_and_talk(
    vagt: User, django_capture_on_commit_callbacks: Any
) -> None:
    table = dealt(players=[account("Rude"), account("Astrid"), account("Birk")])
    rude = player(table, 0)
    talk.say(table.pk, rude, "phrase", "hello")
    door.do(table.pk, 0, Leave())
    door.do(table.pk, 1, Leave())
    with django_capture_on_commit_callbacks(execute=True):
        sanctions.rename(vagt, rude, "A rude name.", "Pæn Frue")
    assert list(Seat.objects.filter(table=table).values_list("name", flat=True)) == [
        "Pæn Frue",
        "Astrid",
        "Birk",
    ]
    said = Message.objects.filter(table=table).order_by("pk")
    assert list(said.values_list("words", "name")) == [
        ("hello", "Pæn Frue"), ("left-wish", "Pæn Frue"), ("left-wish", "Astrid"),
    ]  # fmt: skip


def test_what_the_table_said_of_a_deleted_account_has_no_name() -> None:
    table = dealt(3)
    freja = player(table, 0)
    door.do(table.pk, 0, Leave())
    delete_account(freja)
    assert [each.name for each in Message.objects.filter(table=table)] == ["—"]
