"""Friends: asking, accepting, declining, ending; what blocks do to it; many at once."""

import json
from collections.abc import Callable

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse

from accounts import friends, relations
from accounts.models import Relation, User
from accounts.services import bring_home, delete_account, own_data
from tests.accounts.people import account, words_of
from tests.game.company import at_once

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def guest(name: str = "g") -> User:
    return User.objects.create(username=f"guest-{name}", is_guest=True)


def two() -> tuple[User, User]:
    return account("Freja"), account("Astrid")


def make_friends(one: User, other: User) -> None:
    friends.ask(one, other)
    friends.accept(other, one)


def are_friends(one: User, other: User) -> bool:
    both = {other.pk in friends.friend_ids(one), one.pk in friends.friend_ids(other)}
    assert len(both) == 1, "only one of them"
    return both.pop()


def code_of(call: Callable[..., object], *given: object) -> str:
    with pytest.raises(ValidationError) as refused:
        call(*given)
    return str(refused.value.code)


def asking(user: User) -> list[str]:
    return [each.who.username for each in friends.asking(user)]


def asked_by(user: User) -> list[str]:
    return [each.whom.username for each in friends.asked_by(user)]


# --- asking and answering ----------------------------------------------------------------------------------


def test_who_is_asked_and_accepts_is_a_friend() -> None:
    freja, astrid = two()
    assert friends.ask(freja, astrid) is False
    assert (asked_by(freja), asking(astrid)) == (["Astrid"], ["Freja"])
    assert not are_friends(freja, astrid)
    friends.accept(astrid, freja)
    assert are_friends(freja, astrid)
    assert (asked_by(freja), asking(astrid)) == ([], [])


def test_asking_back_is_accepting() -> None:
    freja, astrid = two()
    friends.ask(freja, astrid)
    assert friends.ask(astrid, freja) is True
    assert are_friends(freja, astrid)


def test_asking_twice_is_asking_once() -> None:
    freja, astrid = two()
    assert [friends.ask(freja, astrid) for _ in range(2)] == [False, False]
    assert Relation.objects.count() == 1
    friends.accept(astrid, freja)
    assert friends.ask(freja, astrid) is True
    friends.accept(astrid, freja)
    assert Relation.objects.count() == 2


@pytest.mark.parametrize("who", [0, 1])
def test_either_of_them_ends_what_there_is(who: int) -> None:
    both = two()
    make_friends(*both)
    friends.end(both[who], both[1 - who])
    assert not Relation.objects.exists()
    friends.ask(*both)
    friends.end(both[who], both[1 - who])  # takes back, or declines
    assert not Relation.objects.exists()


def test_a_request_that_was_taken_back_cannot_be_accepted() -> None:
    freja, astrid = two()
    friends.ask(freja, astrid)
    friends.end(freja, astrid)
    assert code_of(friends.accept, astrid, freja) == "no-request"
    assert not Relation.objects.exists()


def test_oneself_and_guests_and_the_deleted_are_nobodys_friends() -> None:
    freja, astrid = two()
    assert code_of(friends.ask, freja, freja) == "oneself"
    assert code_of(friends.ask, freja, guest("one")) == "no-account"
    assert code_of(friends.ask, guest("two"), freja) == "no-account"
    User.objects.filter(pk=astrid.pk).update(deleted_at="2026-01-01T00:00Z")
    assert code_of(friends.ask, freja, astrid) == "no-account"


def test_there_is_an_end_to_open_requests_and_to_friends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(friends, "MOST_OPEN", 2)
    monkeypatch.setattr(friends, "MOST", 3)
    freja, one, other, third, fourth = (account(name) for name in ("Freja", "Eet", "Too", "Tre", "Fire"))
    friends.ask(freja, one)
    friends.ask(freja, other)
    assert code_of(friends.ask, freja, third) == "too-many-requests"
    friends.accept(one, freja)
    friends.ask(freja, third)
    friends.ask(fourth, freja)
    assert code_of(friends.accept, freja, fourth) == "too-many-friends"


# --- mutes and blocks --------------------------------------------------------------------------------------


def test_a_muted_friend_stays_one() -> None:
    freja, astrid = two()
    make_friends(freja, astrid)
    relations.mute(freja, astrid)
    assert are_friends(freja, astrid)
    assert relations.silenced([freja.pk]) == {freja.pk: {astrid.pk}}
    relations.let_be(freja, astrid)
    assert are_friends(freja, astrid)
    assert relations.silenced([freja.pk, astrid.pk]) == {}
    assert not relations.kept_by(freja).exists()


@pytest.mark.parametrize("who", [0, 1])
@pytest.mark.parametrize("accepted", [True, False])
def test_a_block_ends_it_whoever_blocks(who: int, accepted: bool) -> None:
    both = two()
    friends.ask(*both)
    if accepted:
        friends.accept(both[1], both[0])
    relations.block(both[who], both[1 - who])
    assert not friends.between(*both).exists()
    assert Relation.objects.get().kind == "block"


def test_who_is_blocked_may_ask_and_neither_is_told() -> None:
    freja, astrid = two()
    relations.block(astrid, freja)
    assert friends.ask(freja, astrid) is False
    assert asked_by(freja) == ["Astrid"]
    assert friends.standing_between(freja, astrid) == "asked"
    assert asking(astrid) == []
    assert friends.standing_between(astrid, freja) == ""
    assert code_of(friends.accept, astrid, freja) == "blocked"


def test_who_blocks_has_to_let_be_before_asking() -> None:
    freja, astrid = two()
    relations.block(freja, astrid)
    assert code_of(friends.ask, freja, astrid) == "blocked"
    relations.let_be(freja, astrid)
    assert friends.ask(freja, astrid) is False


# --- people come and go ------------------------------------------------------------------------------------


def test_a_guest_who_was_blocked_comes_home_to_no_friendship() -> None:
    freja, astrid = two()
    birk, one = account("Birk"), guest()
    make_friends(freja, astrid)
    make_friends(freja, birk)
    relations.block(astrid, one)
    relations.mute(one, birk)
    bring_home(one, freja)
    assert not are_friends(freja, astrid)
    assert are_friends(freja, birk)
    assert relations.silenced([freja.pk]) == {freja.pk: {birk.pk}}


def test_with_an_account_go_its_friends() -> None:
    freja, astrid = two()
    make_friends(freja, astrid)
    delete_account(freja)
    assert friends.friend_ids(astrid) == []
    assert not Relation.objects.exists()


def test_friends_and_requests_are_in_the_download() -> None:
    freja, astrid = two()
    make_friends(freja, astrid)
    friends.ask(freja, account("Birk"))
    friends.ask(account("Dagny"), freja)
    blocked = account("Egon")
    relations.block(freja, blocked)
    friends.ask(blocked, freja)
    data = json.loads(json.dumps(own_data(freja), default=str))
    assert [each["name"] for each in data["friends"]] == ["Astrid"]
    assert [each["name"] for each in data["friend_requests"]] == ["Birk"]
    assert [each["name"] for each in data["asked_by"]] == ["Dagny"]
    assert [(each["name"], each["kind"]) for each in data["muted_and_blocked"]] == [("Egon", "block")]


# --- many at once ------------------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("repetition", range(5))
def test_two_who_ask_each_other_at_once_are_friends(repetition: int) -> None:
    freja, astrid = two()
    done = at_once(lambda: friends.ask(freja, astrid), lambda: friends.ask(astrid, freja))
    assert done == ["done", "done"]
    assert are_friends(freja, astrid)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("repetition", range(5))
def test_a_double_click_asks_once(repetition: int) -> None:
    freja, astrid = two()
    assert at_once(*[lambda: friends.ask(freja, astrid)] * 3) == ["done"] * 3
    assert Relation.objects.count() == 1


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("repetition", range(5))
def test_whoever_blocks_is_no_friend_whatever_was_just_accepted(repetition: int) -> None:
    freja, astrid = two()
    friends.ask(freja, astrid)
    outcomes = at_once(lambda: friends.accept(astrid, freja), lambda: relations.block(freja, astrid))
    assert outcomes[1] == "done"
    assert not are_friends(freja, astrid)
    assert Relation.objects.filter(kind="block").count() == 1


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("repetition", range(5))
def test_nobody_gets_past_the_end_of_open_requests(repetition: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(friends, "MOST_OPEN", 2)
    freja = account("Freja")
    others = [account(name) for name in ("Eet", "Too", "Tre", "Fire")]
    at_once(*[lambda other=other: friends.ask(freja, other) for other in others])
    assert friends.asked_by(freja).count() == 2


# --- the pages ---------------------------------------------------------------------------------------------


def enter(client: Client, user: User) -> None:
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")


def do(client: Client, name: str, what: str, **more: str) -> str:
    response = client.post(reverse("about_player", args=[name]), {"do": what, **more}, follow=True)
    assert response.status_code == 200
    return words_of(response)


def test_asking_on_a_profile_and_answering_on_the_page_of_friends(client: Client) -> None:
    freja, astrid = two()
    enter(client, freja)
    assert "Add friend" in words_of(client.get(reverse("profile", args=["Astrid"])))
    assert "You have asked Astrid to be your friend." in do(client, "Astrid", "ask")
    enter(client, astrid)
    page = words_of(client.get(reverse("friends")))
    assert "They want to be your friends" in page
    assert "1 friend request" in page
    assert "You and Freja are friends." in do(client, "Freja", "accept", back="friends")
    page = words_of(client.get(reverse("friends")))
    assert "End friendship" in page
    assert "friend request" not in page
    assert "no longer friends" in do(client, "Freja", "end")
    assert not are_friends(freja, astrid)


def test_asking_by_name_in_any_spelling(client: Client) -> None:
    freja, astrid = two()
    enter(client, freja)
    said = [
        words_of(client.post(reverse("ask_friend"), {"name": name}, follow=True))  # type: ignore[arg-type]
        for name in (" ASTRID ", "Ingen", "Freja", "")
    ]
    assert "You have asked Astrid to be your friend." in said[0]
    assert "Nobody is called Ingen." in said[1]
    assert "That is you." in said[2]
    assert "Nobody is called" in said[3]
    assert asking(astrid) == ["Freja"]


def test_who_has_no_account_is_told_what_one_brings(client: Client) -> None:
    two()
    for path in ("friends", "own_profile"):
        assert "With an account" in words_of(client.get(reverse(path)))
    client.post(reverse("ask_friend"), {"name": "Freja"})
    do(client, "Freja", "ask")
    enter(client, guest())
    assert "Only players with an account can be friends." in do(client, "Freja", "ask")
    assert "Add friend" not in words_of(client.get(reverse("profile", args=["Freja"])))
    assert not Relation.objects.exists()


def test_muting_blocking_and_reporting_on_a_profile(client: Client) -> None:
    freja, astrid = two()
    enter(client, freja)
    do(client, "Astrid", "mute")
    do(client, "Astrid", "block")
    assert {each.name: each.kind for each in relations.kept_by(freja)} == {"Astrid": "block"}
    assert "Add friend" not in words_of(client.get(reverse("profile", args=["Astrid"])))
    do(client, "Astrid", "let-be")
    assert "Thank you. The moderators will look at it." in do(client, "Astrid", "report", reason="name")
    assert "Choose a reason." in do(client, "Astrid", "report", reason="none")
    assert "could not be read" in do(client, "Astrid", "dance")
    assert astrid.reports_about.get().reason == "name"


def test_nobody_does_anything_by_looking(client: Client) -> None:
    freja, _ = two()
    enter(client, freja)
    assert client.get(reverse("about_player", args=["Astrid"])).status_code == 405
    assert client.get(reverse("ask_friend")).status_code == 405
