"""Moderators are told nothing of a running game that not everyone at the table knows (RULES 1.1 and 1.3).

A moderator may be a friend of somebody who plays. So no page of the desk has a card of a running game, nor a
bid that lies hidden, nor the seed or the log from which they follow; and a game that differs in those alone
looks the same.
"""

import random
from typing import Any

import pytest
from django.contrib import admin
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from accounts.quick_lists import QuickLists
from game.models import Action, Kind, Table
from game.rules.exact_bid.values import Phase
from ranking.models import Flag
from tests.desk.people import account, page_of, report, say
from tests.game.company import Clock, dealt, in_play, move, state, step
from tests.game.drawn import AT_RANDOM, coded, named

pytestmark = [pytest.mark.django_db, pytest.mark.database]

PLAIN = "t" * 22  # an address in which no test takes two letters for a card


def reported(table: Table, kind: str) -> tuple[Table, list[str]]:
    """A running table of which there is a report, and every page of the desk on which it could stand."""
    Table.objects.filter(pk=table.pk).update(public_id=PLAIN, kind=kind)
    table.refresh_from_db()
    one, two = (User.objects.get(username=name) for name in ("Freja", "Ida"))
    now = timezone.now()
    flag = Flag.objects.create(
        kind="leaves-often", user=two, since=now, until=now, found_at=now,
        details={"games": 5, "of": 9, "tables": [PLAIN]},
    )  # fmt: skip
    complaint = report(table, one, two, message=say(table, two, "Well"))
    pages = [page_of(complaint), page_of(table), page_of(two), page_of(flag), reverse("admin:index")]
    lists = ("accounts_report", "game_table", "game_message", "game_result", "accounts_user", "ranking_flag")
    return table, pages + [reverse(f"admin:{name}_changelist") for name in lists]


def people() -> list[User]:
    return [account("Freja"), account("Ida"), account("Bo")]


def drawn(client: Client, page: str) -> str:
    answer = client.get(page)
    assert answer.status_code == 200, page
    return AT_RANDOM.sub("", answer.content.decode())


@pytest.mark.parametrize("kind", [Kind.MULTIPLAYER, Kind.RANKED])
def test_no_page_has_a_card_of_a_running_game(client: Client, kind: Kind) -> None:
    """Looked at now and then, from the first bid to the last card."""
    table, pages = reported(dealt(players=people(), kind=kind, most_cards=2), kind)
    rng, looked = random.Random(3), 0
    for number in range(200):
        if table.status != Table.Status.RUNNING:
            break
        if number % 6 == 0:
            for page in pages:
                html = drawn(client, page)
                assert coded(html) == set(), page
                assert named(html) == set(), page
                for secret in (table.seed, table.next_seed, "first_dealer", "&quot;hands&quot;", '"hands"'):
                    assert secret not in html, page
            looked += 1
        step(table, rng)
        table.refresh_from_db()
    assert looked > 3
    # When it is over, its cards are everybody's: so the search finds cards where there are any.
    assert len(named(drawn(client, page_of(table)))) > 6


def test_hidden_bids_are_not_told_and_those_of_finished_rounds_are(client: Client) -> None:
    table, pages = reported(dealt(players=people(), kind=Kind.RANKED, most_cards=2), Kind.RANKED)
    move(table, 0)
    move(table, 1)
    assert state(table).phase is Phase.BID
    for page in pages:
        assert " bid " not in drawn(client, page), page
    while not table.rounds.exists():
        step(table)
    told = drawn(client, page_of(table))
    assert told.count(" bid ") == 3
    assert "Round 1, 2 cards" in told


def test_a_game_that_differs_only_in_secrets_looks_the_same(client: Client, clock: Clock) -> None:
    """Other hands, another seed and other bids, which nobody has been shown yet."""
    table, pages = reported(dealt(players=people(), kind=Kind.RANKED, most_cards=3), Kind.RANKED)
    move(table, 0)
    before = [drawn(client, page) for page in pages]
    table.refresh_from_db()
    other: dict[str, Any] = dict(table.state or {})
    other["hands"] = list(reversed(other["hands"]))
    other["bids"] = [3 if bid is not None else None for bid in other["bids"]]
    Table.objects.filter(pk=table.pk).update(state=other, seed="f" * 64, next_seed="e" * 64)
    for action in Action.objects.filter(table=table):
        if action.action and action.action["type"] == "deal":
            hands = list(reversed(action.action["hands"]))
            Action.objects.filter(pk=action.pk).update(action=action.action | {"hands": hands})
        elif action.action and action.action["type"] == "bid":
            Action.objects.filter(pk=action.pk).update(action=action.action | {"tricks": 3})
    assert [drawn(client, page) for page in pages] == before


def test_the_state_of_a_running_game_is_not_read(client: Client) -> None:
    """So no page can show it by mistake."""
    _, pages = reported(in_play(players=people(), kind=Kind.RANKED, most_cards=2), Kind.RANKED)
    for page in pages:
        with CaptureQueriesContext(connection) as asked:
            client.get(page)
        columns = " ".join(query["sql"] for query in asked.captured_queries)
        for column in ("state", "company", "seed", "next_seed"):
            assert f'"game_table"."{column}"' not in columns, (page, column)


# --- addresses that ask -----------------------------------------------------------------------------------


def listed(client: Client, name: str, **asked: str) -> list[Any] | None:
    """The rows of a list for such an address; None where it does not answer that."""
    answer = client.get(reverse(f"admin:{name}_changelist"), asked, follow=True)
    assert answer.status_code in (200, 400), asked
    if answer.status_code == 400 or answer.redirect_chain:
        return None
    return list(answer.context["cl"].result_list)


ASKED = ("", "__exact", "__icontains", "__gt", "__isnull")
SECRETS = {
    "game_table": ("seed", "state", "company", "next_seed", "turned_away", "state__hands__0__0"),
    "game_message": ("table__seed", "table__state", "table__next_seed", "words"),
    "game_result": ("table__seed", "table__state", "table__archive__log"),
    "ranking_settlement": ("table__seed", "table__state"),
    "ranking_rankchange": ("table__seed", "table__state", "user__password"),
    "ranking_standing": ("user__email", "user__password"),
    "ranking_flag": ("user__email", "details"),
    "accounts_user": ("password", "email", "settings", "traces__key", "emailaddress__email", "last_login"),
    "accounts_report": ("reporter__email", "reported__password", "words"),
    "accounts_act": ("moderator__password", "user__email", "details"),
}  # fmt: skip


@pytest.mark.parametrize("name", SECRETS)
def test_no_address_asks_for_what_no_page_shows(client: Client, chef: Client, name: str) -> None:
    """A list that answers whether a row begins so tells the whole of it, letter by letter."""
    reported(dealt(players=people(), kind=Kind.RANKED, most_cards=2), Kind.RANKED)
    for field in SECRETS[name]:
        assert listed(chef, name, **{f"{field}__startswith": "1"}) is None, field
        for how in ASKED:
            assert listed(client, name, **{field + how: "1"}) is None, field + how


def test_lists_have_one_order_and_are_searched_for_what_is_public(client: Client) -> None:
    table, _ = reported(dealt(players=people(), kind=Kind.RANKED, most_cards=2), Kind.RANKED)
    for name in SECRETS:
        usual = listed(client, name)
        for column in ("1", "-1", "2", "-2.3", "99", "seed", "-seed"):
            assert listed(client, name, o=column) == usual
    assert listed(client, "game_table", q=PLAIN) == [table]
    for secret in (table.seed, table.seed[:8], table.next_seed, "KD", "hands"):
        assert listed(client, "game_table", q=secret) == []
        assert listed(client, "game_message", q=secret) == []


def test_filters_and_links_of_the_lists_work(client: Client) -> None:
    table, _ = reported(dealt(players=people(), kind=Kind.RANKED, most_cards=2), Kind.RANKED)
    assert listed(client, "game_table", kind__exact="ranked", stage="open") == [table]
    assert listed(client, "game_table", kind__exact="multiplayer") == []
    assert len(listed(client, "accounts_report", state="all", reason__exact="insulting") or ()) == 1
    assert len(listed(client, "accounts_user", is_staff__exact="0") or ()) == 3
    ida = User.objects.get(username="Ida")
    assert listed(client, "accounts_act", user__id__exact=str(ida.pk), moderator="1", what__exact="ban") == []


def test_every_list_of_the_site_is_such_a_list() -> None:
    ours = [
        each
        for model, each in admin.site._registry.items()
        if model._meta.app_label in ("accounts", "game", "ranking")
    ]
    assert len(ours) > 10
    assert all(isinstance(each, QuickLists) for each in ours)
