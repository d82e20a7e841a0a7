"""Display names: what one may be called, and what counts as the same name (BR-47)."""

import threading
from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts import names
from accounts.models import NameChange, User
from accounts.services import change_name, user_named
from tests.accounts.people import account, sign_up


def refused(name: str) -> str:
    try:
        names.check(names.normal(name))
    except ValidationError as fault:
        return str(fault.code)
    return ""


@pytest.mark.parametrize(
    "name",
    ["Ida", "Åse", "J. R. Hansen", "O'Neil", "O’Neil", "Anne-Marie", "I.D.A", "आर्यन", "عبدالله", "李小龍",
     "Modesta", "Botond", "Hostrup", "Ada 2", "x" * 20, "ｆｕｌｌ"],
)  # fmt: skip
def test_names_of_any_language(name: str) -> None:
    assert refused(name) == ""


@pytest.mark.parametrize(
    "name",
    ["", "ab", "x" * 21, " Ida", "Ida ", "Ida  B", "-Ida", "Ida-", "Ida--B", "I_da", "Ida@b", "123", "Ida\n",
     "Ida\0x", "Ida\u200b", "Ida\u202eb", "a\u3164bc", "Idá́́́", "\u0301Ida", "♥♥♥", "Ida\ud800"],
)  # fmt: skip
def test_what_is_no_name(name: str) -> None:
    assert refused(name) == "name_form"


@pytest.mark.parametrize(
    "name",
    ["Moderator", "MODERATOR", "m0derator", "The Moderators", "Mod", "Adm1n", "admin 2", "A.d.m.i.n",
     "Piratbridge", "Team Piratbridge", "Bot 7", "bot7", "System", "Ѕystem",
     "Gæst", "Guest12", "Support Ida"],
)  # fmt: skip
def test_names_of_the_site_itself(name: str) -> None:
    assert refused(name) == "name_kept"


@pytest.mark.parametrize(
    ("one", "other"),
    [("Freja", "freja"), ("Freja", "FREJA"), ("Freja", "Fr\u0435ja"), ("Åse", "A\u030ase"), ("Åse", "åse"),
     ("Paul", "PauI"), ("Bob", "B0b"), ("Straße", "STRASSE"), ("Carmen", "Carrnen"), ("O'Neil", "O’Neil"),
     ("Anna", "Аnnа"), ("ｆｕｌｌ", "full"), ("Scope", "ѕсоре")],
)  # fmt: skip
def test_names_that_are_the_same(one: str, other: str) -> None:
    assert names.key(one) == names.key(other) or names.look(one) == names.look(other)


@pytest.mark.parametrize(
    ("one", "other"), [("Ella", "Elia"), ("Åse", "Ase"), ("Bo B", "BoB"), ("Søs", "Sos")]
)
def test_names_that_are_not(one: str, other: str) -> None:
    assert names.key(one) != names.key(other)
    assert names.look(one) != names.look(other)


def test_no_key_is_cut_off_in_its_column() -> None:
    letters = (chr(n) for n in range(0x30000) if chr(n).isalpha() and names.normal(chr(n)) == chr(n))
    worst = max(
        (letter for letter in letters if names.is_well_formed(letter * names.LONGEST)),
        key=lambda letter: max(len(names.key(letter)), len(names.look(letter))),
    )
    assert max(len(names.key(worst * 20)), len(names.look(worst * 20))) < names.LONGEST_KEY


@pytest.mark.django_db
@pytest.mark.database
@pytest.mark.parametrize("other", ["FREJA", "Fr\u0435ja", "Freja"])
def test_the_database_itself_refuses_a_second_one(other: str) -> None:
    account("Freja")
    with pytest.raises(IntegrityError):
        User.objects.create(username=other)


@pytest.mark.django_db
@pytest.mark.parametrize(
    "name", ["freja", "FREJA", "Freja ", "Fr\u0435ja", "Moderator", "x", "Freja\0", "Fre@ja"]
)
def test_sign_up_says_why_a_name_cannot_be_had(client: Client, name: str) -> None:
    account("Freja")
    response = sign_up(client, name)
    assert response.status_code == 200
    assert 'aria-describedby="id_username-wrong' in response.content.decode()
    assert User.objects.count() == 1


@pytest.mark.django_db
def test_an_account_is_found_by_its_name_in_any_spelling() -> None:
    freja = account("Åse")
    assert {user_named(name) for name in ("Åse", "åse", "ÅSE", "A\u030ase")} == {freja}


@pytest.mark.django_db
def test_a_name_changes_once_a_month_and_the_old_one_is_kept(client: Client) -> None:
    user = account("Freja")
    client.force_login(user)
    assert client.post(reverse("account_name"), {"name": "FREJA"}).status_code == 302
    again = client.post(reverse("account_name"), {"name": "Astrid"})
    assert again.status_code == 422
    NameChange.objects.update(at=timezone.now() - timedelta(days=31))
    assert client.post(reverse("account_name"), {"name": "Astrid"}).status_code == 302
    user.refresh_from_db()
    assert user.username == "Astrid"
    assert [change.old for change in user.name_changes.all()] == ["FREJA", "Freja"]
    assert "Astrid" in client.get(reverse("account")).content.decode()


@pytest.mark.django_db
def test_changing_to_a_name_that_is_taken_or_kept(client: Client) -> None:
    account("Astrid")
    client.force_login(account("Freja"))
    for name in ("ASTRID", "Admin", "x", "a\0b"):
        assert client.post(reverse("account_name"), {"name": name}).status_code == 422
    with pytest.raises(ValidationError):
        change_name(User.objects.get(username="Freja"), "astrid")
    assert NameChange.objects.count() == 0


@pytest.mark.django_db(transaction=True)
@pytest.mark.database
def test_of_two_who_sign_up_with_one_name_at_once_one_gets_it() -> None:
    """Both have looked, and nobody had it, when they write."""
    both = threading.Barrier(2, timeout=20)
    answers = []

    def one(name: str) -> None:
        client = Client()
        both.wait()
        answers.append(sign_up(client, name))
        connection.close()

    threads = [threading.Thread(target=one, args=[name]) for name in ("Freja", "FREJA")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(answer.status_code for answer in answers) == [200, 302]
    assert User.objects.count() == 1


@pytest.mark.django_db
def test_a_name_that_is_gone_between_looking_and_writing(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    account("Freja")
    monkeypatch.setattr("accounts.adapter.is_free", lambda name: True)
    response = sign_up(client, "freja")
    assert response.status_code == 200
    assert str(names.TAKEN) in response.content.decode()
