"""Names in Danish order, whatever the database makes of letters (BR-53)."""

import random

import pytest

from accounts.models import User
from accounts.names import order
from ranking.models import Standing

IN_ORDER = [
    "1ste mand", "7 søstre", "Ane", "Ane Marie", "Anemone", "Bo", "Ella", "Élodie", "Zita", "Ægir", "Änne",
    "Øjvind", "Örjan", "Åge", "Aage B", "Ågot",
]  # fmt: skip


def test_z_ae_oe_aa() -> None:
    shuffled = random.Random(3).sample(IN_ORDER, len(IN_ORDER))
    assert sorted(shuffled, key=order) == IN_ORDER


def test_case_and_accents_count_for_nothing() -> None:
    assert order("FREJA") == order("freja") == order("Fréja")
    assert order("Å") == order("AA") == order("A\u030a")


@pytest.mark.django_db
@pytest.mark.database
def test_the_database_sorts_them_so() -> None:
    for name in random.Random(4).sample(IN_ORDER, len(IN_ORDER)):
        user = User(username=name)
        user.save()
        Standing.objects.create(user=user, order=order(name))
    found = Standing.objects.order_by("order").values_list("user__username", flat=True)
    assert list(found) == IN_ORDER


@pytest.mark.django_db
def test_the_order_follows_a_new_name() -> None:
    user = User.objects.create(username="Åse")
    Standing.objects.create(user=user, order=order("Åse"))
    user.username = "Berit"
    user.save(update_fields=["username"])
    assert Standing.objects.get(user=user).order == order("Berit")
