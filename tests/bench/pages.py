"""Pages over a history of many games, on the database that the environment names: the server's time for each,
and the statements that it takes.

A database that has a history already (`manage.py make_history`) is left as it is: what is written for the
bench is rolled back. An empty one is filled first.
"""

import argparse
import random
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import django
from django.conf import settings

settings.STORAGES = {  # nothing is collected
    **settings.STORAGES,
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
settings.CACHES = {"default": {"BACKEND": "django.core.cache.backends.dummy.DummyCache"}}  # nobody is counted
django.setup()

from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.db import connection, transaction  # noqa: E402
from django.test import Client  # noqa: E402
from django.urls import NoReverseMatch, reverse  # noqa: E402

from accounts.models import User  # noqa: E402
from game.models import Kind, Result, Table  # noqa: E402
from ranking.models import Standing  # noqa: E402
from tests.bench.child import give  # noqa: E402
from tests.bench.measure import Stopwatch, median, percentile  # noqa: E402

HOST = {"host": "localhost"}
GUEST_BACKEND = "django.contrib.auth.backends.ModelBackend"


@dataclass(frozen=True)
class Page:
    """`who` asks: "nobody", "player" (the one with the most ranked games) or "staff"."""

    what: str
    who: str
    address: str
    args: tuple[str, ...] = ()
    asked: Mapping[str, str] = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)


def pages() -> Iterator[Page]:
    """Every page that is measured, each with something to show."""
    heavy = Standing.objects.order_by("-games").select_related("user")[0].user
    middle = Standing.objects.order_by("-points")[Standing.objects.count() // 2].user.username
    met = _somebody_met_by(heavy)
    name, everyones = heavy.username, Table.objects.filter(public=True, watching=True, kind=Kind.RANKED)
    game = everyones.filter(seats__player=heavy).latest("pk").public_id
    yield Page("leaderboard: first page", "nobody", "leaderboard")
    yield Page("leaderboard: for a player", "player", "leaderboard")
    yield Page("leaderboard: a page in the middle", "nobody", "leaderboard", asked={"after": middle})
    yield Page("leaderboard: all time, before the middle", "nobody", "leaderboard",
               asked={"board": "all", "before": middle})  # fmt: skip
    yield Page("leaderboard: a tier", "nobody", "leaderboard", asked={"tier": "silver"})
    yield Page("leaderboard: the month", "nobody", "leaderboard", asked={"board": "month"})
    yield Page("leaderboard: the month, a tier", "nobody", "leaderboard",
               asked={"board": "month", "tier": "gold"})  # fmt: skip
    yield Page("profile", "nobody", "profile", (name,))
    yield Page("profile: one's own", "player", "profile", (name,))
    yield Page("history: one's own", "player", "history")
    yield Page("history: with an opponent", "player", "history", asked={"opponent": met})
    yield Page("history: of a kind, from a day", "player", "history",
               asked={"kind": "multiplayer", "from": "2020-01-01"})  # fmt: skip
    yield Page("history: of another", "nobody", "history_of", (name,))
    yield Page("history: of another, with an opponent", "nobody", "history_of", (name,), {"opponent": met})
    yield Page("games: everybody's", "nobody", "games")
    yield Page("games: of a kind", "nobody", "games", asked={"kind": "multiplayer"})
    yield Page("game", "nobody", "past_game", (game,))
    yield Page("game: another step", "nobody", "past_game", (game,), {"step": "40"}, {"HX-Request": "true"})
    yield Page("game: its record", "nobody", "record", (game,))
    for model in ("accounts_user", "accounts_report", "accounts_act", "game_table", "game_result",
                  "game_message", "ranking_standing", "ranking_rankchange", "ranking_settlement",
                  "ranking_tally"):  # fmt: skip
        yield Page(f"admin: {model}", "staff", f"admin:{model}_changelist")
    for model in ("accounts_user", "accounts_report", "game_table", "game_result", "game_message",
                  "ranking_rankchange"):  # fmt: skip
        yield Page(f"admin: {model}, by name", "staff", f"admin:{model}_changelist", asked={"q": name})
    yield Page(
        "admin: game_table, open ones", "staff", "admin:game_table_changelist", asked={"stage": "open"}
    )
    yield Page("admin: game_table, by public id", "staff", "admin:game_table_changelist", asked={"q": game})
    yield Page("API: leaderboard", "nobody", "api:leaderboard")
    yield Page("API: player", "nobody", "api:player", (name,))
    yield Page("API: games", "nobody", "api:games", (name,))
    yield Page("API: record", "nobody", "api:record", (game,))


def _somebody_met_by(player: User) -> str:
    """An opponent of one game, a while ago."""
    tables = Result.objects.filter(player=player, table__kind=Kind.RANKED).order_by("at").values("table")[:50]
    ids = [row["table"] for row in tables]
    found = Result.objects.filter(table__in=ids, player__isnull=False).exclude(player=player).first()
    assert found is not None
    assert found.player is not None
    return found.player.username


@dataclass(frozen=True)
class Answer:
    """`seconds` from the asking to the answer; `worked` are those of this process's own processor time, and
    `waited` those in which it waited for the database."""

    status: int
    seconds: float
    worked: float
    waited: float
    statements: int


class Visitors:
    """Browsers in which they are logged in who ask for pages."""

    def __init__(self) -> None:
        self._clients = {
            "nobody": Client(headers=HOST),
            "player": self._of(_heaviest()),
            "staff": self._of(_staff()),
        }

    def ask(self, page: Page) -> "Answer":
        asked = []

        def count(execute: Callable[..., Any], *rest: Any) -> Any:
            watch = Stopwatch()
            try:
                return execute(*rest)
            finally:
                asked.append(watch.read())

        address = reverse(page.address, args=page.args)
        with connection.execute_wrapper(count):
            watch, worked = Stopwatch(), time.thread_time()
            answer = self._clients[page.who].get(address, page.asked, headers=dict(page.headers))
            size = len(b"".join(answer.streaming_content) if answer.streaming else answer.content)
            passed, worked = watch.read(), time.thread_time() - worked
        assert size or answer.status_code != 200
        return Answer(answer.status_code, passed, worked, sum(asked), len(asked))

    @staticmethod
    def _of(user: User) -> Client:
        client = Client(headers=HOST)
        client.force_login(user, backend=GUEST_BACKEND)
        return client


def _heaviest() -> User:
    return Standing.objects.order_by("-games").select_related("user")[0].user


def _staff() -> User:
    user = User.objects.create_user(f"Bench{random.randrange(10**9)}", is_staff=True, is_superuser=True)
    TOTP.activate(user, generate_totp_secret())
    return user


def measure(games: int, times: int, only: str) -> dict[str, Any]:
    """Figures of each page, in milliseconds."""
    call_command("migrate", interactive=False, verbosity=0)
    if not Table.objects.exists():
        call_command("make_history", players=max(games // 10, 30), games=games, stdout=sys.stderr)
    with transaction.atomic():
        try:
            visitors = Visitors()
            figures = {
                page.what: _figures(visitors, page, times)
                for page in pages()
                if only in page.what and _is_there(page)
            }
        finally:
            transaction.set_rollback(True)
    return {"games": Table.objects.count(), "players": User.objects.count(), "pages": figures}


def _is_there(page: Page) -> bool:
    try:
        reverse(page.address, args=page.args)
    except NoReverseMatch:
        return False
    return True


def _figures(visitors: Visitors, page: Page, times: int) -> dict[str, Any]:
    """The first time is told by itself: what the database had to fetch from the disk is in it."""
    first = visitors.ask(page)
    again = [visitors.ask(page) for _ in range(times)]
    seconds = [answer.seconds for answer in again]
    return {
        "status": first.status,
        "first_ms": _ms(first.seconds),
        "ms": _ms(median(seconds)),
        "ms_p95": _ms(percentile(seconds, 0.95)),
        "cpu_ms": _ms(median([answer.worked for answer in again])),
        "database_ms": _ms(median([answer.waited for answer in again])),
        "statements": max(answer.statements for answer in again),
    }


def _ms(seconds: float) -> float:
    return round(seconds * 1000, 1)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--page", default="", help="only pages with this in their names")
    options = parser.parse_args()
    give(measure(40 if options.quick else options.games, 2 if options.quick else 20, options.page))
