"""The read-only API: what it tells, to whom it says no, and that its description is true."""

from collections.abc import Iterator
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.cache import cache
from django.core.management import call_command
from django.test import Client, override_settings
from django.urls import reverse
from django.utils import timezone

from accounts import names
from accounts.models import User
from game.models import Kind, Result, Table
from game.rules.record import verify
from ranking.models import RankChange, Standing, Tally

pytestmark = [pytest.mark.django_db, pytest.mark.database]


@pytest.fixture(autouse=True)
def _nobody_has_asked_yet() -> Iterator[None]:
    with override_settings(CACHES={"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}):
        cache.clear()
        yield
        cache.clear()


@pytest.fixture
def _history() -> None:
    call_command("make_history", "--players", "30", "--games", "40", "--processes", "0", stdout=StringIO())


def ask(client: Client, name: str, *args: str, status: int = 200, **asked: Any) -> Any:
    answer = client.get(reverse(f"api:{name}", args=args), asked)
    assert answer.status_code == status, answer.content
    assert answer["Content-Type"].startswith("application/json")
    return answer.json()


def player(name: str, points: int, **more: Any) -> User:
    user = User.objects.create(username=name)
    played = {"games": 1, "played_at": timezone.now()} | more
    Standing.objects.create(user=user, points=points, order=names.order(name), **played)
    return user


# --- leaderboards -----------------------------------------------------------------------------------------


def test_a_leaderboard_says_who_stands_where(client: Client) -> None:
    player("Freja", 1450)
    player("Åse", 1450)
    player("Mads", 20)
    player("Ida", 5900, played_at=timezone.now() - timedelta(days=61))
    found = ask(client, "leaderboard")
    assert [(row["place"], row["player"], row["points"]) for row in found["rows"]] == [
        (1, "Freja", 1450), (1, "Åse", 1450), (3, "Mads", 20),
    ]  # fmt: skip
    assert found["rows"][0]["rank"] == {"points": 1450, "tier": "silver", "step": "III", "name": "Silver III"}
    assert (found["next"], found["previous"]) == (None, None)
    everyone = ask(client, "leaderboard", board="all")["rows"]
    assert (everyone[0]["player"], everyone[0]["rank"]["name"]) == ("Ida", "Master I")
    assert [row["player"] for row in ask(client, "leaderboard", tier="bronze")["rows"]] == ["Mads"]


def test_players_level_on_points_share_a_place_over_pages_and_none_is_lost(client: Client) -> None:
    for number in range(120):
        player(f"Spiller {number:03}", 100)
    address: str | None = reverse("api:leaderboard")
    seen: list[str] = []
    while address:
        page = client.get(address).json()
        assert {row["place"] for row in page["rows"]} == {1}
        seen += [row["player"] for row in page["rows"]]
        address = page["next"]
    assert seen == [f"Spiller {number:03}" for number in range(120)]
    back = ask(client, "leaderboard", before="Spiller 050")
    assert [row["player"] for row in back["rows"]] == seen[:50]
    assert "Spiller 090" in [
        row["player"] for row in ask(client, "leaderboard", around="spiller 090")["rows"]
    ]


def test_what_no_leaderboard_is_says_why(client: Client) -> None:
    unreadable = ask(client, "leaderboard", board="ever", status=422)
    assert unreadable["code"] == "unreadable"
    assert "board" in unreadable["message"]
    assert ask(client, "leaderboard", tier="wood", status=422)["code"] == "unreadable"
    assert ask(client, "leaderboard", after="Nobody", status=404)["code"] == "no-such-player"
    assert ask(client, "leaderboard", after="a", before="b", status=422)["code"] == "unreadable"


# --- players ----------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("_history")
def test_a_player_has_rank_and_statistics(client: Client) -> None:
    tally = Tally.objects.filter(kind=Kind.RANKED).order_by("-games").select_related("user").first()
    assert tally is not None
    user = tally.user
    found = ask(client, "player", user.username.upper())
    assert found["name"] == user.username
    assert found["standing"]["rank"]["points"] == user.standing.points
    assert found["standing"]["games"] == user.standing.games
    ranked = next(each for each in found["statistics"] if each["kind"] == "ranked")
    assert (ranked["games"], ranked["bids"]) == (tally.games, tally.bids)
    assert "email" not in str(found)


def test_whoever_has_no_account_is_no_player(client: Client) -> None:
    User.objects.create(username="guest-1", is_guest=True)
    User.objects.create(username="deleted-1", deleted_at=timezone.now())
    for name in ("guest-1", "deleted-1", "Nobody"):
        assert ask(client, "player", name, status=404)["code"] == "no-such-player"
        assert ask(client, "games", name, status=404)["code"] == "no-such-player"


# --- games ------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("_history")
def test_the_public_games_of_a_player_and_no_others(client: Client) -> None:
    busiest = max(User.objects.all(), key=lambda user: user.results.count())
    address: str | None = reverse("api:games", args=[busiest.username])
    seen: list[Any] = []
    while address:
        page = client.get(address).json()
        seen += page["rows"]
        address = page["next"]
    public = Table.objects.filter(seats__player=busiest, public=True, watching=True)
    assert [row["id"] for row in seen] == list(
        public.order_by("-ended_at").values_list("public_id", flat=True)
    )
    moved = RankChange.objects.filter(user=busiest)
    assert {row["id"]: row["points_moved"] for row in seen if row["points_moved"] is not None} == {
        change.table.public_id: change.real for change in moved if change.table
    }
    assert ask(client, "games", busiest.username, kind="ranked")["rows"] == [
        row for row in seen if row["kind"] == "ranked"
    ]


@pytest.mark.usefixtures("_history")
def test_the_record_of_a_public_game_is_the_record(client: Client) -> None:
    table = Table.objects.filter(public=True, kind=Kind.RANKED, results__placement=1).first()
    assert table is not None
    result = verify(ask(client, "record", table.public_id))
    assert (result["valid"], result["finished"]) == (True, True)
    placed = Result.objects.filter(table=table).order_by("seat").values_list("placement", flat=True)
    assert result["placements"] == list(placed)


@pytest.mark.usefixtures("_history")
def test_what_is_private_or_running_is_not_there(client: Client) -> None:
    private = Table.objects.filter(kind=Kind.MULTIPLAYER).first()
    running = Table.objects.filter(kind=Kind.RANKED).first()
    alone = Table.objects.filter(kind=Kind.SINGLEPLAYER).first()
    assert private
    assert running
    assert alone
    Table.objects.filter(pk=private.pk).update(public=False)
    Table.objects.filter(pk=running.pk).update(status="running", ended_at=None)
    for table in (private, running, alone):
        assert ask(client, "record", table.public_id, status=404)["code"] == "no-such-game"


# --- how it is asked --------------------------------------------------------------------------------------


def test_an_address_may_ask_sixty_times_a_minute(client: Client) -> None:
    for _ in range(60):
        ask(client, "leaderboard")
    refused = client.get(reverse("api:leaderboard"))
    assert refused.status_code == 429
    assert refused.json()["code"] == "too-many-requests"
    assert 1 <= int(refused["Retry-After"]) <= 60
    assert client.get(reverse("api:player", args=["Ida"])).status_code == 429
    assert client.get(reverse("api:leaderboard"), REMOTE_ADDR="192.0.2.7").status_code == 200


def test_who_has_an_answer_already_is_told_so(client: Client) -> None:
    player("Freja", 1450)
    first = client.get(reverse("api:leaderboard"))
    assert set(first["Cache-Control"].split(", ")) == {"max-age=60", "public"}
    again = client.get(reverse("api:leaderboard"), headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_nothing_is_changed_by_asking(client: Client) -> None:
    assert client.post(reverse("api:leaderboard")).status_code == 405


def test_the_description_names_every_endpoint_and_every_field_is_described(client: Client) -> None:
    schema = client.get(reverse("api:openapi-json")).json()
    assert schema["openapi"].startswith("3.")
    assert set(schema["paths"]) == {
        "/api/v1/leaderboard", "/api/v1/players/{name}", "/api/v1/players/{name}/games",
        "/api/v1/games/{public_id}",
    }  # fmt: skip
    for ways in schema["paths"].values():
        assert set(ways) == {"get"}
        assert set(ways["get"]["responses"]) == {"200", "404", "422", "429"}


def test_the_description_for_people_says_the_same_and_needs_no_script(client: Client) -> None:
    page = client.get(reverse("api")).content.decode()
    for said in ("/api/v1/players/{name}/games", "Silver III", "LeaderboardRow"):
        assert said in page
    assert "AskedFor" not in page
    main = page.partition("<main")[2]
    assert "<script" not in main
    assert "style=" not in main


def test_every_page_leads_to_it(client: Client) -> None:
    assert f'href="{reverse("api")}"' in client.get(reverse("rules")).content.decode()
