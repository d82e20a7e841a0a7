"""Signing up, logging in and out, the forgotten password, and what strangers learn of it (BR-45)."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.contrib.auth.hashers import Argon2PasswordHasher
from django.core import mail
from django.core.cache import cache, caches
from django.core.cache.backends.redis import RedisCache
from django.db import connection
from django.test import Client, override_settings
from django.urls import reverse
from redis.exceptions import ConnectionError as NoConnection

from accounts.models import SignIn, User
from tests.accounts.people import (
    PASSWORD,
    account,
    confirm,
    link_in_last_mail,
    log_in,
    sign_up,
    user_of,
    words_of,
)

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def test_one_signs_up_and_is_there_at_once(client: Client) -> None:
    response = sign_up(client, "Freja", "Freja@example.org")
    assert response.status_code == 302
    user = user_of(client)
    assert user is not None
    assert (user.username, user.email, user.is_guest) == ("Freja", "freja@example.org", False)
    assert user.password.startswith("argon2")
    assert "Freja" in client.get(reverse("home")).content.decode()


@pytest.mark.parametrize(
    "login", ["Åse", "ÅSE", "åse", "A\u030ase", " Åse ", "ase@example.org", "ASE@Example.org"]
)
def test_one_logs_in_by_name_in_any_spelling_or_by_address(client: Client, login: str) -> None:
    user = account("Åse", "ase@example.org")
    assert log_in(client, login).status_code == 302
    assert user_of(client) == user


def test_the_session_is_another_one_after_the_login(client: Client) -> None:
    account("Freja")
    client.get(reverse("new_game"))
    before = client.session.session_key
    log_in(client)
    assert client.session.session_key != before
    assert SignIn.objects.get().session_key == client.session.session_key


@pytest.mark.parametrize("page", ["account_login", "account_signup"])
@pytest.mark.parametrize(
    ("wanted", "place"),
    [
        ("/rules/", "/rules/"),
        ("https://evil.example/", "/"),
        ("//evil.example", "/"),
        ("javascript:alert(1)", "/"),
    ],
)
def test_where_one_goes_from_there(client: Client, page: str, wanted: str, place: str) -> None:
    if page == "account_login":
        account("Freja")
        response = log_in(client, next=wanted)
    else:
        response = sign_up(client, next=wanted)
    assert response["Location"] == place


def test_who_is_logged_in_is_shown_no_login(client: Client) -> None:
    client.force_login(account())
    assert client.get(reverse("account_login")).status_code == 302


def test_logging_out(client: Client) -> None:
    client.force_login(account())
    assert "Freja" in client.get(reverse("account_logout")).content.decode()
    assert user_of(client) is not None
    client.post(reverse("account_logout"))
    assert user_of(client) is None
    assert not SignIn.objects.exists()  # it is logged in in no browser any more


def test_a_guest_cannot_log_out(client: Client) -> None:
    client.get(reverse("new_game"))
    guest = user_of(client)
    client.post(reverse("account_logout"))
    assert user_of(client) == guest


@pytest.mark.parametrize(
    "page",
    ["account", "account_name", "account_data", "account_delete", "account_email", "account_change_password",
     "mfa_index", "mfa_activate_totp", "mfa_add_webauthn", "mfa_list_webauthn", "mfa_view_recovery_codes",
     "mfa_generate_recovery_codes", "account_reauthenticate"],
)  # fmt: skip
@pytest.mark.parametrize("guest", [False, True])
def test_pages_of_accounts_are_for_accounts(client: Client, page: str, guest: bool) -> None:
    if guest:
        client.get(reverse("new_game"))
    response = client.get(reverse(page))
    assert response.status_code == 302
    assert response["Location"].startswith(reverse("account_login"))


# --- what strangers learn ---------------------------------------------------------------------------------


def test_sign_up_does_not_tell_whether_an_address_is_known() -> None:
    account("Astrid", "known@example.org", confirmed=True)
    answers = []
    for name, address in (("Freja", "known@example.org"), ("Frida", "unknown@example.org")):
        client = Client()
        response = sign_up(client, name, address)
        answers.append((response.status_code, response["Location"], len(mail.outbox)))
        assert client.get(reverse("account")).status_code == 200
        mail.outbox.clear()
    assert answers[0] == answers[1]


def test_an_address_that_is_confirmed_stays_with_whom_it_is(client: Client) -> None:
    astrid = account("Astrid", "known@example.org", confirmed=True)
    sign_up(client, "Freja", "known@example.org")
    link = link_in_last_mail()
    client.post(link)
    assert list(astrid.emailaddress_set.values_list("verified", flat=True)) == [True]  # type: ignore[attr-defined]
    assert not User.objects.get(username="Freja").emailaddress_set.filter(verified=True)  # type: ignore[attr-defined]
    other = Client()
    log_in(other, "known@example.org")
    assert user_of(other) == astrid


def test_login_does_not_tell_whether_a_name_or_address_is_known(client: Client) -> None:
    account("Astrid", "known@example.org")
    client.get(reverse("new_game"))
    guest = User.objects.get(is_guest=True).username
    pages = set()
    for login in ("Astrid", "Nobody", "known@example.org", "unknown@example.org", guest):
        page = words_of(log_in(client, login, "wrong"))
        pages.add(page.replace(login, ""))
    assert len(pages) == 1


@pytest.mark.parametrize("login", ["Astrid", "Nobody", "known@example.org", "unknown@example.org"])
def test_as_much_is_hashed_for_the_unknown_as_for_the_known(
    client: Client, monkeypatch: pytest.MonkeyPatch, login: str
) -> None:
    account("Astrid", "known@example.org")
    hashed = []

    def counting(name: str) -> None:
        before = getattr(Argon2PasswordHasher, name)
        monkeypatch.setattr(Argon2PasswordHasher, name, lambda *args: hashed.append(name) or before(*args))

    counting("encode")
    counting("verify")
    log_in(client, login, "wrong")
    assert len(hashed) == 1


def test_a_forgotten_password_does_not_tell_whether_an_address_is_known() -> None:
    account("Astrid", "known@example.org")
    pages = []
    for address in ("known@example.org", "unknown@example.org"):
        response = Client().post(reverse("account_reset_password"), {"email": address}, follow=True)
        pages.append((words_of(response), response.redirect_chain, len(mail.outbox)))
        mail.outbox.clear()
    assert pages[0] == pages[1]


def test_an_address_gets_one_mail_however_often_it_is_asked_for() -> None:
    account("Astrid", "known@example.org")
    for address in ("known@example.org", "unknown@example.org"):
        answers = [Client().post(reverse("account_reset_password"), {"email": address}) for _ in range(8)]
        assert [answer.status_code for answer in answers] == [302] + [429] * 7
        assert len(mail.outbox) == 1
        mail.outbox.clear()


@pytest.mark.django_db(transaction=True)
def test_nor_where_it_is_asked_for_at_once_from_many_sides() -> None:
    def ask(_: int) -> int:
        try:
            answer = Client().post(reverse("account_reset_password"), {"email": "unknown@example.org"})
            return answer.status_code
        finally:
            connection.close()

    with ThreadPoolExecutor(5) as threads:
        answers = list(threads.map(ask, range(20)))
    assert sorted(answers) == [302] + [429] * 19
    assert len(mail.outbox) == 1


def test_the_link_is_sent_again_once_in_a_while(client: Client) -> None:
    sign_up(client, "Freja", "freja@example.org")
    for _ in range(5):
        answer = client.post(
            reverse("account_email"), {"action_send": "", "email": "freja@example.org"}, follow=True
        )
        assert "a moment ago" in answer.content.decode()
    assert len(mail.outbox) == 1


def test_passwords_cannot_be_tried_for_ever_in_whatever_spelling(client: Client) -> None:
    account("Freja")
    for name in ("Freja", "freja", "FREJA", "Fr\u0435ja", "FREja"):
        log_in(client, name, "wrong")
    response = log_in(client, "Freja")
    assert "Too many attempts" in response.content.decode()
    assert user_of(client) is None


# --- the forgotten password -------------------------------------------------------------------------------


def test_a_new_password_logs_out_everywhere_else(client: Client) -> None:
    account("Freja", "freja@example.org")
    elsewhere = Client()
    log_in(elsewhere)
    client.post(reverse("account_reset_password"), {"email": "freja@example.org"})
    form = client.get(link_in_last_mail(), follow=True)
    place = form.redirect_chain[-1][0]
    assert client.post(place, {"password1": "12345678"}).status_code == 200
    assert client.post(place, {"password1": "eight brown lanterns"}).status_code == 302
    assert user_of(elsewhere) is None
    assert SignIn.objects.count() == 0
    log_in(client, "Freja", "eight brown lanterns")
    assert user_of(client) is not None
    assert "too old" in Client().get(link_in_last_mail(), follow=True).content.decode()


def test_changing_the_password_keeps_this_browser_alone(client: Client) -> None:
    account("Freja")
    elsewhere = Client()
    for browser in (client, elsewhere):
        log_in(browser)
    wrong = {"oldpassword": "wrong", "password1": "eight brown lanterns"}
    assert "not your password" in client.post(reverse("account_change_password"), wrong).content.decode()
    client.post(reverse("account_change_password"), wrong | {"oldpassword": PASSWORD})
    assert user_of(client) is not None
    assert user_of(elsewhere) is None
    assert [entry.session_key for entry in SignIn.objects.all()] == [client.session.session_key]


def test_confirming_and_changing_an_address(client: Client) -> None:
    sign_up(client, "Freja", "freja@example.org")
    assert "not confirmed" in client.get(reverse("account")).content.decode()
    link = link_in_last_mail()
    assert "freja@example.org" in client.get(link).content.decode()
    client.post(link)
    assert "not confirmed" not in client.get(reverse("account")).content.decode()
    confirm(client)
    client.post(reverse("account_email"), {"action_add": "1", "email": "new@example.org"})
    assert User.objects.get().email == "freja@example.org"
    client.post(link_in_last_mail())
    assert User.objects.get().email == "new@example.org"
    assert "too old" in client.get(link).content.decode()


def test_a_mail_server_that_is_away_makes_no_page_fail(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(*_: Any) -> None:
        raise ConnectionRefusedError

    monkeypatch.setattr("django.core.mail.EmailMessage.send", away)
    assert sign_up(client, "Freja", "freja@example.org").status_code == 302
    assert client.post(reverse("account_reset_password"), {"email": "a@example.org"}).status_code == 302


# --- rubbish, and what is away ----------------------------------------------------------------------------

RUBBISH = ["\0", "a\0b", "\ud800", "x" * 3000, "{}", "[]", "'\"<script>", "\u202e", "9" * 40, ""]


@pytest.mark.parametrize("rubbish", RUBBISH)
def test_rubbish_in_the_fields_of_strangers(client: Client, rubbish: str) -> None:
    client.raise_request_exception = False
    forms = {
        "account_login": ("login", "password", "next"),
        "account_signup": ("username", "email", "password1", "next"),
        "account_reset_password": ("email", "next"),
        "mfa_login_webauthn": ("credential",),
        "account_give_up": ("x",),
    }
    encoded = rubbish.encode("utf-8", "surrogatepass").decode("latin1")
    for page, fields in forms.items():
        response = client.post(reverse(page), dict.fromkeys(fields, encoded))
        assert response.status_code < 500, page
    for place in (
        "password/new/1-x/",
        f"password/new/{'z' * 13}-x/",
        "email/x:y/",
        "email/-/",
        "password/new/0-0/",
    ):
        assert client.get(f"/account/{place}").status_code < 500, place
    assert client.get(reverse("account_login"), {"next": encoded}).status_code == 200
    assert client.get(reverse("account_signup"), {"email": encoded}).status_code == 200


@pytest.mark.parametrize(
    "rubbish", [*RUBBISH, '{"id": 1}', '{"type": "public-key", "id": "AAAA", "rawId": "AAAA"}']
)
def test_rubbish_in_the_fields_of_accounts(client: Client, rubbish: str) -> None:
    client.raise_request_exception = False
    account("Freja")
    log_in(client)
    confirm(client)
    forms = {
        "account_name": ("name",),
        "account_email": ("action_add", "email"),
        "account_change_password": ("oldpassword", "password1"),
        "account_delete": ("password",),
        "account_reauthenticate": ("password",),
        "mfa_activate_totp": ("code",),
        "mfa_add_webauthn": ("name", "credential"),
    }
    encoded = rubbish.encode("utf-8", "surrogatepass").decode("latin1")
    for page, fields in forms.items():
        client.get(reverse(page))
        response = client.post(reverse(page), dict.fromkeys(fields, encoded))
        assert response.status_code < 500, page
    for action in ("action_send", "action_remove", "action_primary"):
        assert client.post(reverse("account_email"), {action: "", "email": encoded}).status_code < 500
    assert client.post(reverse("account_email"), {"action_send": ""}).status_code < 500
    assert User.objects.get().username == "Freja"


@pytest.fixture
def _no_redis() -> Iterator[None]:
    away = {"default": {"BACKEND": "accounts.cache.ForgivingCache", "LOCATION": "redis://127.0.0.1:1/0"}}
    with override_settings(CACHES=away):
        yield


@pytest.mark.usefixtures("_no_redis")
def test_a_cache_that_is_away_keeps_nobody_out(client: Client) -> None:
    with pytest.raises(NoConnection):
        RedisCache.get(caches["default"], "x")
    assert cache.get("x", 1) == 1
    assert sign_up(client).status_code == 302
    client.post(reverse("account_logout"))
    assert "do not fit" in log_in(client, "Freja", "wrong").content.decode()
    assert log_in(client).status_code == 302


def test_clearing_the_cache_leaves_what_is_not_its_own() -> None:
    store = cache._cache.get_client(None, write=True)
    store.set("tasks-of-others", "x")
    cache.set("mine", 1)
    cache.clear()
    assert cache.get("mine") is None
    assert store.get("tasks-of-others") == b"x"
    store.delete("tasks-of-others")
