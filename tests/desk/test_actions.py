"""What is pressed on the desk is done, with a reason, once; and who comes second is told."""

import threading
from datetime import timedelta
from functools import partial

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone
from django.utils.translation import override

from accounts import sanctions
from accounts.models import Act, Report, Sanction, User
from accounts.services import delete_account
from accounts.words import sanction_text
from game.models import Kind, Table
from piratbridge_site.desk.deeds import NotDone
from piratbridge_site.desk.deeds import press as pressed
from piratbridge_site.desk.offers import Subject
from piratbridge_site.desk.reasons import ready_reasons
from ranking.models import Flag, RankChange, Standing
from ranking.settlement import settle
from tests.desk.people import account, done, into_the_desk, look, offered, page_of, press, report, say, staff
from tests.game.company import at_once, in_play
from tests.ranking.ended import ended, people_with, points_of

pytestmark = [pytest.mark.django_db, pytest.mark.database]


@pytest.fixture
def freja() -> User:
    return account("Freja")


@pytest.fixture
def ida() -> User:
    return account("Ida")


@pytest.fixture
def table(freja: User, ida: User) -> Table:
    return in_play(players=[freja, ida, account("Bo")], kind=Kind.MULTIPLAYER, most_cards=2)


@pytest.fixture
def one(table: Table, freja: User, ida: User) -> Report:
    return report(table, freja, ida, message=say(table, ida, "You fool"))


def now_of(user: User) -> User:
    return User.objects.get(pk=user.pk)


# --- from a report ----------------------------------------------------------------------------------------


def test_a_ban_and_the_report_is_closed_by_the_same_press(
    client: Client, one: Report, vagt: User, ida: User
) -> None:
    said = press(client, one, "ban", span="3d", reason="Threats.", close="1")
    assert said.startswith("Ida is banned until ")
    assert said.endswith("The report is closed.")
    ban = sanctions.sanction_on(ida, "ban")
    assert ban is not None
    assert ban.until is not None
    assert abs(ban.until - timezone.now() - timedelta(days=3)) < timedelta(minutes=1)
    one.refresh_from_db()
    assert (one.handled_by, one.note) == (vagt, "Threats.")
    assert done() == [("ban", "Threats."), ("handle-report", "Threats.")]
    assert set(Act.objects.values_list("report", flat=True)) == {one.pk}
    seen = look(client, one)
    assert "closed" in seen
    assert "Done because of this report" in seen


def test_without_the_tick_it_stays_open(client: Client, one: Report) -> None:
    assert press(client, one, "warn", reason="Be kind.") == "Ida is warned."
    one.refresh_from_db()
    assert one.handled_at is None
    assert done() == [("warn", "Be kind.")]


def test_what_it_does_and_what_they_read_is_said_before(client: Client, one: Report, ida: User) -> None:
    offers = {offer.what: offer for offer in client.get(page_of(one)).context["desk"].offers}
    spans = {span.code: span for span in offers["ban"].spans}
    assert list(spans) == ["1h", "1d", "3d", "1w", "1m", "ever"]
    assert "cannot log in any more, for good" in spans["ever"].does
    assert spans["ever"].reads == "You are banned for good. Why: …"
    assert "until " in spans["1d"].does
    assert "ever" not in {span.code for span in offers["mute"].spans}
    assert offers["warn"].reads == "A moderator has warned you. Why: …"
    ida.settings = {"language": "da"}
    ida.save()
    offers = {offer.what: offer for offer in client.get(page_of(one)).context["desk"].offers}
    with override("da"):
        assert offers["warn"].reads.startswith(sanction_text(Sanction(kind="warn")))
        insult = ready_reasons("warn", "da")[0]
    assert offers["warn"].reasons[0] == insult


@pytest.mark.parametrize(
    ("what", "more"),
    [
        ("warn", {}), ("mute", {"span": "1d"}), ("ban", {"span": "1d"}), ("rename", {"was": "Ida"}),
        ("end-table", {}), ("close", {}),
    ],
)  # fmt: skip
def test_nothing_is_done_without_a_reason(
    client: Client, one: Report, what: str, more: dict[str, str]
) -> None:
    assert "Say why." in press(client, one, what, reason="  ", **more)
    assert done() == []
    one.refresh_from_db()
    assert one.handled_at is None


def test_a_chosen_reason_is_one_and_what_is_typed_goes_before_it(client: Client, one: Report) -> None:
    press(client, one, "warn", ready="Ready-made.")
    press(client, one, "mute", span="1h", ready="Ready-made.", reason="Typed.")
    assert done() == [("warn", "Ready-made."), ("mute", "Typed.")]


def test_what_was_typed_is_still_there_where_nothing_was_done(client: Client, one: Report) -> None:
    seen = client.get(page_of(one)).context["desk"].seen
    given = {"what": "ban", "seen": seen, "reason": "Because <b>", "span": "never"}
    page = client.post(page_of(one), given).content.decode()
    assert "Say until when." in page
    assert "Because &lt;b&gt;</textarea>" in page


def test_several_reports_of_one_thing_are_closed_together(
    client: Client, table: Table, one: Report, ida: User
) -> None:
    bo = User.objects.get(username="Bo")
    same = report(table, bo, ida, message=table.messages.get(pk=one.message))
    other = report(table, bo, ida)
    said = press(client, one, "close", reason="Nothing against our rules.")
    assert said == "The report is closed, and so are 1 of the same."
    open_ones = set(Report.objects.filter(handled_at=None))
    assert open_ones == {other}
    assert same not in open_ones
    assert done() == [("handle-report", "Nothing against our rules.")] * 2


def test_rubbish_does_nothing(client: Client, one: Report) -> None:
    for given in ({"what": "hang"}, {}, {"what": "lift", "kind": "hat"}, {"what": "correct-points"}):
        assert client.post(page_of(one), {"reason": "x", "seen": "0", **given}).status_code == 200
    assert client.post(page_of(one), {"what": "warn", "reason": "x", "seen": "²"}).status_code == 302
    assert done() == [("warn", "x")]


# --- twice, and two at once -------------------------------------------------------------------------------


def test_a_second_press_is_told_what_the_first_did(client: Client, one: Report, ida: User) -> None:
    press(client, one, "ban", span="1d", reason="Threats.", seen=0)
    said = press(client, one, "ban", span="1d", reason="Threats.", seen=0)
    assert said.startswith("Nothing was done, because you have been here just now, and banned Ida until ")
    assert "The reason: “Threats.”" in said
    assert Sanction.objects.count() == 1


def test_a_second_moderator_is_told_what_the_first_did(client: Client, one: Report) -> None:
    """Though they want something else: they look again, and then may."""
    other = into_the_desk(staff("Anden"))
    seen = other.get(page_of(one)).context["desk"].seen
    press(client, one, "warn", reason="Once.", close="1")
    said = press(other, one, "ban", seen=seen, span="1w", reason="Enough.", close="1")
    assert said.startswith("Nothing was done, because Vagt has been here just now, and ")
    assert done() == [("warn", "Once."), ("handle-report", "Once.")]
    assert press(other, one, "ban", span="1w", reason="Enough.").startswith("Ida is banned until ")


def test_what_is_done_on_the_players_page_is_known_on_the_reports(
    client: Client, one: Report, ida: User
) -> None:
    other = into_the_desk(staff("Anden"))
    seen = other.get(page_of(one)).context["desk"].seen
    press(client, ida, "mute", span="1d", reason="Rude.")
    said = press(other, one, "mute", seen=seen, span="1h", reason="Rude.")
    assert "Vagt has been here just now, and muted Ida until " in said


@pytest.mark.django_db(transaction=True)
def test_of_two_at_the_same_moment_one_has_done_it(one: Report, vagt: User, ida: User) -> None:
    moderators, said = [vagt, staff("Anden")], []
    barrier = threading.Barrier(2)

    def decide(moderator: User, what: str) -> None:
        barrier.wait(20)
        try:
            subject = Subject(now_of(ida), report=one)
            said.append(
                pressed(moderator, subject, {"what": what, "reason": what, "span": "1d", "close": "1"})
            )
        except NotDone as why:
            said.append(str(why))
        finally:
            connection.close()

    threads = [
        threading.Thread(target=decide, args=pair) for pair in zip(moderators, ("mute", "ban"), strict=True)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(each.startswith("Nothing was done, because") for each in said) == [False, True]
    assert Sanction.objects.count() == 1
    assert Act.objects.count() == 2


AT_ONCE = [
    ("warn", {}),
    ("mute", {"span": "1d"}),
    ("ban", {"span": "1w"}),
    ("ban", {"span": "ever"}),
]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("with_flag", [False, True])
@pytest.mark.parametrize(("what", "more"), AT_ONCE)
def test_two_presses_at_once_without_a_report_lay_one(
    ida: User, freja: User, vagt: User, what: str, more: dict[str, str], with_flag: bool
) -> None:
    """Ends are counted from the press, so that the second would last a little longer than the first."""
    now = timezone.now()
    flag = Flag.objects.create(
        kind="often-together", user=ida, other=freja, since=now, until=now, found_at=now, details={}
    )
    given = {"what": what, "reason": "Twice.", "seen": "0", **more}

    def decide(moderator: User) -> None:
        pressed(moderator, Subject(now_of(ida), flag=flag if with_flag else None), given)

    outcomes = at_once(*(partial(decide, moderator) for moderator in (vagt, staff("Anden"))))
    assert sorted("Nothing was done, because" in each for each in outcomes) == [False, True]
    assert "done" in outcomes
    assert Sanction.objects.filter(user=ida).count() == Act.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_a_report_and_the_players_own_page_at_once(one: Report, ida: User, vagt: User) -> None:
    """Different pages, one player."""
    given = {"what": "warn", "reason": "Twice.", "seen": "0"}
    other = staff("Anden")
    outcomes = at_once(
        lambda: pressed(vagt, Subject(now_of(ida), report=one), given),
        lambda: pressed(other, Subject(now_of(ida)), given),
    )
    assert sorted("Nothing was done, because" in each for each in outcomes) == [False, True]
    assert Sanction.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_two_end_a_game_at_once(table: Table, vagt: User) -> None:
    given = {"what": "end-table", "reason": "Twice.", "seen": "0"}
    other = staff("Anden")
    outcomes = at_once(
        lambda: pressed(vagt, Subject(table=table), given),
        lambda: pressed(other, Subject(table=table), given),
    )
    assert sorted("Nothing was done, because" in each for each in outcomes) == [False, True]
    assert done() == [("end-table", "Twice.")]


@pytest.mark.django_db(transaction=True)
def test_an_account_is_deleted_while_a_report_about_it_is_decided(one: Report, ida: User, vagt: User) -> None:
    """One after the other, whichever is first: nothing waits for ever, and nothing is half done."""
    given = {"what": "ban", "span": "1d", "reason": "x", "seen": "0", "close": "1"}
    outcomes = at_once(
        lambda: pressed(vagt, Subject(now_of(ida), report=one), given), lambda: delete_account(now_of(ida))
    )
    assert outcomes[1] == "done"
    assert outcomes[0] == "done" or "This account has been deleted." in outcomes[0]
    assert now_of(ida).deleted_at is not None


# --- players ----------------------------------------------------------------------------------------------


def test_from_a_players_page(client: Client, ida: User) -> None:
    assert offered(client, ida) == ["warn", "mute", "ban", "rename"]
    press(client, ida, "mute", span="1h", reason="Rude.")
    assert offered(client, ida) == ["warn", "mute", "ban", "rename", "lift mute"]
    assert press(client, ida, "lift", kind="mute", reason="A mistake.") == "The mute of Ida is lifted."
    assert sanctions.sanction_on(ida, "mute") is None
    said = press(client, ida, "rename", was="Ida", name="Pæn Frue", reason="Rude.")
    assert said == "Ida is called Pæn Frue now."
    assert "Called before: Ida" in look(client, now_of(ida))
    said = press(client, ida, "rename", was="Pæn Frue", name="Vagt", reason="Again.")
    assert said.startswith("Nothing was done. ")
    assert now_of(ida).username == "Pæn Frue"


def test_a_name_that_changed_meanwhile_is_not_changed_again(client: Client, ida: User) -> None:
    said = press(client, ida, "rename", was="Ida Før", name="Pæn Frue", reason="Rude.")
    assert said == "Nothing was done. Somebody has done that already."
    assert now_of(ida).username == "Ida"


def test_nobody_decides_about_themselves_or_who_stands_as_high(client: Client, vagt: User) -> None:
    for who, why in ((vagt, "about yourself"), (staff("Anden"), "staff of your rank or above")):
        assert offered(client, who) == []
        assert why in look(client, who)
        assert "Nothing was done." in press(client, who, "warn", reason="x")
    assert done() == []


# --- tables and points ------------------------------------------------------------------------------------


def test_a_running_game_is_ended(client: Client, table: Table) -> None:
    assert offered(client, table) == ["end-table"]
    seen = client.get(page_of(table)).context["desk"].seen
    assert press(client, table, "end-table", reason="Two on one phone.") == (
        "The game is ended, and counts for nothing."
    )
    said = press(client, table, "end-table", reason="Two on one phone.", seen=seen)
    assert "you have been here just now, and ended the game" in said
    assert offered(client, table) == []


def test_who_sits_there_does_not_end_it(client: Client, vagt: User, freja: User) -> None:
    table = in_play(players=[vagt, freja], kind=Kind.MULTIPLAYER, most_cards=2)
    assert offered(client, table) == []
    assert "You have a seat at this table" in look(client, table)
    assert "about yourself" in press(client, table, "end-table", reason="x")


def test_voiding_says_before_what_each_gets_back_and_then_does_it(client: Client) -> None:
    """480 + 50 = 530 and 1010 − 20, held at 1000 (RULES 3: a tier is never lost); given back: −50 and +10."""
    one, two = people_with(480, 1010)
    table = ended([one, two], [1, 2], points=[480, 480])
    settle(table.pk)
    assert (points_of(one), points_of(two)) == (530, 1000)
    Standing.objects.filter(user=one).update(points=1020)  # has won meanwhile, and holds Silver
    offer = client.get(page_of(table)).context["desk"].offers[0]
    told = {each.user: (each.change, each.before, each.after, each.held) for each in offer.returns}
    assert told == {one: (50, 1020, 1000, True), two: (-10, 1000, 1010, False)}
    seen = look(client, table)
    assert "the game brought +50; now 1020 points, then 1000: no lower, where Silver begins" in seen
    assert "the game brought −10; now 1000 points, then 1010" in seen
    said = press(client, table, "void-game", reason="They helped each other.")
    assert said == "The game is voided; the points of 2 players have moved."
    assert (points_of(one), points_of(two)) == (1000, 1010)
    act = Act.objects.get()
    assert (act.what, act.place) == ("void-game", table.public_id)
    assert {each["user"] for each in act.details["changes"]} == {one.pk, two.pk}
    assert "and voided" in look(client, table)
    assert "you have been here" in press(client, table, "void-game", reason="Again.", seen=0)
    assert RankChange.objects.filter(cause="void").count() == 2


def test_only_ranked_games_that_count_are_voided(client: Client, table: Table) -> None:
    assert "Only a ranked game that has ended" in press(client, table, "void-game", reason="x")
    one, two = people_with(0, 0)
    unranked = ended([one, two], [1, 2], kind=Kind.MULTIPLAYER)
    settle(unranked.pk)
    assert offered(client, unranked) == []
    assert "Only a ranked game" in press(client, unranked, "void-game", reason="x")


def test_an_admin_corrects_points(chef: Client) -> None:
    (ida,) = people_with(1234)
    assert "correct-points" in offered(chef, ida)
    assert press(chef, ida, "correct-points", points="900", was="1234", reason="A fault.").endswith(
        "has 900 rank points now."
    )
    assert points_of(ida) == 900
    act = Act.objects.get()
    assert (act.details["before"], act.details["after"]) == (1234, 900)
    for given, why in (
        ({"points": "900", "was": "900"}, "so many points already"),
        ({"points": "950", "was": "1234"}, "have changed since you looked"),
        ({"points": "-1", "was": "900"}, "whole number from 0"),
        ({"points": "99999999", "was": "900"}, "whole number from 0"),
    ):
        assert why in press(chef, ida, "correct-points", reason="x", **given)
    assert points_of(ida) == 900
    assert Act.objects.count() == 1


# --- flags ------------------------------------------------------------------------------------------------


def test_a_flag_is_reviewed_with_a_note(client: Client, vagt: User, freja: User, ida: User) -> None:
    now = timezone.now()
    flag = Flag.objects.create(
        kind="often-together", user=freja, other=ida, since=now, until=now, found_at=now,
        details={"games": 18, "of": 20, "tables": []},
    )  # fmt: skip
    assert "Freja and Ida sat together in 18 of 20 ranked games." in look(client, flag)
    assert "Say why." in press(client, flag, "review-flag")
    assert press(client, flag, "review-flag", reason="Friends.") == "The flag is reviewed."
    flag.refresh_from_db()
    assert (flag.reviewed_by, flag.note) == (vagt, "Friends.")
    assert done() == [("review-flag", "Friends.")]
    other = into_the_desk(staff("Anden"))
    assert "Vagt has been here just now, and reviewed a flag of Freja" in press(
        other, flag, "review-flag", reason="Odd.", seen=0
    )
