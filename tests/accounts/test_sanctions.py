"""What moderators lay on players, what it means for them, and who may."""

import threading
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from django.contrib.auth.models import Group, Permission
from django.core.exceptions import ValidationError
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts import acts, relations, sanctions
from accounts.models import Act, NameChange, Report, Sanction, User
from accounts.services import bring_home, delete_account, own_data
from accounts.tasks import tidy
from game.live.watch import _still_there
from piratbridge_site.groups import MODERATES, RIGHTS
from tests.accounts.people import account, log_in, user_of

pytestmark = [pytest.mark.django_db, pytest.mark.database]

HOUR, DAY = timedelta(hours=1), timedelta(days=1)


def staff(name: str = "Vagt", group: str = acts.MODERATOR) -> User:
    user = account(name, is_staff=True)
    user.groups.add(Group.objects.get(name=group))
    return User.objects.get(pk=user.pk)


@pytest.fixture
def vagt() -> User:
    return staff()


@pytest.fixture
def freja() -> User:
    return account("Freja")


def soon(span: timedelta = DAY) -> datetime:
    return timezone.now() + span


def refused(code: str, call: Callable[..., object], *args: Any, **more: Any) -> None:
    """It is refused with this code, and nothing is written down."""
    before = Act.objects.count(), Sanction.objects.count()
    with pytest.raises(ValidationError) as refusal:
        call(*args, **more)
    assert refusal.value.code == code
    assert (Act.objects.count(), Sanction.objects.count()) == before


def page(client: Client, path: str = "/rules/") -> str:
    return client.get(path).content.decode()


# --- what is laid, and what is written down ---------------------------------------------------------------


def test_every_act_is_written_down_with_its_reason(vagt: User, freja: User) -> None:
    until = soon()
    sanctions.warn(vagt, freja, "Rude words.", report=7)
    sanctions.mute(vagt, freja, "Rude words again.", until)
    sanctions.ban(vagt, freja, "Rude to the end.", None)
    sanctions.lift(vagt, freja, "mute", "A mistake.")
    sanctions.rename(vagt, freja, "A rude name.", "Pæn Frue")
    written = [(act.what, act.reason, act.until, act.report) for act in Act.objects.order_by("pk")]
    assert written == [
        ("warn", "Rude words.", None, 7),
        ("mute", "Rude words again.", until, None),
        ("ban", "Rude to the end.", None, None),
        ("lift", "A mistake.", None, None),
        ("rename", "A rude name.", None, None),
    ]
    assert {(act.moderator, act.user) for act in Act.objects.all()} == {(vagt, freja)}
    assert "Freja" not in str([act.details for act in Act.objects.all()])


def test_what_is_laid_says_why_and_until_when(vagt: User, freja: User) -> None:
    until = soon()
    mute = sanctions.mute(vagt, freja, "  Rude. ", until)
    assert (mute.kind, mute.reason, mute.until, mute.act.what) == ("mute", "Rude.", until, "mute")
    assert sanctions.sanction_on(freja, "mute") == mute
    assert sanctions.sanction_on(freja, "ban") is None
    assert sanctions.sanction_on(freja, "mute", until) is None
    assert sanctions.muted([freja.pk, vagt.pk]) == {freja.pk: mute}


def test_the_one_that_lasts_longest_counts(vagt: User, freja: User) -> None:
    sanctions.ban(vagt, freja, "A day.", soon())
    for_good = sanctions.ban(vagt, freja, "For good.", None)
    assert sanctions.sanction_on(freja, "ban") == for_good
    refused("done-already", sanctions.ban, vagt, freja, "A week.", soon(7 * DAY))


@pytest.mark.parametrize("reason", ["", "  \n "])
def test_without_a_reason_nothing_is_done(vagt: User, freja: User, reason: str) -> None:
    refused("no-reason", sanctions.warn, vagt, freja, reason)
    refused("reason-too-long", sanctions.warn, vagt, freja, "x" * 1001)


def test_a_mute_ends_and_not_in_the_past(vagt: User, freja: User) -> None:
    refused("until-missing", sanctions.mute, vagt, freja, "Rude.", None)
    refused("until-past", sanctions.mute, vagt, freja, "Rude.", soon(-HOUR))
    refused("until-past", sanctions.ban, vagt, freja, "Rude.", soon(-HOUR))


def test_one_report_leads_to_one_warning(vagt: User, freja: User) -> None:
    sanctions.warn(vagt, freja, "Rude.", report=7)
    refused("done-already", sanctions.warn, staff("Anden"), freja, "Rude.", report=7)
    sanctions.warn(vagt, freja, "Rude.", report=8)


def test_what_is_not_there_cannot_be_lifted(vagt: User, freja: User) -> None:
    refused("nothing-to-lift", sanctions.lift, vagt, freja, "ban", "A mistake.")
    sanctions.ban(vagt, freja, "Rude.", None)
    sanctions.lift(vagt, freja, "ban", "A mistake.")
    refused("nothing-to-lift", sanctions.lift, vagt, freja, "ban", "A mistake.")
    assert not User.objects.get(pk=freja.pk).is_banned


# --- who may ----------------------------------------------------------------------------------------------


def test_players_may_not_nor_staff_without_the_right(freja: User) -> None:
    bare = account("Bare", is_staff=True)
    gone = staff("Gone")
    User.objects.filter(pk=gone.pk).update(is_staff=False)
    for nobody in (account("Astrid"), bare, User.objects.get(pk=gone.pk)):
        refused("not-allowed", sanctions.warn, nobody, freja, "Rude.")


def test_nobody_acts_on_themselves_or_on_who_stands_as_high(vagt: User) -> None:
    admin, root = staff("Chef", acts.ADMIN), account("Rod", is_staff=True, is_superuser=True)
    refused("oneself", sanctions.warn, vagt, vagt, "Me.")
    refused("oneself", sanctions.ban, root, root, "Me.", None)
    for one, other in ((vagt, staff("Anden")), (vagt, admin), (vagt, root), (admin, staff("To", "admin"))):
        refused("staff", sanctions.mute, one, other, "Rude.", soon())
    refused("staff", sanctions.mute, admin, root, "Rude.", soon())
    sanctions.warn(admin, vagt, "Rude.")
    sanctions.warn(root, admin, "Rude.")


def test_groups_have_the_least_rights() -> None:
    """(Rights of parts that are not there yet are passed over.)"""
    for name, rights in RIGHTS.items():
        has = {
            f"{p.content_type.app_label}.{p.codename}" for p in Group.objects.get(name=name).permissions.all()
        }
        assert has <= set(rights)
        assert {right for right in rights if not right.startswith("ranking.")} <= has
    moderator = staff()
    for right in ("change_user", "delete_user", "add_user", "see_addresses", "reset_second_factor"):
        assert not moderator.has_perm(f"accounts.{right}")
    assert not moderator.has_perm("auth.change_group")
    assert not moderator.has_perm("game.view_action")
    assert set(MODERATES) < set(RIGHTS[acts.ADMIN])


def test_a_group_that_was_given_more_is_put_right_by_the_next_migrate() -> None:
    from piratbridge_site.groups import keep_up

    group = Group.objects.get(name=acts.MODERATOR)
    group.permissions.add(Permission.objects.get(codename="change_user"))
    keep_up()
    assert not group.permissions.filter(codename="change_user").exists()


def into_the_admin(client: Client, user: User) -> None:
    Authenticator.objects.create(user=user, type="totp", data={"secret": ""})
    client.force_login(user)


def test_moderators_see_players_and_no_addresses_and_change_nothing(client: Client, vagt: User) -> None:
    freja = account("Freja", "freja@example.org")
    into_the_admin(client, vagt)
    place = reverse("admin:accounts_user_change", args=[freja.pk])
    seen = client.get(place).content.decode()
    assert "Freja" in seen
    for hidden in ("freja@example.org", "argon2", "id_groups", "field-is_staff"):
        assert hidden not in seen
    before = User.objects.filter(pk=freja.pk).values().get()
    client.post(place, {"is_staff": "on", "email": "x@example.org"})
    assert User.objects.filter(pk=freja.pk).values().get() == before
    players = reverse("admin:accounts_user_changelist")
    assert "freja@example.org" not in client.get(players, {"q": "Freja"}).content.decode()
    assert not client.get(players, {"q": "freja@example.org"}).context["cl"].queryset.exists()
    assert client.get(players, {"email__startswith": "freja"}).status_code in (302, 400)


def test_admins_see_addresses(client: Client) -> None:
    freja = account("Freja", "f@example.org")
    into_the_admin(client, staff("Chef", acts.ADMIN))
    assert (
        "f@example.org" in client.get(reverse("admin:accounts_user_player", args=[freja.pk])).content.decode()
    )
    players = client.get(reverse("admin:accounts_user_changelist"), {"q": "f@example.org"})
    assert list(players.context["cl"].result_list) == [freja]


# --- rights -----------------------------------------------------------------------------------------------


def test_rights_are_given_downwards_with_a_reason(vagt: User, freja: User) -> None:
    chef, root = (
        staff("Chef", acts.ADMIN),
        User.objects.create(username="Rod", is_staff=True, is_superuser=True),
    )
    refused("not-allowed", sanctions.change_rights, vagt, freja, acts.MODERATOR, "x")
    refused("too-high", sanctions.change_rights, chef, freja, acts.ADMIN, "x")
    refused("oneself", sanctions.change_rights, chef, chef, "", "x")
    refused("oneself", sanctions.change_rights, root, root, acts.ADMIN, "x")
    refused("staff", sanctions.change_rights, chef, staff("Anden", acts.ADMIN), "", "x")
    refused("staff", sanctions.change_rights, chef, root, "", "x")
    refused("no-such-rank", sanctions.change_rights, root, freja, "superuser", "x")
    refused("no-reason", sanctions.change_rights, chef, freja, acts.MODERATOR, " ")
    refused("done-already", sanctions.change_rights, chef, freja, acts.MODERATOR, "x", seen=acts.MODERATOR)
    assert not Act.objects.exists()
    sanctions.change_rights(chef, freja, acts.MODERATOR, "Moderates from now on.")
    freja = User.objects.get(pk=freja.pk)
    assert (freja.is_staff, freja.is_superuser, acts.group_of(freja)) == (True, False, acts.MODERATOR)
    assert freja.has_perm("accounts.sanction_user")
    refused("done-already", sanctions.change_rights, chef, freja, acts.MODERATOR, "x")
    sanctions.change_rights(root, freja, acts.ADMIN, "In charge.")
    sanctions.change_rights(root, freja, "", "No longer.")
    freja = User.objects.get(pk=freja.pk)
    assert (freja.is_staff, acts.group_of(freja)) == (False, "")
    told = [
        (act.moderator, act.details["before"], act.details["after"]) for act in Act.objects.order_by("pk")
    ]
    assert told == [(chef, "", "moderator"), (root, "moderator", "admin"), (root, "admin", "")]


def test_a_superuser_who_is_made_a_moderator_is_one(freja: User) -> None:
    root = User.objects.create(username="Rod", is_staff=True, is_superuser=True)
    User.objects.filter(pk=freja.pk).update(is_staff=True, is_superuser=True)
    sanctions.change_rights(root, freja, acts.MODERATOR, "Enough.")
    freja = User.objects.get(pk=freja.pk)
    assert not freja.is_superuser
    assert not freja.has_perm("accounts.change_user")


def test_nobody_decides_what_they_have_reported_themselves(vagt: User, freja: User) -> None:
    own = relations.report(vagt, freja, place="x", reason="spam")
    refused("own-report", sanctions.handle_report, vagt, own, "x")
    refused("own-report", sanctions.warn, vagt, freja, "x", report=own.pk)
    refused("own-report", sanctions.mute, vagt, freja, "x", soon(), report=own.pk)
    assert not Act.objects.exists()
    sanctions.handle_report(staff("Anden"), own, "Looked at.")


# --- warnings ---------------------------------------------------------------------------------------------


def test_a_warning_is_on_every_page_until_it_has_been_read(client: Client, vagt: User, freja: User) -> None:
    client.force_login(freja)
    assert "A moderator has warned you." not in page(client)
    warning = sanctions.warn(vagt, freja, "Rude <words>.")
    for path in ("/", "/rules/"):
        assert "A moderator has warned you." in page(client, path)
        assert "Why: Rude &lt;words&gt;." in page(client, path)
    read = reverse("account_have_read", args=[warning.pk])
    assert client.get(read).status_code == 405
    answer = client.post(read, {"next": "/rules/"})
    assert (answer.status_code, answer["Location"]) == (302, "/rules/")
    assert "A moderator has warned you." not in page(client)
    assert Sanction.objects.get().seen_at is not None
    assert "A moderator has warned you." in page(client, reverse("account"))
    assert client.post(read, {"next": "https://elsewhere.example/"})["Location"] == "/"


def test_nobody_reads_it_for_another(client: Client, vagt: User, freja: User) -> None:
    warning = sanctions.warn(vagt, freja, "Rude.")
    client.force_login(account("Astrid"))
    client.post(reverse("account_have_read", args=[warning.pk]))
    Client().post(reverse("account_have_read", args=[warning.pk]))
    assert Sanction.objects.get().seen_at is None


def test_two_warnings_are_read_one_by_one(client: Client, vagt: User, freja: User) -> None:
    one, _two = (sanctions.warn(vagt, freja, reason) for reason in ("First.", "Second."))
    client.force_login(freja)
    client.post(reverse("account_have_read", args=[one.pk]))
    assert "Second." in page(client)
    assert "First." not in page(client)


# --- bans -------------------------------------------------------------------------------------------------


def test_who_is_banned_is_out_everywhere(client: Client, vagt: User, freja: User) -> None:
    log_in(client)
    key = client.session.session_key
    assert _still_there([freja.pk], [key]) == ({freja.pk}, {key})
    sanctions.ban(vagt, freja, "Rude.", soon())
    assert _still_there([freja.pk], [key]) == (set(), set())
    assert client.get(reverse("account")).status_code == 302
    assert user_of(client) is None


def test_a_session_that_slipped_through_is_nobody_s(client: Client, vagt: User, freja: User) -> None:
    """Who logs in at the very moment of the ban may have a session after it."""
    sanctions.ban(vagt, freja, "Rude.", soon())
    client.force_login(freja, backend="accounts.backends.AccountBackend")
    assert client.get(reverse("account")).status_code == 302


def test_the_login_says_why_and_until_when_after_the_right_password_alone(
    client: Client, vagt: User, freja: User
) -> None:
    sanctions.ban(
        vagt, freja, "Rude <words>.", datetime(2126, 5, 4, 12, tzinfo=timezone.get_current_timezone())
    )
    wrong = log_in(client, password="something else")
    assert wrong.status_code == 200
    assert "banned" not in wrong.content.decode()
    right = log_in(client)
    assert right.status_code == 403
    words = right.content.decode()
    assert "You are banned until May 4, 2126 at 12:00." in words
    assert "Why: Rude &lt;words&gt;." in words
    assert user_of(client) is None


def test_a_ban_ends_by_itself(
    client: Client, vagt: User, freja: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    until = soon(HOUR)
    sanctions.ban(vagt, freja, "Rude.", until)
    assert log_in(client).status_code == 403
    monkeypatch.setattr("django.utils.timezone.now", lambda: until)
    assert log_in(client).status_code == 302
    assert user_of(client) == freja


def test_for_good_is_for_good_until_it_is_lifted(client: Client, vagt: User, freja: User) -> None:
    sanctions.ban(vagt, freja, "Rude.", None)
    assert "You are banned for good." in log_in(client).content.decode()
    sanctions.lift(vagt, freja, "ban", "A mistake.")
    assert log_in(client).status_code == 302


def test_a_guest_is_muted_and_not_banned(vagt: User) -> None:
    guest = User.objects.create(username="guest-1", is_guest=True)
    refused("guest", sanctions.ban, vagt, guest, "Rude.", soon())
    refused("guest", sanctions.rename, vagt, guest, "Rude.")
    mute = sanctions.mute(vagt, guest, "Rude.", soon())
    freja = account("Freja")
    bring_home(guest, freja)
    assert sanctions.sanction_on(freja, "mute") == mute
    assert User.objects.filter(pk=guest.pk).exists()  # the audit log speaks of them


def test_guests_of_whom_the_audit_log_speaks_are_not_tidied_away(vagt: User) -> None:
    old = timezone.now() - 3 * DAY
    guests = [User.objects.create(username=f"guest-{n}", is_guest=True, date_joined=old) for n in range(2)]
    sanctions.warn(vagt, guests[0], "Rude.")
    tidy()
    assert list(User.objects.filter(is_guest=True)) == guests[:1]


# --- names ------------------------------------------------------------------------------------------------


def test_a_name_that_cannot_stay_becomes_a_neutral_one(client: Client, vagt: User, freja: User) -> None:
    client.force_login(freja)
    sanctions.rename(vagt, freja, "A rude name.")
    freja.refresh_from_db()
    assert freja.username.startswith("Spiller ")
    change = NameChange.objects.get()
    assert (change.user, change.old, change.new) == (freja, "Freja", freja.username)
    assert "A moderator has given you another name." in page(client)
    assert "Why: A rude name." in page(client)


@pytest.mark.parametrize(
    ("name", "code"), [("Astrid", "name_taken"), ("x", "name_form"), ("admin", "name_kept")]
)
def test_a_name_that_is_typed_has_to_be_one(vagt: User, freja: User, name: str, code: str) -> None:
    account("Astrid")
    refused(code, sanctions.rename, vagt, freja, "A rude name.", name)
    assert not NameChange.objects.exists()


def test_a_name_that_has_changed_since_it_was_seen_stays(vagt: User, freja: User) -> None:
    seen = User.objects.get(pk=freja.pk)
    sanctions.rename(vagt, freja, "A rude name.")
    refused("done-already", sanctions.rename, vagt, seen, "A rude name.")


# --- reports and second factors ---------------------------------------------------------------------------


def test_a_report_is_handled_once(vagt: User, freja: User) -> None:
    report = relations.report(account("Astrid"), freja, place="TABLE", reason="spam")
    act = sanctions.handle_report(vagt, report, "Spoken to.")
    report.refresh_from_db()
    assert (report.handled_by, report.handled_at, report.note) == (vagt, act.at, "Spoken to.")
    assert (act.report, act.place, act.user) == (report.pk, "TABLE", freja)
    refused("done-already", sanctions.handle_report, staff("Anden"), report, "Spoken to.")
    about_staff = relations.report(freja, vagt, place="TABLE", reason="spam")
    refused("oneself", sanctions.handle_report, vagt, about_staff, "Nothing in it.")


def test_a_second_factor_is_reset_by_an_admin(vagt: User, freja: User) -> None:
    Authenticator.objects.create(user=freja, type="totp", data={})
    refused("not-allowed", sanctions.reset_second_factor, vagt, freja, "Lost.")
    admin = staff("Chef", acts.ADMIN)
    sanctions.reset_second_factor(admin, freja, "Lost.")
    assert not Authenticator.objects.exists()
    refused("done-already", sanctions.reset_second_factor, admin, freja, "Lost.")


# --- people come and go -----------------------------------------------------------------------------------


def test_own_data_has_what_was_laid_on_one(vagt: User, freja: User) -> None:
    until = soon()
    sanctions.mute(vagt, freja, "Rude.", until)
    (told,) = own_data(freja)["sanctions"]
    assert (told["kind"], told["reason"], told["until"]) == ("mute", "Rude.", until)
    assert "Vagt" not in str(own_data(freja))


def test_a_deleted_account_stays_in_the_audit_log_without_its_name(vagt: User, freja: User) -> None:
    sanctions.ban(vagt, freja, "Rude.", None)
    delete_account(freja)
    act = Act.objects.get()
    assert act.user is not None
    assert act.user.username.startswith("deleted-")
    assert not Sanction.objects.exists()
    refused("gone", sanctions.warn, vagt, freja, "Rude.")


# --- two at once ------------------------------------------------------------------------------------------


def at_once(*calls: Callable[[], object]) -> list[str]:
    """Release all calls together; what became of each: "done", or the code of its refusal."""
    barrier, outcomes = threading.Barrier(len(calls)), [""] * len(calls)

    def run(index: int) -> None:
        try:
            barrier.wait(10)
            calls[index]()
            outcomes[index] = "done"
        except ValidationError as refusal:
            outcomes[index] = str(refusal.code)
        except Exception as error:
            outcomes[index] = repr(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(index,)) for index in range(len(calls))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sorted(outcomes)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("do", ["warn", "mute", "ban", "lift", "rename", "handle"])
def test_two_moderators_at_once_are_one_act(do: str) -> None:
    one, two = staff("En"), staff("To")
    until = soon()
    for number in range(8 if connection.vendor == "postgresql" else 3):
        freja = account(f"Freja{number}")
        report = relations.report(account(f"Astrid{number}"), freja, place="TABLE", reason="spam")
        if do == "lift":
            sanctions.ban(one, freja, "Rude.", None)
        before = Act.objects.count()

        def act(moderator: User, freja: User = freja, report: Report = report) -> Callable[[], object]:
            player = User.objects.get(pk=freja.pk)
            return {
                "warn": lambda: sanctions.warn(moderator, player, "Rude.", report=report.pk),
                "mute": lambda: sanctions.mute(moderator, player, "Rude.", until),
                "ban": lambda: sanctions.ban(moderator, player, "Rude.", None),
                "lift": lambda: sanctions.lift(moderator, player, "ban", "A mistake."),
                "rename": lambda: sanctions.rename(moderator, player, "A rude name."),
                "handle": lambda: sanctions.handle_report(moderator, report, "Spoken to."),
            }[do]

        outcomes = at_once(act(one), act(two))
        assert outcomes == ["done", "nothing-to-lift" if do == "lift" else "done-already"], number
        assert Act.objects.count() == before + 1
