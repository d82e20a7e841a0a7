"""Who sees and does what on the desk: no more than their group allows."""

import pytest
from allauth.mfa.models import Authenticator
from django.contrib.auth.models import Permission
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts import acts
from accounts.models import Act, Trace, User
from game.models import Kind, Table
from ranking.models import Flag
from tests.desk.people import account, done, into_the_desk, look, offered, page_of, press, report, staff
from tests.game.company import browser, in_play
from tests.ranking.ended import people_with, points_of

pytestmark = [pytest.mark.django_db, pytest.mark.database]

LISTS = ("accounts_report", "accounts_user", "accounts_act", "game_table", "ranking_flag")


@pytest.fixture
def ida() -> User:
    user = account("Ida")
    user.email = "ida@example.org"
    user.save()
    return user


@pytest.fixture
def table(ida: User) -> Table:
    return in_play(players=[ida, account("Freja")], kind=Kind.MULTIPLAYER, most_cards=2)


def things(table: Table, ida: User) -> list[object]:
    now = timezone.now()
    flag = Flag.objects.create(kind="leaves-often", user=ida, since=now, until=now, found_at=now, details={})
    return [report(table, User.objects.get(username="Freja"), ida), table, ida, flag]


def test_moderators_see_no_address_anywhere(client: Client, table: Table, ida: User) -> None:
    pages = [page_of(thing) for thing in things(table, ida)] + [reverse("admin:index")]
    pages += [reverse(f"admin:{name}_changelist") + "?q=Ida" for name in LISTS]
    for page in pages:
        answer = client.get(page)
        assert answer.status_code == 200, page
        assert "ida@example.org" not in answer.content.decode(), page


def test_moderators_change_no_account_and_no_points(client: Client) -> None:
    (ida,) = people_with(1234)
    form = reverse("admin:accounts_user_change", args=[ida.pk])
    assert 'name="username"' not in client.get(form).content.decode()
    client.post(form, {"username": "Otto"})
    assert User.objects.get(pk=ida.pk).username == ida.username
    assert "correct-points" not in offered(client, ida)
    assert "Your group may not do that." in press(
        client, ida, "correct-points", points="0", was="1234", reason="x"
    )
    assert points_of(ida) == 1234
    assert done() == []


def test_admins_change_rights_and_reset_a_second_factor_on_the_players_page(chef: Client, ida: User) -> None:
    seen = look(chef, ida)
    assert "ida@example.org" in seen
    assert "reset-second-factor" not in offered(chef, ida)
    Authenticator.objects.create(user=ida, type="totp", data={"secret": ""})
    assert {"reset-second-factor", "change-rights"} < set(offered(chef, ida))
    rights = next(each for each in chef.get(page_of(ida)).context["desk"].offers if each.asks == "group")
    assert rights.groups == (("moderator", "a moderator"),)
    said = press(chef, ida, "reset-second-factor", reason="Lost it.")
    assert said == "Ida has no second factor any more."
    assert not Authenticator.objects.filter(user=ida).exists()
    for group in ("admin", "root"):
        assert "Nothing was done." in press(chef, ida, "change-rights", reason="x", group=group, was="")
    assert "Say why." in press(chef, ida, "change-rights", group="moderator", was="")
    said = press(chef, ida, "change-rights", reason="New here.", group="moderator", was="")
    assert said == "Ida is a moderator now."
    assert acts.group_of(User.objects.get(pk=ida.pk)) == "moderator"
    assert done() == [("reset-second-factor", "Lost it."), ("change-rights", "New here.")]
    assert "made Ida a moderator" in look(chef, ida)
    assert page_of(ida) in chef.get(reverse("admin:accounts_user_changelist")).content.decode()


def test_moderators_are_offered_neither(client: Client, ida: User) -> None:
    Authenticator.objects.create(user=ida, type="totp", data={"secret": ""})
    for what in ("reset-second-factor", "change-rights"):
        assert what not in offered(client, ida)
        said = press(client, ida, what, reason="x", group="moderator", was="")
        assert "Your group may not do that." in said
    assert done() == []


def test_who_has_reported_it_is_offered_nothing(client: Client, vagt: User, ida: User) -> None:
    table = in_play(players=[ida, vagt], kind=Kind.MULTIPLAYER, most_cards=2)
    own = report(table, vagt, ida)
    assert offered(client, own) == []
    assert "somebody else has to decide it" in look(client, own)
    for what in ("close", "warn"):
        assert "You have reported this yourself" in press(client, own, what, reason="x")
    assert done() == []


def test_staff_without_a_group_see_nothing(table: Table, ida: User) -> None:
    bare = into_the_desk(staff("Bare", group=""))
    front = bare.get(reverse("admin:index"))
    assert front.status_code == 200
    assert "Open reports" not in front.content.decode()
    assert "Your account may see nothing here" in front.content.decode()
    for thing in things(table, ida):
        assert bare.get(page_of(thing)).status_code == 403
        assert bare.post(page_of(thing), {"what": "warn", "reason": "x"}).status_code == 403
    for name in LISTS:
        assert bare.get(reverse(f"admin:{name}_changelist")).status_code == 403
    assert done() == []


def test_without_a_second_factor_there_is_no_way_in(table: Table, ida: User) -> None:
    for user in (staff("Uden"), account("Spiller Et"), None):
        client = browser(user) if user else Client()
        for thing in [*things(table, ida)] if user is None else [ida, table]:
            assert client.get(page_of(thing)).status_code == 302
            assert client.post(page_of(thing), {"what": "warn", "reason": "x"}).status_code == 302
    assert done() == []


def test_a_right_of_its_own_shows_that_alone(table: Table, ida: User) -> None:
    """Who may look at reports, and do nothing about them, sees no talk, no traces and no acts."""
    looker = staff("Kigger", group="")
    looker.user_permissions.add(Permission.objects.get(codename="view_report"))
    Trace.objects.create(user=ida, kind="device", key="k")
    Trace.objects.create(user=User.objects.get(username="Freja"), kind="device", key="k")
    one, *_ = things(table, ida)
    client = into_the_desk(looker)
    seen = look(client, one)
    assert "Freja reported Ida" in seen
    for hidden in ("share a browser", "Who sat there", "Words of the table"):
        assert hidden not in seen
    assert offered(client, one) == []
    assert "Your group may not do that." in press(client, one, "close", reason="x")


def test_the_audit_log_is_read_and_filtered(client: Client, vagt: User, ida: User) -> None:
    other, freja = staff("Anden"), account("Freja")
    acts.enter(vagt, "warn", "One.", user=ida)
    acts.enter(other, "mute", "Two.", user=freja, until=timezone.now())
    place = reverse("admin:accounts_act_changelist")

    def reasons(**asked: object) -> set[str]:
        return {act.reason for act in client.get(place, asked).context["cl"].result_list}

    assert reasons() == {"One.", "Two."}
    assert reasons(what__exact="mute") == {"Two."}
    assert reasons(moderator=vagt.pk) == {"One."}
    assert reasons(moderator="x") == {"One.", "Two."}
    assert reasons(user__id__exact=freja.pk) == {"Two."}
    assert reasons(q="ida") == {"One."}
    act = Act.objects.get(reason="One.")
    form = client.get(reverse("admin:accounts_act_change", args=[act.pk]))
    assert form.status_code == 200
    assert 'name="_save"' not in form.content.decode()
    assert client.post(reverse("admin:accounts_act_delete", args=[act.pk])).status_code == 403
