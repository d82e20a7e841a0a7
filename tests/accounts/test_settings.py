"""A player's settings: what can be kept, who keeps it, and the language of an account."""

import json
import re
from typing import Any

import pytest
from django.conf import settings
from django.db import IntegrityError, connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts import services
from accounts.models import User
from accounts.settings import CHOICES, clean, language_of, settings_of
from game.models import Pace
from tests.accounts.people import account, log_in, sign_up, user_of

pytestmark = [pytest.mark.django_db, pytest.mark.database]

UNCHOSEN = {
    "tap": "one", "pack": "two", "pace": "normal", "leave": "ask",
    "theme": "auto", "motion": "auto", "sound": "off",
}  # fmt: skip
LANGUAGE = settings.LANGUAGE_COOKIE_NAME


def marks_of(client: Client, path: str = "/rules/") -> dict[str, str]:
    """The attributes of a page's <html>, by which settings.js and style sheets know."""
    page = client.get(path, headers={"accept-language": "en"}).content.decode()
    tag = re.search(r"<html [^>]*>", page)
    assert tag, page[:200]
    return dict(re.findall(r'([\w-]+)="([^"]*)"', tag[0]))


def send(client: Client, **chosen: str) -> Any:
    return client.post(reverse("account_settings"), chosen)


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ({}, {}),
        ({"pack": "four", "language": "da"}, {"pack": "four", "language": "da"}),
        ({"pack": "five", "tap": "two"}, {"tap": "two"}),
        ({"colour": "red", "is_staff": "on", "csrfmiddlewaretoken": "x"}, {}),
        ({"language": "de"}, {}),
        ({"pack": ["four"], "tap": None, "sound": 1, "theme": ""}, {}),
    ],
)
def test_only_known_names_with_allowed_values_are_kept(given: dict[str, Any], kept: dict[str, str]) -> None:
    assert clean(given) == kept


def test_what_holds_where_nothing_was_chosen() -> None:
    assert settings_of(User()) == UNCHOSEN
    assert settings_of(User(settings={"pack": "four", "motion": "wild"})) == UNCHOSEN | {"pack": "four"}
    assert settings_of(None) == UNCHOSEN


def test_the_paces_are_those_of_tables() -> None:
    assert set(CHOICES["pace"]) == set(Pace.values)


def test_a_setting_goes_beside_those_that_are_kept() -> None:
    user = account()
    assert services.keep_settings(user, {"pack": "four", "theme": "dark"})
    assert services.keep_settings(user, {"theme": "light", "odd": "1"})
    assert user.settings == {"pack": "four", "theme": "light"}
    assert User.objects.get().settings == {"pack": "four", "theme": "light"}


def test_another_browser_s_choice_is_not_undone_by_what_this_one_knew() -> None:
    here, there = account(), User.objects.get()
    services.keep_settings(there, {"pack": "four"})
    services.keep_settings(here, {"tap": "two"})
    assert User.objects.get().settings == {"pack": "four", "tap": "two"}


def test_nothing_is_kept_of_guests_nor_of_an_account_that_is_gone(client: Client) -> None:
    client.get(reverse("new_game"))
    guest = user_of(client)
    assert guest is not None
    assert guest.is_guest
    assert not services.keep_settings(guest, {"pack": "four"})
    gone = account()
    User.objects.filter(pk=gone.pk).delete()
    assert not services.keep_settings(gone, {"pack": "four"})
    with pytest.raises(IntegrityError, match="only_accounts_keep_settings"):
        User.objects.filter(pk=guest.pk).update(settings={"pack": "four"})


def test_the_address_keeps_and_tells_what_holds(client: Client) -> None:
    client.force_login(account())
    answer = send(client, pack="four", tap="three")
    assert (answer.status_code, answer.json()) == (200, UNCHOSEN | {"pack": "four"})
    assert User.objects.get().settings == {"pack": "four"}
    assert client.get(reverse("account_settings")).status_code == 405


@pytest.mark.parametrize("looks_in", [False, True], ids=["stranger", "guest"])
def test_the_address_keeps_nothing_of_guests_and_strangers(client: Client, looks_in: bool) -> None:
    if looks_in:
        client.get(reverse("new_game"))
    answer = send(client, pack="four")
    assert (answer.status_code, answer.content) == (204, b"")
    assert not User.objects.exclude(settings={}).exists()


def test_the_address_wants_the_token_of_a_page() -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(account())
    assert send(client, pack="four").status_code == 403
    assert User.objects.get().settings == {}


def test_a_page_of_a_guest_says_what_holds_unchosen(client: Client) -> None:
    expected = {f"data-{name}": value for name, value in UNCHOSEN.items()}
    assert expected.items() <= marks_of(client).items()
    assert marks_of(client)["data-keeper"] == "browser"
    client.get(reverse("new_game"))
    assert marks_of(client)["data-keeper"] == "browser"


def test_a_page_of_an_account_says_what_it_has_chosen(client: Client) -> None:
    sign_up(client)
    assert marks_of(client)["data-keeper"] == "new"
    send(client, pack="four", leave="no")
    marks = marks_of(client)
    assert (marks["data-keeper"], marks["data-pack"], marks["data-leave"]) == ("account", "four", "no")
    assert marks["data-tap"] == "one"
    other = Client()
    log_in(other)
    assert marks_of(other) == marks
    other.post(reverse("account_logout"))
    assert (marks_of(other)["data-keeper"], marks_of(other)["data-pack"]) == ("browser", "two")


def test_the_dialog_offers_every_setting_and_shows_what_is_chosen(client: Client) -> None:
    client.force_login(account(settings={"pack": "four", "pace": "fast"}))
    page = client.get("/rules/").content.decode()
    offered: dict[str, set[str]] = {}
    for name, value in re.findall(r'<input type="radio" name="(\w+)" value="(\w+)"', page):
        offered.setdefault(name, set()).add(value)
    assert offered == {name: set(values) for name, values in CHOICES.items()}
    checked = dict(re.findall(r'name="(\w+)" value="(\w+)" checked', page))
    assert checked == UNCHOSEN | {"pack": "four", "pace": "fast"}
    assert "Saved in your account." in page
    assert "Saved in this browser only." in Client().get("/rules/").content.decode()


def test_changing_the_language_changes_the_account_s(client: Client) -> None:
    client.force_login(account())
    client.post(reverse("set_language"), {"language": "da", "next": "/"})
    assert language_of(User.objects.get()) == "da"
    client.post(reverse("set_language"), {"language": "de", "next": "/"})
    assert language_of(User.objects.get()) == "da"
    client.get(reverse("set_language"), {"language": "en"})
    assert language_of(User.objects.get()) == "da"


def test_the_account_s_language_goes_before_the_browser_s_and_the_browser_follows(client: Client) -> None:
    account(settings={"language": "da"})
    client.cookies[LANGUAGE] = "en"
    assert marks_of(client)["lang"] == "en"
    answer = log_in(client)
    assert answer.cookies[LANGUAGE].value == "da"
    page = client.get("/rules/")
    assert page.headers["Content-Language"] == "da"
    assert LANGUAGE not in page.cookies  # it knows by now
    client.post(reverse("account_logout"))
    assert marks_of(client)["lang"] == "da"


def test_a_language_chosen_elsewhere_holds_at_the_next_page(client: Client) -> None:
    account(settings={"language": "da"})
    log_in(client)
    other = Client()
    log_in(other)
    other.post(reverse("set_language"), {"language": "en", "next": "/"})
    assert marks_of(other)["lang"] == "en"
    assert marks_of(client)["lang"] == "en"


def test_an_account_without_a_language_reads_the_browser_s(client: Client) -> None:
    account(settings={"pack": "four"})
    client.cookies[LANGUAGE] = "da"
    log_in(client)
    assert marks_of(client)["lang"] == "da"


def test_the_language_of_one_request_is_not_the_next_one_s(client: Client) -> None:
    client.force_login(account(settings={"language": "da"}))
    assert marks_of(client)["lang"] == "da"
    assert marks_of(Client())["lang"] == "en"


def test_settings_take_no_query_more_than_whose_page_it_is(client: Client) -> None:
    client.force_login(account(settings={"language": "da", "pack": "four"}))
    with CaptureQueriesContext(connection) as queries:
        client.get("/rules/")
    tables = [query["sql"].split(" FROM ")[-1].split()[0] for query in queries]
    # The session, the user, and how many ask to be friends.
    assert tables == ['"django_session"', '"accounts_user"', '"accounts_relation"'], tables
    with CaptureQueriesContext(connection) as queries:
        Client().get("/rules/")
    assert len(queries) == 0


def test_own_data_has_the_settings_and_a_deleted_account_none(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    user = account(settings={"pack": "four", "language": "da"})
    client.force_login(user)
    assert json.loads(client.get(reverse("account_data")).content)["settings"] == {
        "pack": "four",
        "language": "da",
    }
    monkeypatch.setattr(services, "_delete_if_unneeded", lambda user: False)  # games of others hold on to it
    services.delete_account(user)
    gone = User.objects.get(pk=user.pk)
    assert gone.settings == {}
    assert not services.keep_settings(gone, {"pack": "four"})
