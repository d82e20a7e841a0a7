"""Lists of past games: who may look into which, what narrows them down, and that no page loses a game."""

import io
import json
import random
import re
import zipfile
from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from asgiref.sync import async_to_sync
from django.contrib.auth.models import AnonymousUser, Permission
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import User
from game import logs
from game.door import do
from game.models import Kind, Result, Seat, Table, new_seed
from game.past import all_records
from game.past.filters import Filters, Place, filters_in, place_in
from game.past.history import PAGE, history, lately
from game.rules.company.values import Leave
from game.rules.exact_bid import codec, engine
from game.rules.exact_bid.options import preset_options
from game.rules.fair import seal
from game.rules.record import verify
from tests.game.company import account, browser, company_table, guest, in_play, play_on, player
from tests.game.tables import new_table, play

pytestmark = [pytest.mark.django_db, pytest.mark.database]

NOON = datetime(2026, 5, 4, 10, 0, tzinfo=UTC)  # noon in Copenhagen


def past(
    players: Sequence[User | str],
    *,
    at: datetime = NOON,
    kind: str = Kind.MULTIPLAYER,
    game: str = "piratbridge",
    public: bool = True,
    **more: Any,
) -> Table:
    """A game that has ended, as its rows say: players (or bots, by their names) in the order of places."""
    options = preset_options("piratbridge", players=max(3, len(players)), most_cards=1)
    seed = new_seed()
    table = Table.objects.create(
        kind=kind,
        game=game,
        options=codec.encode_options(options),
        status=Table.Status.ENDED,
        state=codec.encode_state(engine.start(options, 0)),
        company=None if kind == Kind.SINGLEPLAYER else {},
        public=public and kind != Kind.SINGLEPLAYER,
        seed=seed,
        seal=seal(bytes.fromhex(seed)),
        started_at=at,
        ended_at=at,
        **more,
    )
    for index, who in enumerate(players):
        bot = isinstance(who, str)
        name = who if isinstance(who, str) else who.username
        user = None if isinstance(who, str) else who
        Seat.objects.create(table=table, index=index, player=user, bot="medium" if bot else "", name=name)
        Result.objects.create(
            table=table, seat=index, player=user, placement=index + 1, total=50 - index, bids_made=1,
            rounds=2, at=at,
        )  # fmt: skip
    return table


def ids(page: Any) -> list[str]:
    return [row.public_id for row in page.rows]


def own_list(user: User, **asked: Any) -> list[str]:
    return ids(history(user, user, filters_in(asked), None))


# --- who may look into what ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "public", "watching", "everybodys"),
    [
        (Kind.MULTIPLAYER, True, True, True),
        (Kind.RANKED, True, True, True),
        (Kind.MULTIPLAYER, False, True, False),
        (Kind.MULTIPLAYER, True, False, False),
        (Kind.SINGLEPLAYER, False, True, False),
    ],
)
def test_who_may_see_a_game(kind: Kind, public: bool, watching: bool, everybodys: bool) -> None:
    ida, bo = account(), account()
    table = past([ida, "Anker", "Tang"], kind=kind, public=public, watching=watching)
    here = [table.public_id]
    assert ids(history(ida, ida, Filters(), None)) == here
    for reader in (bo, AnonymousUser()):
        assert ids(history(ida, reader, Filters(), None)) == (here if everybodys else [])
    assert ids(lately(Filters(), None)) == (here if everybodys else [])
    address = reverse("past_game", args=here)
    assert browser(ida).get(address).status_code == 200
    for stranger in (browser(bo), browser(guest()), Client()):
        assert stranger.get(address).status_code == (200 if everybodys else 404)


def test_a_private_game_is_seen_by_all_who_played_it() -> None:
    ida, bo = account(), account()
    table = past([ida, bo, "Tang"], public=False)
    assert ids(history(ida, bo, Filters(), None)) == [table.public_id]
    assert browser(bo).get(reverse("past_game", args=[table.public_id])).status_code == 200


def test_who_moderates_sees_games_of_people_and_no_others() -> None:
    moderator, ida = account(), account()
    User.objects.filter(pk=moderator.pk).update(is_staff=True)
    moderator.user_permissions.add(Permission.objects.get(codename="handle_report"))
    private = past([ida, account(), "Tang"], public=False)
    alone = past([ida, "Anker", "Tang"], kind=Kind.SINGLEPLAYER)

    def answers(table: Table) -> set[int]:
        """The page, and where its links lead."""
        client = browser(moderator)
        pages = ("past_game", "fair_cards", "record")
        return {client.get(reverse(page, args=[table.public_id])).status_code for page in pages}

    assert answers(private) == {404}  # without a second factor they are nobody, as at the admin's door
    Authenticator.objects.create(user=moderator, type="recovery_codes", data={})
    assert answers(private) == {404}
    Authenticator.objects.create(user=moderator, type="totp", data={"secret": ""})
    assert answers(private) == {200}
    assert answers(alone) == {404}
    running = in_play(people=2, bots=1, public=False)
    assert browser(moderator).get(reverse("record", args=[running.public_id])).status_code == 404


def test_a_game_that_runs_is_no_history() -> None:
    table = in_play(people=2, bots=1)
    ida = player(table, 0)
    assert own_list(ida) == []
    assert ids(lately(Filters(), None)) == []


def test_guests_have_a_history_and_strangers_see_everybodys() -> None:
    ann = guest()
    own = past([ann, "Anker", "Tang"], kind=Kind.SINGLEPLAYER)
    everybodys = past([account(), account(), "Tang"])
    seen = browser(ann).get(reverse("history")).content.decode()
    assert own.public_id in seen
    assert everybodys.public_id not in seen
    stranger = Client()
    seen = stranger.get(reverse("history")).content.decode()
    assert everybodys.public_id in seen
    assert "You have no games of your own here yet" in seen
    assert stranger.get(reverse("records")).status_code == 302
    assert User.objects.filter(is_guest=True).count() == 1  # looking makes nobody a guest


def test_a_name_leads_to_its_games_however_it_is_spelt() -> None:
    ida = account("Ida Bå")
    table = past([ida, account(), "Tang"])
    assert table.public_id in Client().get(reverse("history_of", args=["ida bå"])).content.decode()
    assert Client().get(reverse("history_of", args=["Nobody Here"])).status_code == 404


# --- what a row says -----------------------------------------------------------------------------------


def test_a_row_says_who_took_which_place() -> None:
    ida, bo = account("Ida K"), account("Bo K")
    past([bo, ida, "Anker"], name="Onsdagsklub")
    (row,) = history(ida, ida, Filters(), None).rows
    assert row.name == "Onsdagsklub"
    assert [(p.placement, p.name, p.bot, p.total) for p in row.players] == [
        (1, "Bo K", False, 50),
        (2, "Ida K", False, 49),
        (3, "Anker", True, 48),
    ]
    assert row.own is not None
    assert (row.own.name, row.own.placement) == ("Ida K", 2)
    shown = browser(ida).get(reverse("history")).content.decode()
    assert "Onsdagsklub" in shown
    assert "<bdi>Anker</bdi> <i" in shown
    assert "49 points" in shown


def test_a_name_is_text_whatever_it_says() -> None:
    ida = account()
    past([ida, "<img src=x onerror=alert(1)>", "Tang"], name="{{7*7}}<svg onload=x>")
    shown = browser(ida).get(reverse("history")).content.decode()
    assert "<img src=x" not in shown
    assert "<svg onload" not in shown
    assert "{{7*7}}" in shown


def test_what_became_of_a_game_is_said_in_words() -> None:
    ida = account()
    left = past([ida, account(), "Tang"], at=NOON)
    Result.objects.filter(table=left, player=ida).update(left_at=NOON, placement=3)
    nobody = past([ida, account(), "Tang"], at=NOON + timedelta(hours=1))
    Result.objects.filter(table=nobody).update(placement=None)
    past([ida, account(), "Tang"], at=NOON + timedelta(hours=2), stopped_at=NOON + timedelta(hours=2))
    shown = browser(ida).get(reverse("history")).content.decode()
    assert re.findall(r'<p class="mark">([^<]+)', shown) == [
        "stopped by a moderator",
        "everyone left",
        "left early",
    ]


# --- what narrows them down ----------------------------------------------------------------------------


def test_by_kind_and_preset() -> None:
    ida = account()
    bots = past([ida, "Anker", "Tang"], kind=Kind.SINGLEPLAYER).public_id
    ranked = past([ida, account(), "Tang"], kind=Kind.RANKED).public_id
    peasant = past([ida, account(), "Tang"], game="peasant-bridge").public_id
    assert own_list(ida, kind="singleplayer") == [bots]
    assert own_list(ida, kind="ranked") == [ranked]
    assert own_list(ida, preset="peasant-bridge") == [peasant]
    assert own_list(ida, kind="ranked", preset="peasant-bridge") == []
    assert set(own_list(ida, kind="nonsense", preset="whist")) == {bots, ranked, peasant}
    assert ids(lately(Filters(kind=Kind.RANKED), None)) == [ranked]
    assert ids(lately(Filters(preset="peasant-bridge"), None)) == [peasant]


def test_by_opponent() -> None:
    """An account by its name of today; a bot or a guest by the name at the table."""
    ida, bo, eva = account(), account("Bo Bo"), account()
    with_bo = past([ida, bo, "Tang"], at=NOON).public_id
    with_eva = past([ida, eva, "Anker"], at=NOON + timedelta(hours=1)).public_id
    Seat.objects.filter(player=bo).update(name="Once Otherwise")
    assert own_list(ida, opponent="bo bo") == [with_bo]
    assert own_list(ida, opponent="anker") == [with_eva]
    assert own_list(ida, opponent="nobody") == []
    assert ids(lately(Filters(opponent="Bo Bo"), None)) == [with_bo]
    assert ids(lately(Filters(opponent="Tang"), None)) == []  # of everybody's games, those of accounts


def test_by_day_where_the_site_is_at_home() -> None:
    """A game that ends at 00:30 in Copenhagen is of the new day, though it is 22:30 of the old one in UTC."""
    ida = account()
    late = past([ida, account(), "Tang"], at=datetime(2026, 5, 4, 22, 30, tzinfo=UTC)).public_id
    noon = past([ida, account(), "Tang"], at=NOON).public_id
    assert own_list(ida, **{"from": "2026-05-05"}) == [late]
    assert own_list(ida, to="2026-05-04") == [noon]
    assert own_list(ida, **{"from": "2026-05-04", "to": "2026-05-05"}) == [late, noon]
    assert own_list(ida, **{"from": "2026-05-06"}) == []
    assert ids(lately(Filters(first=date(2026, 5, 5)), None)) == [late]


@pytest.mark.parametrize(
    "asked",
    [
        {"from": "yesterday"}, {"from": "0001-01-01"}, {"to": "9999-12-31"}, {"opponent": "\x00" * 99},
        {"kind": "\x00"}, {"before": "x"}, {"before": "1-"}, {"before": "9" * 17 + "-" + "9" * 17},
        {"before": "-1--1"}, {"before": "²-1"},
    ],
)  # fmt: skip
def test_what_makes_no_sense_is_passed_over(asked: dict[str, str]) -> None:
    ida = account()
    table = past([ida, account(), "Tang"])
    for client, name in ((browser(ida), "history"), (Client(), "games")):
        answer = client.get(reverse(name), asked)
        assert answer.status_code == 200
        if "opponent" not in asked:
            assert table.public_id in answer.content.decode()


def test_a_filter_stays_on_the_next_page() -> None:
    ida = account()
    for hour in range(PAGE + 1):
        past([ida, "Anker", "Tang"], kind=Kind.SINGLEPLAYER, at=NOON + timedelta(hours=hour))
        past([ida, account(), "Tang"], at=NOON + timedelta(hours=hour))
    client = browser(ida)
    shown = client.get(reverse("history"), {"kind": "singleplayer"}).content.decode()
    older = re.search(r'rel="next" href="\?([^"]+)"', shown)
    assert older
    assert "kind=singleplayer" in older[1]
    rest = client.get(f"{reverse('history')}?{older[1].replace('&amp;', '&')}").content.decode()
    assert rest.count('<li class="game') == 1
    assert 'rel="next"' not in rest


# --- pages ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("everybodys", [False, True])
def test_no_page_loses_a_game_or_shows_one_twice(everybodys: bool) -> None:
    """With many at the very same moment."""
    ida, bo = account(), account()
    moments = [NOON] * 30 + [NOON + timedelta(seconds=n // 3) for n in range(40)]
    all_of_them = {past([ida, bo, "Tang"], at=at).public_id for at in moments}
    seen: list[str] = []
    before: Place | None = None
    for _ in range(10):
        page = lately(Filters(), before) if everybodys else history(ida, ida, Filters(), before)
        seen += ids(page)
        assert len(page.rows) <= PAGE
        if not page.before:
            break
        before = place_in(page.before)
        assert before is not None
    assert len(seen) == len(moments)
    assert set(seen) == all_of_them
    times = dict(Table.objects.values_list("public_id", "ended_at"))
    assert [times[each] for each in seen] == sorted((times[each] for each in seen), reverse=True)  # type: ignore[type-var]


def test_a_place_in_a_list_is_exact() -> None:
    place = Place(datetime(2026, 5, 4, 10, 0, 0, 123457, tzinfo=UTC), 42)
    assert place_in(str(place)) == place


def test_as_many_queries_for_many_games_as_for_one(django_assert_num_queries: Any) -> None:
    ida = account()
    addresses = [reverse("history"), reverse("games"), reverse("history_of", args=[ida.username])]
    past([ida, account(), "Tang"], kind=Kind.RANKED)
    client = browser(ida)
    counted = {}
    for address in addresses:
        with CaptureQueriesContext(connection) as queries:
            client.get(address)
        counted[address] = len(queries)
    for hour in range(PAGE * 2):
        past([ida, account(), account(), "Tang"], kind=Kind.RANKED, at=NOON + timedelta(hours=hour))
    for address in addresses:
        with django_assert_num_queries(counted[address]):
            client.get(address)
    assert max(counted.values()) <= 8


# --- a game's page -------------------------------------------------------------------------------------


def test_a_games_page_says_how_it_ended() -> None:
    table = company_table(people=2, bots=1, most_cards=1)
    for _ in play_on(table):
        pass
    ida = player(table, 0)
    shown = browser(ida).get(reverse("past_game", args=[table.public_id])).content.decode()
    for result in Result.objects.filter(table=table):
        assert f"place-{result.placement}" in shown
    assert "(you)" in shown
    assert reverse("record", args=[table.public_id]) in shown
    assert "Download record" in shown
    assert reverse("fair_cards", args=[table.public_id]) in shown
    assert 'id="scores"' in shown
    assert table.seed not in shown


def test_who_left_finds_the_game_they_left() -> None:
    table = in_play(people=3, most_cards=2)
    ida = player(table, 0)
    do(table.pk, 0, Leave())
    for _ in play_on(table):
        pass
    assert own_list(ida) == [table.public_id]
    shown = browser(ida).get(reverse("past_game", args=[table.public_id])).content.decode()
    assert "left early" in shown
    assert 'data-view="0"' in shown


def test_the_ways_to_a_games_page() -> None:
    table = company_table(people=2, bots=1, most_cards=1)
    for _ in play_on(table):
        pass
    client, address = browser(player(table, 0)), reverse("past_game", args=[table.public_id])
    for name in ("table", "fair_cards"):
        assert address in client.get(reverse(name, args=[table.public_id])).content.decode()
    assert address in client.get(reverse("history")).content.decode()


# --- records -------------------------------------------------------------------------------------------


def test_all_ones_records_are_one_file() -> None:
    """Whether a game's log lies in rows or packed."""
    cache.clear()
    tables = [new_table(1, 2, most_cards=1) for _ in range(2)]
    ida = player(tables[0], 0)
    Seat.objects.filter(table=tables[1], index=0).update(player=ida)
    for table in tables:
        for _ in play(table, random.Random(1)):
            pass
    logs.pack(tables[0].pk)
    answer = browser(ida).get(reverse("records"))
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/zip")
    with zipfile.ZipFile(io.BytesIO(whole_file(ida))) as file:
        assert len(file.namelist()) == 2
        for name in file.namelist():
            assert verify(json.loads(file.read(name)))


def whole_file(of: User) -> bytes:
    async def pieces() -> list[bytes]:
        return [piece async for piece in all_records.zipped(of)]

    return b"".join(async_to_sync(pieces)())


def test_records_are_had_once_an_hour_or_as_long_as_they_are_not_many(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    cache.clear()
    ida = account()
    for _ in range(3):
        past([ida, account(), "Tang"])
    monkeypatch.setattr(all_records, "GAMES_AN_HOUR", 8)
    assert [all_records.may_have(ida) for _ in range(3)] == [True, True, False]
    assert browser(ida).get(reverse("records")).status_code == 429
    monkeypatch.setattr(all_records, "GAMES_AN_HOUR", 1)
    assert all_records.may_have(account())
