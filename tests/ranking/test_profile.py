"""Profiles: whose, what they say, and what they cost."""

from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.models import User
from accounts.services import delete_account
from game.models import Kind
from ranking import profiles, settlement
from ranking.models import Cause, RankChange, Standing, Tally
from ranking.profiles import Bids, Moment, Opponent
from tests.accounts.people import account, words_of
from tests.ranking.ended import ended, people_with, points_of

pytestmark = [pytest.mark.django_db, pytest.mark.database]

START = datetime(2026, 1, 1, 12, tzinfo=UTC)


def page_of(client: Client, name: str, **asked: str) -> str:
    response = client.get(reverse("profile", args=[name]), asked)
    assert response.status_code == 200
    return words_of(response)  # type: ignore[arg-type]


# --- whose -------------------------------------------------------------------------------------------------


def test_any_spelling_of_a_name_leads_to_the_profile(client: Client) -> None:
    account("Øjvind Åse")
    response = client.get(reverse("profile", args=["ØJVIND åse"]), {"kind": "ranked"})
    assert response.status_code == 302
    assert response["Location"] == reverse("profile", args=["Øjvind Åse"]) + "?kind=ranked"
    assert "Øjvind Åse" in page_of(client, "Øjvind Åse")


def test_guests_the_deleted_and_nobody_have_no_profile(client: Client) -> None:
    User.objects.create(username="guest-1", is_guest=True)
    freja = account("Freja")
    ended([freja, account("Astrid")], [1, 2, 3])
    delete_account(freja)
    freja.refresh_from_db()
    for name in ("guest-1", "Freja", freja.username, "Ingen"):
        assert client.get(reverse("profile", args=[name])).status_code == 404


def test_ones_own_profile(client: Client) -> None:
    freja = account("Freja")
    client.force_login(freja, backend="django.contrib.auth.backends.ModelBackend")
    assert client.get(reverse("own_profile"))["Location"] == reverse("profile", args=["Freja"])
    page = page_of(client, "Freja")
    assert "Nothing to count yet." in page
    assert "Bronze V" in page
    assert "200 points to Bronze IV" in page
    assert "Add friend" not in page


@pytest.mark.parametrize(
    ("points", "words"),
    [
        (1450, ("Silver III", "150 points to Silver II")),
        (999, ("Bronze I", "1 point to Silver V")),
        (5799, ("Master II", "1 point to Master I")),
        (5800, ("Master I", "The highest step of all.")),
        (9000, ("Master I", "The highest step of all.")),
    ],
)
def test_how_far_it_is_to_the_next_step(client: Client, points: int, words: tuple[str, str]) -> None:
    Standing.objects.create(user=account("Freja"), points=points)
    page = page_of(client, "Freja")
    assert all(each in page for each in words)


# --- the curve ---------------------------------------------------------------------------------------------


def change(user: User, before: int, after: int, at: datetime, cause: Cause = Cause.CORRECTION) -> None:
    RankChange.objects.create(user=user, cause=cause, worth=after - before, before=before, after=after, at=at)


def test_the_curve_begins_before_the_first_change_and_says_what_moderators_did(client: Client) -> None:
    users = people_with(100, 100)
    table = ended(users, [1, 2, 3])
    settlement.settle(table.pk)
    settlement.void(table.pk)
    curve = profiles.curve_of(users[0].pk)
    assert [(moment.points, moment.cause) for moment in curve] == [(100, ""), (150, "game"), (100, "void")]
    page = page_of(client, users[0].username)
    assert "a game was voided" in page
    assert "A moderator has voided a game or corrected the points." in page


def test_who_has_no_change_has_no_curve(client: Client) -> None:
    assert profiles.curve_of(account("Freja").pk) == ()


def test_thousands_of_changes_are_thinned_to_the_last_of_each_day() -> None:
    moments = [Moment(START + timedelta(hours=hour), hour, Cause.GAME) for hour in range(24 * 100)]
    kept = profiles.thinned(moments)
    assert len(kept) <= 110
    # 12:00 UTC is 13:00 in Copenhagen: the first day has 11 hours left, and the extremes stay.
    assert [moment.points for moment in kept[:4]] == [0, 10, 34, 58]
    assert kept[-1] == moments[-1]


def test_many_days_are_thinned_and_what_matters_stays() -> None:
    moments = [Moment(START + timedelta(days=day), 1000 + day % 7, Cause.GAME) for day in range(2000)]
    moments[701] = Moment(moments[701].at, 5, Cause.GAME)
    moments[902] = Moment(moments[902].at, 9000, Cause.GAME)
    moments[1303] = Moment(moments[1303].at, 1001, Cause.VOID)
    kept = profiles.thinned(moments)
    assert 150 <= len(kept) <= 155
    assert {moments[701], moments[902], moments[1303], moments[-1]} <= set(kept)
    assert [moment.at for moment in kept] == sorted(moment.at for moment in kept)


# --- statistics --------------------------------------------------------------------------------------------


def tally(user: User, kind: Kind, **counts: object) -> Tally:
    return Tally.objects.create(user=user, kind=kind, **({"game": "piratbridge"} | counts))


def two_tallies(user: User) -> list[Tally]:
    ranked = tally(
        user, Kind.RANKED, games=4, left=1, rounds=6, bids_made=4, perfect=1, points=90, highest=60,
        lowest=-10,
        placements={"4": [2, 1, 0, 1]}, bids={"2": {"0": [3, 2, 1], "1": [1, 0, 0]}, "1": {"1": [2, 2, 0]}},
    )  # fmt: skip
    bots = tally(
        user, Kind.SINGLEPLAYER, games=2, rounds=2, bids_made=1, points=15, highest=20, lowest=-5,
        placements={"4": [0, 0, 1, 0], "3": [0, 1, 0]}, bids={"2": {"0": [1, 1, 0]}, "3": {"2": [1, 0, 1]}},
    )  # fmt: skip
    return [ranked, bots]


def test_statistics_of_all_kinds_are_added_up() -> None:
    counted = profiles.statistics_of(two_tallies(account("Freja")))
    assert (counted.games, counted.left, counted.finished, counted.completion) == (6, 1, 5, 83)
    assert counted.points_a_game == 21
    assert [(each.players, each.counts, each.games) for each in counted.places] == [
        (3, (0, 1, 0), 1),
        (4, (2, 1, 1, 1), 5),
    ]
    assert counted.bids[2, 0] == Bids(4, 3, 1)
    assert (counted.zero.times, counted.zero.made, counted.zero.percent) == (4, 3, 75)
    two_cards = counted.with_cards(2)
    assert (two_cards.under, two_cards.made, two_cards.over) == (1, 3, 1)
    assert (counted.cards, counted.highest_bid, counted.all_bids.times) == ([1, 2, 3], 2, 8)
    assert [(each.game, each.highest, each.lowest) for each in counted.extremes] == [("piratbridge", 60, -10)]


@pytest.mark.parametrize(
    ("part", "whole", "found"), [(1, 8, 13), (1, 200, 1), (0, 5, 0), (5, 5, 100), (0, 0, 0)]
)
def test_percents_are_rounded_half_up(part: int, whole: int, found: int) -> None:
    assert profiles.percent(part, whole) == found


def test_the_page_counts_one_kind_if_asked(client: Client) -> None:
    two_tallies(account("Freja"))
    page = page_of(client, "Freja")
    assert "of 8 bids" in page
    assert "Multiplayer</a></li>" not in page.partition("Kind of game")[2]
    ranked = page_of(client, "Freja", kind="ranked")
    assert "of 6 bids" in ranked
    assert "1 game left early" in ranked
    assert "of 2 bids" in page_of(client, "Freja", kind="bots")
    nothing = page_of(client, "Freja", kind="multiplayer")
    assert "How often bids are made" not in nothing


def test_nothing_but_left_games_divides_by_nothing(client: Client) -> None:
    tally(account("Freja"), Kind.RANKED, games=2, left=2, placements={"3": [0, 0, 2]})
    page = page_of(client, "Freja")
    assert "2 games left early" in page
    assert "0 %" in page


# --- opponents ---------------------------------------------------------------------------------------------


def test_the_record_against_each_opponent() -> None:
    ida, bo, eva = people_with(0, 0, 0)
    for places in ([1, 2, 3], [2, 1, 3], [1, 1, 3]):
        settlement.settle(ended([ida, bo, eva], places).pk)
    settlement.settle(ended([ida, bo], [1, 2, 3]).pk)
    assert profiles.opponents_of(ida.pk) == (
        Opponent(bo.username, points_of(bo), games=4, above=2, below=1),
        Opponent(eva.username, points_of(eva), games=3, above=3, below=0),
    )
    assert profiles.opponents_of(ida.pk)[0].shared == 1
    assert profiles.opponents_of(bo.pk)[0] == Opponent(ida.username, points_of(ida), 4, above=1, below=2)


def test_voided_unplaced_and_others_kinds_of_games_and_who_is_gone_are_not_counted() -> None:
    ida, bo, eva = people_with(0, 0, 0)
    guest = User.objects.create(username="guest-1", is_guest=True)
    settlement.settle(ended([ida, bo, guest], [1, 2, 3], kind=Kind.MULTIPLAYER).pk)
    voided = ended([ida, bo, eva], [1, 2, 3])
    settlement.settle(voided.pk)
    settlement.void(voided.pk)
    ended([ida, bo, eva], [None, None, None])
    assert profiles.opponents_of(ida.pk) == (Opponent(bo.username, 0, 1, 1, 0),)
    assert profiles.opponents_of(ida.pk, Kind.RANKED) == ()
    delete_account(bo)
    assert profiles.opponents_of(ida.pk) == ()


# --- what it costs -----------------------------------------------------------------------------------------


def test_a_profile_takes_as_many_queries_whatever_was_played(client: Client) -> None:
    freja, viewer = account("Freja"), account("Astrid")
    Standing.objects.create(user=freja, points=500, played_at=datetime.now(UTC))
    client.force_login(viewer, backend="django.contrib.auth.backends.ModelBackend")
    counts = []
    for more in (1, 400):
        for number in range(more):
            change(freja, 500, 500 + number % 9, START + timedelta(days=number))
        if not counts:
            two_tallies(freja)
        with CaptureQueriesContext(connection) as queries:
            page_of(client, "Freja")
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 13
