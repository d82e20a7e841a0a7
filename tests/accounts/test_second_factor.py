"""The second factor, and the admin's door."""

import time

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import TOTP, format_hotp_value, generate_totp_secret, hotp_value
from django.test import Client
from django.urls import reverse

from accounts.models import NameChange, SignIn, User
from accounts.tasks import tidy
from tests.accounts.people import PASSWORD, account, confirm, log_in, user_of

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def code_of(secret: str) -> str:
    return format_hotp_value(hotp_value(secret, int(time.time()) // 30))


def protected(name: str = "Freja", **more: bool) -> tuple[User, str]:
    user, secret = account(name, **more), generate_totp_secret()
    TOTP.activate(user, secret)
    return user, secret


def test_an_app_is_set_up_and_recovery_codes_come_with_it(client: Client) -> None:
    account()
    log_in(client)
    confirm(client)
    client.get(reverse("mfa_activate_totp"))
    secret = client.session["mfa.totp.secret"]
    assert "not right" in client.post(reverse("mfa_activate_totp"), {"code": "000000"}).content.decode()
    response = client.post(reverse("mfa_activate_totp"), {"code": code_of(secret)})
    assert response["Location"] == reverse("mfa_view_recovery_codes")
    assert client.get(reverse("mfa_view_recovery_codes")).content.decode().count("<li><code>") == 10
    for page_name in ("mfa_index", "mfa_deactivate_totp", "mfa_generate_recovery_codes", "account"):
        assert client.get(reverse(page_name)).status_code == 200
    client.post(reverse("mfa_deactivate_totp"))
    assert not Authenticator.objects.exists()


def test_the_password_alone_opens_nothing_then(client: Client) -> None:
    user, secret = protected()
    assert log_in(client)["Location"] == reverse("mfa_authenticate")
    assert user_of(client) is None
    assert client.get(reverse("mfa_authenticate")).status_code == 200
    assert "not right" in client.post(reverse("mfa_authenticate"), {"code": "000000"}).content.decode()
    assert client.post(reverse("mfa_authenticate"), {"code": code_of(secret)}).status_code == 302
    assert user_of(client) == user


def test_before_anything_changes_one_is_asked_again(client: Client) -> None:
    account()
    log_in(client)
    response = client.get(reverse("mfa_activate_totp"))
    assert response["Location"].startswith(reverse("account_reauthenticate"))
    page = client.get(response["Location"])
    assert page.status_code == 200
    back = client.post(response["Location"], {"password": PASSWORD, "next": reverse("mfa_activate_totp")})
    assert back["Location"] == reverse("mfa_activate_totp")


def test_pages_of_passkeys(client: Client) -> None:
    account()
    log_in(client)
    confirm(client)
    for page in ("mfa_add_webauthn", "mfa_list_webauthn"):
        assert client.get(reverse(page)).status_code == 200
    asked = Client().get(reverse("mfa_login_webauthn"), headers={"accept": "application/json"})
    assert asked.json()["request_options"]["publicKey"]["challenge"]


@pytest.mark.parametrize(
    "rubbish",
    ["", "\0", "x", "[]", "{}", "1", '"x"', '{"id": 1}', '{"id": "AAAA", "rawId": "AAAA", "response": {}}'],
)
def test_rubbish_instead_of_a_passkey(client: Client, rubbish: str) -> None:
    client.raise_request_exception = False
    protected()
    log_in(client)
    for place in ("mfa_authenticate", "mfa_login_webauthn"):
        answer = client.post(reverse(place), {"credential": rubbish}, follow=True)
        assert answer.status_code == 200, place
        assert user_of(client) is None


# --- the admin --------------------------------------------------------------------------------------------


def test_the_admin_has_no_login_of_its_own(client: Client) -> None:
    for page in ("admin:index", "admin:login", "admin:accounts_user_changelist"):
        response = client.get(reverse(page), follow=True)
        assert response.redirect_chain[-1][0].startswith(reverse("account_login") + "?next=/admin/"), page
    client.get(reverse("new_game"))
    assert client.get(reverse("admin:login")).status_code == 302


def test_staff_without_a_second_factor_are_led_to_set_one_up(client: Client) -> None:
    account(is_staff=True, is_superuser=True)
    log_in(client)
    response = client.get(reverse("admin:index"), follow=True)
    assert response.redirect_chain[-1][0] == reverse("mfa_index")
    assert "second factor" in response.content.decode()


def test_recovery_codes_are_no_second_factor(client: Client) -> None:
    user = account(is_staff=True, is_superuser=True)
    Authenticator.objects.create(user=user, type=Authenticator.Type.RECOVERY_CODES, data={})
    client.force_login(user)
    assert client.get(reverse("admin:index")).status_code == 302


def test_staff_with_a_second_factor_see_the_admin_and_earlier_names(client: Client) -> None:
    user, _ = protected("Ordensmand", is_staff=True, is_superuser=True)
    other = account("Freja")
    NameChange.objects.create(user=other, old="Frygtelige Frank", new="Freja")
    client.force_login(user)
    assert client.get(reverse("admin:index")).status_code == 200
    for place in (
        reverse("admin:accounts_user_changelist"),
        reverse("admin:accounts_user_change", args=[other.pk]),
        reverse("admin:accounts_namechange_changelist"),
    ):
        page = client.get(place)
        assert page.status_code == 200
    assert "Frygtelige Frank" in page.content.decode()


def test_not_even_a_superuser_changes_an_account_past_the_audit_log(client: Client) -> None:
    """There is no form of the account, nor of its groups, addresses and factors (`tests/desk/test_rights.py`
    has what there is instead)."""
    user, _ = protected("Ordensmand", is_staff=True, is_superuser=True)
    other = account("Freja")
    client.force_login(user)
    change = reverse("admin:accounts_user_change", args=[other.pk])
    before = User.objects.filter(pk=other.pk).values().get()
    fields = {"username": "Otto", "email": "o@example.org", "is_staff": "on", "password": "x", "reason": "x"}
    client.post(change, fields)
    client.post(f"{change}../password/", {"password1": "eight brown lanterns", "usable_password": "true"})
    assert User.objects.filter(pk=other.pk).values().get() == before
    assert client.get(reverse("admin:accounts_user_add")).status_code == 403
    for gone in ("auth/group", "account/emailaddress", "mfa/authenticator"):
        assert client.get(f"/admin/{gone}/").status_code == 404


def test_the_admin_is_for_staff(client: Client) -> None:
    user, _ = protected()
    client.force_login(user)
    assert client.get(reverse("admin:login")).status_code == 403


def test_an_account_that_was_shut_cannot_log_in(client: Client) -> None:
    user = account()
    User.objects.filter(pk=user.pk).update(is_active=False)
    response = log_in(client)
    assert response["Location"] == reverse("account_inactive")
    assert client.get(response["Location"]).status_code == 200
    assert user_of(client) is None


def test_tidying_up_forgets_where_nobody_is_logged_in_any_more(client: Client) -> None:
    user = account()
    log_in(client)
    SignIn.objects.create(user=user, session_key="gone")
    tidy()
    assert [entry.session_key for entry in SignIn.objects.all()] == [client.session.session_key]
