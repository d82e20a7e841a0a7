"""The audit log of what moderators do: written, and never changed."""

from typing import Any

import pytest
from django.db import DatabaseError, connection, transaction
from django.db.models.deletion import ProtectedError

from accounts.models import Act, User
from accounts.models.moderation import ActsStay
from tests.accounts.people import account

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def act(**given: Any) -> Act:
    moderator = given.pop("moderator", None) or account("Vagt")
    return Act.objects.create(**{"moderator": moderator, "what": "warn", "reason": "because"} | given)


def test_it_is_not_changed_nor_deleted_by_the_site() -> None:
    one = act()
    one.reason = "something else"
    for change in (
        one.save,
        one.delete,
        Act.objects.all().delete,
        lambda: Act.objects.update(reason="no"),
        lambda: Act.objects.bulk_update([one], ["reason"]),
    ):
        with pytest.raises(ActsStay):
            change()
    assert Act.objects.get().reason == "because"


@pytest.mark.parametrize("sql", ["UPDATE accounts_act SET reason = 'no'", "DELETE FROM accounts_act"])
def test_nor_by_anybody_who_asks_the_database(sql: str) -> None:
    act()
    with (
        pytest.raises(DatabaseError, match="stays as it is"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(sql)
    assert Act.objects.get().reason == "because"


def test_whom_it_speaks_of_stays() -> None:
    freja = account("Freja")
    one = act(user=freja)
    for user in (freja, one.moderator):
        with pytest.raises(ProtectedError):
            User.objects.filter(pk=user.pk).delete()


@pytest.mark.parametrize("wrong", [{"what": "hang"}, {"reason": ""}])
def test_it_says_what_was_done_and_why(wrong: dict[str, str]) -> None:
    with pytest.raises(DatabaseError), transaction.atomic():
        act(**wrong)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("turn", [1, 2])
def test_the_tests_begin_with_an_empty_log_and_the_database_still_refuses(turn: int) -> None:
    """(What the first leaves, the second does not find.)"""
    assert not Act.objects.exists()
    act()
    with pytest.raises(DatabaseError), connection.cursor() as cursor:
        cursor.execute("DELETE FROM accounts_act")
