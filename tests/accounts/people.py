"""People for the tests of accounts."""

import re
from typing import Any

from django.core import mail
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from accounts.models import User

PASSWORD = "seven green lanterns"


def sign_up(client: Client, name: str = "Freja", email: str = "", **more: Any) -> HttpResponse:
    data = {"username": name, "password1": PASSWORD, "email": email} | more
    return client.post(reverse("account_signup"), data)  # type: ignore[return-value]


def log_in(client: Client, login: str = "Freja", password: str = PASSWORD, **more: Any) -> HttpResponse:
    return client.post(reverse("account_login"), {"login": login, "password": password} | more)  # type: ignore[return-value]


def confirm(client: Client) -> None:
    """Answer the question that is asked before anything important changes."""
    assert client.post(reverse("account_reauthenticate"), {"password": PASSWORD}).status_code == 302


def account(name: str = "Freja", email: str = "", confirmed: bool = False, **more: Any) -> User:
    user = User.objects.create_user(name, email, PASSWORD, **more)
    if email:
        user.emailaddress_set.create(email=email, primary=True, verified=confirmed)  # type: ignore[attr-defined]
    return user


def user_of(client: Client) -> User | None:
    key = client.session.get("_auth_user_id")
    return User.objects.filter(pk=key).first() if key else None


def link_in_last_mail() -> str:
    found = re.search(r"https?://[^/\s]+(/\S+)", mail.outbox[-1].body)
    assert found, mail.outbox[-1].body
    return found[1]


def words_of(response: HttpResponse) -> str:
    """The page without its tags, tokens and what else differs at each request."""
    text = re.sub(r'value="[A-Za-z0-9]{64}"|nonce="[^"]*"', "", response.content.decode())
    return re.sub(r"\s+", " ", text)
