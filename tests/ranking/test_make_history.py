"""Made-up histories are what the same games would have come to at real tables."""

import json
import zlib
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from accounts import names
from accounts.models import User
from game import logs, store
from game.models import Action, Archive, Kind, Message, Result, Round, Seat, Table
from game.moment import ms
from game.records import record_of_table
from game.rules.company import codec as companies
from game.rules.company import engine as company_engine
from game.rules.company.values import Company
from game.rules.exact_bid import codec, engine
from game.rules.exact_bid.values import State
from ranking import settlement
from ranking.made_up import factory
from ranking.made_up.factory import Order
from ranking.models import Gain, RankChange, Settlement, Standing, Tally
from ranking.records import verify_record

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def make(*flags: str, players: int = 40, games: int = 60) -> str:
    out = StringIO()
    size = ("--players", str(players), "--games", str(games), "--processes", "0")
    call_command("make_history", *size, *flags, stdout=out)
    return out.getvalue()


def test_a_history_has_what_was_asked_for() -> None:
    said = make()
    assert "60 of 60 games" in said
    assert User.objects.count() == 40
    assert Table.objects.filter(status=Table.Status.ENDED).count() == 60
    assert {*Table.objects.values_list("kind", flat=True)} == {*Kind.values}
    assert Archive.objects.count() == Settlement.objects.exclude(settled_at=None).count() == 60
    assert not Action.objects.exists()
    assert not Round.objects.exists()
    assert Seat.objects.count() == Result.objects.count() > 180
    assert Message.objects.exists()


def test_points_and_statistics_are_those_that_settlement_gives() -> None:
    make("--seed", "2", games=120)
    made = books()
    assert made["changes"]
    for model in (RankChange, Standing, Gain, Tally):
        model._default_manager.all().delete()
    Settlement.objects.update(settled_at=None)
    for settled in Settlement.objects.order_by("ended_at"):
        assert settlement.settle(settled.pk)
    assert books() == made


def books() -> dict[str, Any]:
    """All that is kept of players, without its numbers and times of writing."""
    changes = RankChange.objects.order_by("table", "user").values()
    tallies = Tally.objects.order_by("user", "kind", "game").values()
    gains = Gain.objects.order_by("user", "period", "start").values()
    return {
        "changes": [without(row, "id", "at") for row in changes],
        "standings": list(Standing.objects.order_by("user").values()),
        "gains": [without(row, "id") for row in gains],
        "tallies": [without(row, "id") for row in tallies],
    }


def without(row: dict[str, Any], *names: str) -> dict[str, Any]:
    return {name: value for name, value in row.items() if name not in names}


def test_records_are_valid_and_their_cards_fair() -> None:
    make()
    for table in Table.objects.all():
        record = record_of_table(table, list(table.seats.all()))
        result = verify_record(json.dumps(record))
        assert result["valid"], result
        placed = Result.objects.filter(table=table).order_by("seat").values_list("placement", flat=True)
        assert not result["finished"] or result["placements"] == list(placed)
        if result["finished"] and table.kind == Kind.RANKED:
            after = [rank and rank["points"] for rank in result["rank"]]
            assert after == [changed(table, seat) for seat in table.seats.all()]


def changed(table: Table, seat: Seat) -> int | None:
    change = RankChange.objects.filter(table=table, user=seat.player).first() if seat.player else None
    return None if change is None else change.after


def test_logs_come_to_what_is_stored() -> None:
    make(games=120)
    assert Seat.objects.exclude(left_at=None).exists()
    assert Result.objects.filter(placement=None).exists()
    for table in Table.objects.all():
        assert len(logs.log_of(table)) == table.version
        assert replayed(table) == (store.state_of(table), store.company_of(table))
        as_packed = logs.packed(logs.log_of(table), logs.rounds_of(table))
        assert zlib.decompress(Archive.objects.get(table=table).packed) == zlib.decompress(as_packed)


def replayed(table: Table) -> tuple[State, Company | None]:
    """The game from nothing but its options, seats, beginning and log; the company told of every move."""
    assert table.started_at is not None
    now = engine.start(codec.decode_options(table.options), store.state_of(table).first_dealer)
    real = [seat.player_id is not None for seat in table.seats.all()]
    people = company_engine.start(real, table.limit, ms(table.started_at)) if table.company else None
    people = told(people, now, ms(table.started_at), None)
    for row in logs.log_of(table):
        if row.deed is not None:
            assert people is not None
            people, _ = company_engine.apply(
                people, row.seat, companies.decode_deed(row.deed), ms(row.at), {}
            )
        if row.action is not None:
            now, _ = engine.apply(now, row.seat, codec.decode_action(row.action))
            people = told(people, now, ms(row.at), row.seat if row.source == "person" else None)
    return now, people


def told(people: Company | None, now: State, at: int, by: int | None) -> Company | None:
    if people is None:
        return None
    turn, waited_for = engine.turn(now), engine.waited_for(now)
    return company_engine.moved(people, at, {}, turn=turn, waited_for=waited_for, by=by)[0]


def test_copies_are_the_same_games_at_other_times_and_their_deals_are_not_their_seeds() -> None:
    make("--distinct", "4", games=8)
    tables = list(Table.objects.order_by("pk"))
    for first, copy in zip(tables[:4], tables[4:], strict=True):
        assert logs.moves_of(first) == logs.moves_of(copy)
        record = record_of_table(copy, list(copy.seats.all()))
        assert verify_record(json.dumps(record))["error"]["code"] == "unfair-deal"
        del record["fairness"]
        assert verify_record(json.dumps(record))["valid"]


def test_games_are_the_same_whoever_makes_them() -> None:
    orders = [Order(number, 1_000_000 * number) for number in range(3)]
    here = list(factory.made(iter(orders), seed=1, distinct=2, processes=0))
    assert list(factory.made(iter(orders), seed=1, distinct=2, processes=1)) == here


def test_names_are_names_that_an_account_may_have() -> None:
    make(players=300, games=1)
    for user in User.objects.all():
        names.check(user.username)
        assert (user.name_key, user.name_look) == (names.key(user.username), names.look(user.username))
        assert not user.has_usable_password()


def test_a_database_with_games_is_left_alone_unless_told_otherwise() -> None:
    make(games=3)
    with pytest.raises(CommandError, match="--add"):
        make(games=3)
    make("--add", "--seed", "5", games=3)
    assert Table.objects.count() == 6
    Table.objects.create(kind=Kind.MULTIPLAYER, game="piratbridge", options={}, status="lobby")


def test_the_same_seed_makes_the_same_games() -> None:
    make(games=5)
    first = list(Table.objects.order_by("pk").values_list("public_id", "seed", "state"))
    RankChange.objects.all().delete()
    Table.objects.all().delete()
    User.objects.all().delete()
    make(games=5)
    assert list(Table.objects.order_by("pk").values_list("public_id", "seed", "state")) == first
