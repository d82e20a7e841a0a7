"""What players keep against each other: mutes and blocks, and reports to moderators."""

import json
import threading
from datetime import timedelta
from typing import Any

import pytest
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.core.exceptions import ValidationError
from django.db import IntegrityError, connection, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts import relations
from accounts.models import Relation, Report, User
from accounts.relations import (
    block,
    blocked_either_way,
    let_be,
    mute,
    silenced,
)
from accounts.services import bring_home, delete_account, own_data
from tests.accounts.people import PASSWORD, account, log_in, sign_up, user_of, words_of

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def guest(name: str = "g") -> User:
    return User.objects.create(username=f"guest-{name}", is_guest=True)


def report(reporter: User, reported: User, **more: Any) -> Report:
    return relations.report(reporter, reported, **{"place": "TABLE", "reason": "spam"} | more)


def handled(report: Report, by: User) -> None:
    Report.objects.filter(pk=report.pk).update(handled_at=timezone.now(), handled_by=by)


def code_of(refused: pytest.ExceptionInfo[ValidationError]) -> str:
    return str(refused.value.code)


def kept(user: User) -> dict[str, str]:
    """Whom the user mutes or blocks, by the names in the user's list."""
    return {each.name: each.kind for each in relations.kept_by(user)}


# --- muting and blocking ----------------------------------------------------------------------------------


def test_words_of_the_muted_and_the_blocked_are_not_wanted() -> None:
    freja, muted, blocked = account("Freja"), account("Astrid"), guest()
    account("Birk")
    mute(freja, muted)
    block(freja, blocked)
    assert silenced({freja.pk, muted.pk, blocked.pk}) == {freja.pk: {muted.pk, blocked.pk}}


def test_a_guest_mutes_and_blocks_like_anybody() -> None:
    one, freja = guest(), account("Freja")
    block(one, freja)
    assert silenced([one.pk]) == {one.pk: {freja.pk}}
    assert blocked_either_way(freja.pk) == {one.pk}


def test_there_is_one_relation_to_a_person_and_the_last_word_counts() -> None:
    freja, astrid = account("Freja"), account("Astrid")
    mute(freja, astrid)
    block(freja, astrid)
    block(freja, astrid)
    assert kept(freja) == {"Astrid": "block"}
    mute(freja, astrid)
    assert kept(freja) == {"Astrid": "mute"}
    let_be(freja, astrid)
    let_be(freja, astrid)
    assert kept(freja) == {}


def test_a_block_keeps_two_apart_whoever_has_blocked_the_other() -> None:
    freja, astrid, birk, carl = (account(name) for name in ("Freja", "Astrid", "Birk", "Carl"))
    block(freja, astrid)
    block(birk, freja)
    block(freja, birk)
    mute(freja, carl)
    assert blocked_either_way(freja.pk) == {astrid.pk, birk.pk}
    assert blocked_either_way(astrid.pk) == blocked_either_way(birk.pk) == {freja.pk}
    assert blocked_either_way(carl.pk) == frozenset()


@pytest.mark.parametrize("how", [mute, block])
def test_nobody_mutes_or_blocks_themselves(how: Any) -> None:
    freja = account("Freja")
    with pytest.raises(ValidationError) as refused:
        how(freja, freja)
    assert code_of(refused) == "oneself"


def test_the_database_itself_refuses_what_is_no_relation() -> None:
    freja, astrid = account("Freja"), account("Astrid")
    mute(freja, astrid)
    for who, whom, kind in ((freja, astrid, "block"), (freja, freja, "mute"), (astrid, freja, "like")):
        with pytest.raises(IntegrityError), transaction.atomic():
            Relation.objects.create(who=who, whom=whom, kind=kind)


# --- reports ----------------------------------------------------------------------------------------------


def test_a_report_says_who_where_what_and_why() -> None:
    freja, astrid = account("Freja"), account("Astrid")
    made = report(
        freja,
        astrid,
        reason="insulting",
        words=" Twice\0 \ud800 today ",
        message=7,
        quote="You!",
        called="Astrid",
    )
    made.refresh_from_db()
    assert (made.reporter, made.reported, made.called, made.place) == (freja, astrid, "Astrid", "TABLE")
    assert (made.reason, made.words, made.message, made.quote) == ("insulting", "Twice ? today", 7, "You!")
    assert (made.handled_at, made.handled_by, made.note) == (None, None, "")


def test_a_double_click_is_one_report_until_it_is_handled() -> None:
    freja, astrid = account("Freja"), account("Astrid")
    first = report(freja, astrid)
    assert report(freja, astrid, reason="other") == first
    assert report(freja, astrid, message=1) != first
    assert report(freja, astrid, message=2) != report(freja, astrid, message=1)
    assert report(freja, astrid, place="ANOTHER") != first
    assert report(account("Birk"), astrid) != first
    assert Report.objects.count() == 5
    handled(first, by=account("Ordensmand"))
    assert report(freja, astrid) != first


@pytest.mark.django_db(transaction=True)
def test_of_two_clicks_at_once_one_is_the_report() -> None:
    freja, astrid = account("Freja"), account("Astrid")
    both, made = threading.Barrier(2, timeout=20), []

    def one() -> None:
        both.wait()
        made.append(report(freja, astrid).pk)
        connection.close()

    threads = [threading.Thread(target=one) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert made == [Report.objects.get().pk] * 2


@pytest.mark.parametrize(
    ("more", "code"),
    [
        ({"reason": "boring"}, "unknown-reason"),
        ({"reason": ""}, "unknown-reason"),
        ({"words": "x" * 501}, "report-too-long"),
    ],
)
def test_what_is_no_report(more: dict[str, str], code: str) -> None:
    with pytest.raises(ValidationError) as refused:
        report(account("Freja"), account("Astrid"), **more)
    assert code_of(refused) == code
    assert not Report.objects.exists()


def test_nobody_reports_themselves() -> None:
    freja = account("Freja")
    with pytest.raises(ValidationError) as refused:
        report(freja, freja)
    assert code_of(refused) == "oneself"


def test_as_long_as_can_be() -> None:
    made = report(account("Freja"), account("Astrid"), words="å" * 500, quote="ø" * 2000, called="x" * 40)
    made.refresh_from_db()
    assert (made.words, made.quote) == ("å" * 500, "ø" * 1000)


def test_twenty_open_reports_in_a_day_and_no_more() -> None:
    freja, astrid, birk = account("Freja"), account("Astrid"), account("Birk")
    made = [report(freja, astrid, message=number) for number in range(20)]
    with pytest.raises(ValidationError) as refused:
        report(freja, astrid, message=20)
    assert code_of(refused) == "too-many-reports"
    assert report(freja, astrid, message=3) == made[3]  # a double click all the same
    report(birk, astrid, message=20)
    handled(made[0], by=birk)
    report(freja, astrid, message=20)
    with pytest.raises(ValidationError):
        report(freja, astrid, message=21)
    Report.objects.filter(pk=made[1].pk).update(at=timezone.now() - timedelta(hours=25))
    report(freja, astrid, message=21)


def test_the_database_itself_refuses_what_is_no_report() -> None:
    freja, astrid = account("Freja"), account("Astrid")
    facts = {"reporter": freja, "reported": astrid, "called": "Astrid", "place": "TABLE", "reason": "spam"}
    Report.objects.create(**facts)
    Report.objects.create(**facts, message=1)
    for wrong in (
        {},
        {"message": 1},
        {"place": "ANOTHER", "reported": freja},
        {"place": "ANOTHER", "reason": "boring"},
        {"place": "ANOTHER", "handled_by": freja},
    ):
        with pytest.raises(IntegrityError), transaction.atomic():
            Report.objects.create(**facts | wrong)


# --- people come and go -----------------------------------------------------------------------------------


def test_what_a_guest_keeps_and_what_is_kept_against_it_come_home() -> None:
    freja, astrid, birk, carl, one = *map(account, ("Freja", "Astrid", "Birk", "Carl")), guest()
    mute(one, astrid)
    block(birk, one, called="Guest")
    made, about = report(one, astrid), report(carl, one)
    bring_home(one, freja)
    assert kept(freja) == {"Astrid": "mute"}
    assert blocked_either_way(freja.pk) == {birk.pk}
    assert set(Report.objects.values_list("pk", "reporter", "reported")) == {
        (made.pk, freja.pk, astrid.pk),
        (about.pk, carl.pk, freja.pk),
    }
    assert not User.objects.filter(pk=one.pk).exists()


def test_a_guest_who_comes_home_is_still_called_what_it_was() -> None:
    """Whom one has blocked as a guest does not tell one an account's name by logging in."""
    freja, astrid, one = account("Freja"), account("Astrid"), guest()
    block(astrid, one, called="Guest")
    bring_home(one, freja)
    assert kept(astrid) == {"Guest": "block"}
    block(astrid, freja)
    assert kept(astrid) == {"Freja": "block"}


@pytest.mark.parametrize(("own", "guests"), [(mute, block), (block, mute)])
def test_where_guest_and_account_have_the_same_the_block_stays(own: Any, guests: Any) -> None:
    freja, astrid, birk, one = account("Freja"), account("Astrid"), account("Birk"), guest()
    own(freja, astrid)
    guests(one, astrid)
    own(birk, freja)
    guests(birk, one)
    bring_home(one, freja)
    assert kept(freja) == {"Astrid": "block"}
    assert kept(birk) == {"Freja": "block"}
    assert Relation.objects.count() == 2


def test_two_mutes_make_no_block() -> None:
    freja, astrid, one = account("Freja"), account("Astrid"), guest()
    mute(freja, astrid)
    mute(one, astrid)
    bring_home(one, freja)
    assert kept(freja) == {"Astrid": "mute"}


def test_an_account_keeps_nothing_against_itself_when_its_guest_comes_home() -> None:
    freja, astrid, one = account("Freja"), account("Astrid"), guest()
    mute(one, freja)
    block(freja, one)
    report(freja, one)
    report(one, freja)
    twice = report(freja, astrid, message=1)
    report(one, astrid, message=1)
    bring_home(one, freja)
    assert not Relation.objects.exists()
    assert Report.objects.get() == twice
    assert not User.objects.filter(pk=one.pk).exists()


def test_a_guest_who_signs_up_keeps_everything(client: Client) -> None:
    client.get(reverse("new_game"))
    one, astrid = user_of(client), account("Astrid")
    assert one
    mute(one, astrid)
    block(astrid, one)
    sign_up(client, "Freja")
    freja = User.objects.get(username="Freja")
    assert silenced([freja.pk]) == {freja.pk: {astrid.pk}}
    assert kept(astrid) == {"Guest": "block"}


@pytest.mark.parametrize("has_played", [True, False])
def test_with_an_account_goes_what_it_kept_and_what_was_kept_against_it(
    has_played: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if has_played:
        monkeypatch.setattr("accounts.services._delete_if_unneeded", lambda user: False)
    freja, astrid = account("Freja"), account("Astrid")
    block(freja, astrid)
    mute(astrid, freja)
    made = report(freja, astrid)
    delete_account(freja)
    assert not Relation.objects.exists()
    left = Report.objects.get()
    assert (left, left.reporter, left.reported) == (made, None, astrid)
    assert User.objects.filter(pk=freja.pk).exists() == has_played


@pytest.mark.parametrize("has_played", [True, False])
def test_a_report_waits_for_a_moderator_though_the_account_be_gone(
    has_played: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if has_played:
        monkeypatch.setattr("accounts.services._delete_if_unneeded", lambda user: False)
    freja, astrid = account("Freja"), account("Astrid")
    done, waits = report(astrid, freja, message=1), report(astrid, freja, message=2, quote="You!")
    handled(done, by=astrid)
    delete_account(freja)
    left = Report.objects.get()
    assert (left, left.reported, left.called, left.quote) == (waits, None, "—", "You!")


def test_own_data_tells_what_one_keeps_and_has_reported(client: Client) -> None:
    freja, astrid = account("Freja"), account("Astrid")
    mute(freja, astrid)
    report(freja, astrid, words="All the time")
    report(astrid, freja, words="She began")
    log_in(client)
    data = json.loads(client.get(reverse("account_data")).content)
    assert [(each["name"], each["kind"]) for each in data["muted_and_blocked"]] == [("Astrid", "mute")]
    assert [(each["called"], each["words"]) for each in data["reports"]] == [("Astrid", "All the time")]
    assert own_data(astrid)["muted_and_blocked"] == []


# --- the page ---------------------------------------------------------------------------------------------


def buttons(client: Client) -> list[str]:
    """Where the page's buttons lead that let somebody be."""
    page = client.get(reverse("account_relations")).content.decode()
    return [
        reverse("account_let_be", args=[n.pk]) for n in Relation.objects.all() if f"/{n.pk}/let-be/" in page
    ]


def test_the_account_leads_to_the_list_and_the_list_lets_be(client: Client) -> None:
    freja, astrid, birk = account("Freja"), account("Astrid"), account("Birk")
    mute(freja, astrid)
    block(freja, birk)
    block(birk, astrid)
    log_in(client)
    assert reverse("account_relations") in client.get(reverse("account")).content.decode()
    page = words_of(client.get(reverse("account_relations")))
    assert "<bdi>Astrid</bdi></b> · muted on" in page
    assert "<bdi>Birk</bdi></b> · blocked on" in page
    assert len(buttons(client)) == 2
    address = reverse("account_let_be", args=[freja.relations.get(whom=birk).pk])
    assert client.get(address).status_code == 405
    answer = client.post(address, follow=True)
    assert "Birk is no longer muted or blocked." in answer.content.decode()
    assert kept(freja) == {"Astrid": "mute"}
    assert client.post(address)["Location"] == reverse("account_relations")  # a double click
    assert len(buttons(client)) == 1


def test_the_list_is_a_guests_too(client: Client) -> None:
    client.get(reverse("new_game"))
    one = user_of(client)
    assert one
    block(one, guest("other"), called="Guest 7")
    assert "<bdi>Guest 7</bdi></b> · blocked on" in words_of(client.get(reverse("account_relations")))
    client.post(buttons(client)[0])
    assert kept(one) == {}
    assert user_of(client) == one
    assert "You have muted and blocked nobody." in client.get(reverse("account_relations")).content.decode()


def test_a_stranger_has_kept_nothing_and_stays_a_stranger(client: Client) -> None:
    page = client.get(reverse("account_relations"))
    assert "You have muted and blocked nobody." in page.content.decode()
    assert client.post(reverse("account_let_be", args=[10**30])).status_code == 302
    assert not User.objects.exists()


def test_nobody_lets_be_for_another(client: Client) -> None:
    freja, astrid = account("Freja"), account("Astrid")
    block(freja, astrid)
    address = reverse("account_let_be", args=[Relation.objects.get().pk])
    log_in(client, "Astrid")
    client.post(address)
    Client().post(address)
    assert kept(freja) == {"Astrid": "block"}


# --- moderators -------------------------------------------------------------------------------------------


@pytest.fixture
def moderator(client: Client) -> User:
    user = account("Ordensmand", is_staff=True, is_superuser=True)
    TOTP.activate(user, generate_totp_secret())
    client.force_login(user)
    return user


REPORTS = "admin:accounts_report_changelist"


def listed(client: Client, **asked: str) -> set[Report]:
    return set(client.get(reverse(REPORTS), asked).context["cl"].queryset)


def test_open_reports_are_listed_and_found_by_name(client: Client, moderator: User) -> None:
    freja, astrid, birk = account("Freja"), account("Astrid"), account("Birk")
    one, two, done = report(freja, astrid), report(birk, freja, called="Fru F"), report(freja, birk)
    handled(done, by=moderator)
    assert listed(client) == {one, two}
    assert listed(client, state="handled") == {done}
    assert listed(client, state="all") == {one, two, done}
    assert listed(client, q="astrid") == {one}
    assert listed(client, q="Fru F") == {two}
    assert listed(client, q="birk", state="all") == {two, done}


def test_nothing_is_written_into_a_report_by_hand(client: Client, moderator: User) -> None:
    """It is decided at the desk (tests/desk)."""
    freja, astrid = account("Freja"), account("Astrid")
    made = report(freja, astrid, quote="<b>You!</b>")
    place = reverse("admin:accounts_report_change", args=[made.pk])
    assert "&lt;b&gt;You!&lt;/b&gt;" in client.get(place).content.decode()
    client.post(place, {"note": "Spoken to.", "quote": "-", "reason": "other"})
    client.post(reverse(REPORTS), {"action": "mark_as_handled", "_selected_action": [made.pk]})
    made.refresh_from_db()
    assert (made.note, made.quote, made.reason, made.handled_at) == ("", "<b>You!</b>", "spam", None)
    assert client.get(reverse("admin:accounts_report_add")).status_code == 403
    assert client.get(reverse("admin:accounts_report_delete", args=[made.pk])).status_code == 403


def test_reports_are_for_moderators(client: Client) -> None:
    account("Freja")
    log_in(client, "Freja", PASSWORD)
    assert client.get(reverse(REPORTS)).status_code == 302
