"""What a ranked game is about, before it, during it and after it (RULES 3), as each viewer sees it."""

from fractions import Fraction

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone, translation

from accounts.models import User
from game import door, lobby
from game.live.beside import beside_html, cut_beside, load_beside
from game.live.lists import load_tables
from game.live.rank import RankSlice
from game.live.room import RoomSlice, StakesSlice, cut_room, load_room
from game.models import Kind, Result, Seat, Table
from game.rules.company.values import Leave
from game.standing import Badge, Prospect
from game.words import place_name, tenths
from ranking import settlement
from ranking.models import Standing
from tests.game.company import account, browser, company_table, dealt, guest, in_play, lobby_of, play_on

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def people_with(*points: int) -> list[User]:
    users = [account() for _ in points]
    Standing.objects.bulk_create(
        Standing(user=user, points=held) for user, held in zip(users, points, strict=True)
    )
    return users


def stakes(table: Table, user: User) -> StakesSlice:
    slice = cut_room(load_room(table.pk), user.pk)["room-stakes"]
    assert isinstance(slice, StakesSlice)
    return slice


def changes(slice: StakesSlice) -> list[int]:
    assert slice.stakes is not None
    return [prospect.change for prospect in slice.stakes.prospects]


# --- before the game ----------------------------------------------------------------------------------------


def test_two_people_of_bronze_and_two_bots_play_for_the_printed_table() -> None:
    one, other = people_with(100, 100)
    table = lobby_of(one, other, kind=Kind.RANKED, bots=1)
    seen = stakes(table, one)
    assert (changes(seen), seen.free) == ([50, 27, 3, -20], 1)  # a free seat is reckoned as a bot's
    lobby.add_bot(table.pk, one)
    assert (changes(stakes(table, other)), stakes(table, other).free) == ([50, 27, 3, -20], 0)


def test_the_floor_is_told_where_it_would_hold() -> None:
    silver, other = people_with(1010, 1010)
    seen = stakes(lobby_of(silver, other, kind=Kind.RANKED), silver).stakes
    assert seen is not None
    assert seen.badge == Badge(tier=1, step=0)
    assert [prospect.held for prospect in seen.prospects] == [False, False, False, True]
    assert seen.last == Prospect(place=4, change=-10, held=True)


def test_each_sees_their_own_worth_against_others_of_other_tiers() -> None:
    """15 + 3 · (35/3) · 1.5 = 67.5 for the Bronze who wins over three Masters; who is last of them loses
    15 − 17.5 = −2.5. A Master who wins over a Bronze and two Masters: 15 + 35 − (35/3) · 0.5 = 44.2."""
    bronze, *masters = people_with(0, 5100, 5100, 5100)
    table = lobby_of(bronze, *masters, kind=Kind.RANKED)
    assert changes(stakes(table, bronze))[0] == 68
    assert stakes(table, bronze).stakes.last == Prospect(4, 0, held=True)  # type: ignore[union-attr]
    assert changes(stakes(table, masters[0]))[0] == 44


def test_nothing_is_at_stake_for_one_alone_nor_for_who_only_looks_in() -> None:
    one, looks_in = people_with(100, 100)
    table = lobby_of(one, kind=Kind.RANKED, bots=2)
    seen = stakes(table, one).stakes
    assert seen is not None
    assert (seen.prospects, seen.last) == ((), None)
    assert stakes(table, looks_in) == StakesSlice(None, 0)
    assert "at least two people" in browser(one).get(_page(table)).content.decode()


def test_accounts_have_badges_at_their_seats_and_in_the_lists() -> None:
    silver, (stranger,) = people_with(1250)[0], [guest()]
    table = lobby_of(silver, stranger, bots=1)
    seats = cut_room(load_room(table.pk), None)["room-seats"]
    assert isinstance(seats, RoomSlice)
    assert [place.badge for place in seats.places] == [Badge(1, 1), None, None, None]
    (row,) = load_tables(Kind.MULTIPLAYER).slice.open
    assert [person.badge for person in row.people] == [Badge(1, 1), None]
    assert stakes(table, silver).stakes is None  # no rank is played for here


def test_a_list_asks_once_for_everybodys_points() -> None:
    def queries() -> int:
        with CaptureQueriesContext(
            connection,
        ) as captured:
            load_tables(Kind.RANKED)
        return len(captured)

    lobby_of(*people_with(0, 10), kind=Kind.RANKED)
    few = queries()
    for _ in range(3):
        lobby_of(*people_with(0, 2000, 3000), kind=Kind.RANKED)
    assert queries() == few


# --- during it ----------------------------------------------------------------------------------------------


def test_the_table_says_what_is_at_stake_by_the_ranks_at_the_start() -> None:
    silver, other = people_with(1010, 1010)
    table = dealt(players=[silver, other], bots=2, kind=Kind.RANKED)
    Seat.objects.filter(table=table, player__isnull=False).update(rank_points=1010)
    Standing.objects.update(points=4000)
    page = browser(silver).get(_page(table)).content.decode()
    assert page.count('<ol class="worths">') == 2  # on the felt, and in the sheet
    for change in ("+50", "+27", "+3", "−10"):
        assert f"<b>{change}</b>" in page
    assert "It costs you 10 rank points." in page
    assert "Held: you cannot fall below Silver." in page


def test_at_other_tables_nothing_is_at_stake() -> None:
    table = dealt(2, bots=1)
    page = browser(table.seats.get(index=0).player).get(_page(table)).content.decode()  # type: ignore[arg-type]
    assert 'class="worths"' not in page
    assert 'id="rank"' not in page
    assert "for your rank too" not in page


# --- after it -----------------------------------------------------------------------------------------------


def ended(players: list[User], places: tuple[int | None, ...], left: tuple[int, ...] = ()) -> Table:
    """A ranked game of these and bots, played; then the results say these places, and who left early."""
    table = company_table(players=players, bots=len(places) - len(players), kind=Kind.RANKED, most_cards=1)
    for _ in play_on(table):
        pass
    held = dict(Standing.objects.values_list("user", "points"))
    for seat, place in enumerate(places):
        points = held[players[seat].pk] if seat < len(players) else None
        gone = table.ended_at if seat in left else None
        Result.objects.filter(table=table, seat=seat).update(
            placement=place, rank_points=points, left_at=gone
        )
        Seat.objects.filter(table=table, index=seat).update(rank_points=points, left_at=gone)
    return table


def rank(table: Table, user: User | None) -> RankSlice:
    pk = user.pk if user else None
    slice: RankSlice = cut_beside(load_beside(table.pk, frozenset()), None, pk)["rank"]
    return slice


def html(table: Table, user: User | None, language: str = "en") -> str:
    beside = load_beside(table.pk, frozenset())
    return beside_html(beside, None, user.pk if user else None, language)["rank"]


def test_the_change_waits_until_it_is_settled_and_is_then_told_term_by_term() -> None:
    """Second of four, after a Gold and before a Bronze and a bot: 15 + 35/3 = 26.7 for the place; losing to
    two tiers more costs two tenths of 35/3 less, so 7/3 more; the sum 29 has nothing to round."""
    gold, own, bronze = people_with(2000, 180, 0)
    table = ended([gold, own, bronze], (1, 2, 3, 4))
    assert rank(table, own).state == "settling"
    settlement.settle(table.pk)
    seen = rank(table, own)
    change = seen.own
    assert seen.state == "settled"
    assert change is not None
    assert (change.placement, change.shared, change.left) == (2, False, False)
    assert change.for_place == 15 + Fraction(35, 3)
    names = {seat.index: seat.name for seat in table.seats.all()}
    assert [(term.name, term.badge, term.extra) for term in change.terms] == [
        (names[0], Badge(2, 0), Fraction(7, 3))
    ]
    assert change.equals == (names[2], names[3])
    assert (change.exact, change.worth) == (29, 29)
    assert (change.before, change.after, change.reached) == (180, 209, "step")
    assert [(line.seat, line.badge) for line in seen.others] == [(0, Badge(2, 0)), (2, Badge(0, 0))]
    page = html(table, own)
    assert "2nd place" in page
    assert "+26.7" in page
    assert "You have reached Bronze IV!" in page
    assert "+26,7" in html(table, own, "da")


def test_who_shares_a_place_reads_it() -> None:
    people = people_with(100, 100, 100, 100)
    table = ended(people, (1, 2, 2, 4))
    settlement.settle(table.pk)
    change = rank(table, people[1]).own
    assert change is not None
    assert (change.shared, change.for_place, change.all_equal) == (True, 15, True)
    page = html(table, people[1])
    assert "2nd place, shared" in page
    assert "Nobody was of another tier" in page


def test_who_left_early_reads_it_and_the_others_see_it() -> None:
    people = people_with(100, 100)
    table = ended(people, (1, 3, 2), left=(1,))
    settlement.settle(table.pk)
    left = rank(table, people[1]).own
    assert left is not None
    assert (left.left, left.for_place, left.worth) == (True, -20, -20)
    assert "You left early: last" in html(table, people[1])
    (line,) = rank(table, people[0]).others
    assert (line.left, line.change, line.after) == (True, -20, 80)
    assert "left early" in html(table, people[0])


def test_the_floor_and_a_step_that_is_lost_are_told_plainly() -> None:
    silver, other = people_with(1010, 1210)
    table = ended([silver, other], (4, 3, 1, 2))
    settlement.settle(table.pk)
    assert "You cannot fall below Silver: −20 became −10." in html(table, silver)
    assert "Nobody was of another tier" in html(table, silver)
    own = rank(table, other).own
    assert own is not None
    assert (own.worth, own.reached) == (3, "")
    bronze, winner = people_with(5, 210)
    table = ended([bronze, winner], (2, 3, 1))
    settlement.settle(table.pk)
    assert "You are back in Bronze V." in html(table, winner)
    poor, also = people_with(5, 5)
    table = ended([poor, also], (3, 1, 2))
    settlement.settle(table.pk)
    assert "Nobody falls below 0: −20 became −5." in html(table, poor)


def test_a_tier_is_reached() -> None:
    one, other = people_with(990, 990)
    table = ended([one, other], (1, 2, 3))
    settlement.settle(table.pk)
    assert "You have reached Silver! It is yours for good." in html(table, one)


def test_who_watches_sees_a_line_of_each() -> None:
    people = people_with(100, 100, 100)
    table = ended(people, (1, 2, 3))
    settlement.settle(table.pk)
    seen = rank(table, None)
    assert seen.own is None
    assert [(line.change, line.after) for line in seen.others] == [(50, 150), (15, 115), (-20, 80)]


def test_where_one_played_alone_there_are_no_points() -> None:
    (one,) = people_with(100)
    table = ended([one], (1, 2, 3))
    settlement.settle(table.pk)
    assert rank(table, one) == RankSlice("few", None, ())
    assert "fewer than two people played" in html(table, one)


def test_a_game_that_a_moderator_ended_brings_nothing() -> None:
    people = people_with(100, 100)
    table = ended(people, (1, 2, 3))
    Table.objects.filter(pk=table.pk).update(stopped_at=timezone.now())
    assert rank(table, people[0]).state == "stopped"
    settlement.settle(table.pk)
    assert rank(table, people[0]) == RankSlice("stopped", None, ())


def test_a_voided_game_says_so() -> None:
    people = people_with(100, 100)
    table = ended(people, (1, 2, 3))
    settlement.settle(table.pk)
    settlement.void(table.pk)
    page = html(table, people[0])
    assert rank(table, people[0]).state == "voided"
    assert "A moderator has voided this game." in page
    assert "Your points had changed by +50." in page
    assert 'class="change' not in page
    assert "Your points had" not in html(table, None)


def test_where_everyone_has_left_each_reads_what_it_cost() -> None:
    people = people_with(100, 100)
    table = in_play(players=people, bots=1, kind=Kind.RANKED)
    for seat in (0, 1):
        door.do(table.pk, seat, Leave())
    settlement.settle(table.pk)
    page = browser(people[0]).get(_page(table)).content.decode()
    assert "Everyone has left" in page
    assert "You left early: last" in page
    assert "80" in page


def test_the_region_is_there_while_the_game_runs_and_says_nothing() -> None:
    table = dealt(2, bots=1, kind=Kind.RANKED)
    assert rank(table, None) == RankSlice("", None, ())
    assert html(table, None).split() == ["<section", 'id="rank"', "hidden>", "</section>"]


# --- words --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("worth", "en", "da"),
    [
        (Fraction(80, 3), "+26.7", "+26,7"),
        (Fraction(-7, 6), "−1.2", "−1,2"),
        (Fraction(135, 2), "+67.5", "+67,5"),
        (Fraction(7, 4), "+1.8", "+1,8"),
        (Fraction(-20), "−20.0", "−20,0"),
        (Fraction(0), "0.0", "0,0"),
    ],
)
def test_points_to_one_decimal(worth: Fraction, en: str, da: str) -> None:
    for language, text in (("en", en), ("da", da)):
        with translation.override(language):
            assert tenths(worth) == text


def test_places_have_names() -> None:
    with translation.override("en"):
        assert [place_name(n) for n in range(1, 7)] == ["1st", "2nd", "3rd", "4th", "5th", "6th"]


def _page(table: Table) -> str:
    return reverse("table", args=[table.public_id])
