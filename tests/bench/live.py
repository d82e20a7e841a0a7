"""Whole tables over WebSocket: one Daphne process of the site, players in another process, and the
yardstick's consumer in a third, measured in turn.

This process opens the tables through the services. It also does what a Celery worker would do at
them (deal, reveal), as soon as all four players have seen that it is due, since nobody can move
meanwhile. Those are no moves and are not counted.
"""

import json
import random
import subprocess
import sys
from functools import cache
from typing import Any
from urllib.parse import urlencode

import django

django.setup()

from django.conf import settings  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.db import connection  # noqa: E402

from accounts.models import User  # noqa: E402
from game.models import Kind, Seat, Table, new_seed  # noqa: E402
from game.rules.exact_bid.options import Options  # noqa: E402
from game.schedule import COMPANY  # noqa: E402
from game.tables import open_table  # noqa: E402
from tests.bench.child import MARK, give  # noqa: E402
from tests.bench.measure import median  # noqa: E402
from tests.bench.servers import Server, daphne  # noqa: E402
from tests.game.tables import let_table_act, person  # noqa: E402
from tests.live.client import session_of  # noqa: E402

MOVES_OF_A_GAME = 300
FASTEST = 1500  # moves a second, to have games enough
LANGUAGES = ("en", "da", "en", "da")  # of the four seats

Plan = dict[str, Any]
Figures = dict[str, Any]


def measure(quick: bool) -> Figures:
    """Figures by number of tables: as fast as it goes, and at half that pace."""
    call_command("migrate", interactive=False, verbosity=0)
    _number_tables_apart()
    with (
        daphne("piratbridge_site.asgi:application") as site,
        daphne("tests.bench.fanout:application") as bare,
    ):
        return {str(n): _at(site, bare, n, quick) for n in ((1, 3) if quick else (1, 10, 50))}


def _number_tables_apart() -> None:
    """Give tables numbers that no other site on the same Redis has, since channels go by them."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            start = random.randrange(10**6, 2 * 10**9)
            cursor.execute(f"ALTER SEQUENCE game_table_id_seq RESTART WITH {start}")


def _at(site: Server, bare: Server, tables: int, quick: bool) -> Figures:
    """So many tables: site and yardstick in turn, medians; then the site at half its pace."""
    warm, seconds, turns = (1.0, 1.5, 1) if quick else (1.5, 4.0, 3)
    fast, yard = [], []
    for _ in range(turns):
        fast.append(_play(site, tables, warm, seconds))
        yard.append(_fan_out(bare, tables, warm / 2, seconds / 2))
    speed = median([run["moves_per_second"] for run in fast])
    slow = _play(site, tables, warm, seconds * 1.5, gap=2 * tables / speed)
    return {
        "site": _middle(fast),
        "bare": _middle(yard),
        "ratio": _ratio(fast, yard, "moves_per_second"),
        "cpu_ratio": _ratio(yard, fast, "server_cpu_ms_a_move"),
        "half_pace": _rounded(slow),
    }


def _ratio(ours: list[Figures], theirs: list[Figures], name: str) -> float:
    """Of a figure in neighbouring runs, the median."""
    return round(median([one[name] / other[name] for one, other in zip(ours, theirs, strict=True)]), 3)


def _middle(runs: list[Figures]) -> Figures:
    return _rounded({name: median([run[name] for run in runs]) for name in runs[0]})


def _rounded(figures: Figures) -> Figures:
    return {name: round(value, 3) for name, value in figures.items()}


def _play(site: Server, tables: int, warm: float, seconds: float, gap: float = 0.0) -> Figures:
    """The site's tables, played for a while."""
    games = 1 + int(FASTEST * (warm + seconds) / tables / MOVES_OF_A_GAME)
    groups = [[_open(site) for _ in range(games)] for _ in range(tables)]
    return _run(site, {"groups": groups, "warm": warm, "seconds": seconds, "gap": gap})


def _fan_out(bare: Server, tables: int, warm: float, seconds: float) -> Figures:
    address = [{"url": bare.socket_url(f"/bare/{n}/"), "cookie": "", "table": ""} for n in range(tables)]
    groups = [[[one] * 4] for one in address]
    return _run(bare, {"groups": groups, "warm": warm, "seconds": seconds, "bare": True})


@cache
def _people() -> list[tuple[User, str]]:
    """Four people, who sit at every table, and the cookies of their sessions."""
    people = [person(f"Ida{seat}") for seat in range(4)]
    return [(one, f"{settings.SESSION_COOKIE_NAME}={session_of(one)}") for one in people]


def _open(site: Server) -> list[dict[str, str]]:
    """A new table with its first round dealt; the addresses of its four seats, half of them Danish."""
    seats = [
        Seat(player=player, name=player.username, salt="ab", language=language)
        for (player, _), language in zip(_people(), LANGUAGES, strict=True)
    ]
    table = open_table(Kind.MULTIPLAYER, Options(), "fast", new_seed(), seats)
    Seat.objects.filter(table=table).update(sits=False)  # or they could not sit at the next one, too
    let_table_act(table)
    return [
        {"url": site.socket_url(_path(table, language)), "cookie": cookie, "table": table.public_id}
        for (_, cookie), language in zip(_people(), LANGUAGES, strict=True)
    ]


def _path(table: Table, language: str) -> str:
    query = urlencode({"language": language, "version": -1, "release": settings.RELEASE})
    return f"/ws/table/{table.public_id}/?{query}"


def _let_table_act(public_id: str) -> None:
    """Do all that a table does by itself until it waits for people again."""
    table = Table.objects.get(public_id=public_id)
    while table.due_at is not None and not table.due_for.startswith(COMPANY):
        let_table_act(table)
        table.refresh_from_db()


def _run(server: Server, plan: Plan) -> Figures:
    """Let the clients carry out a plan. They say which tables wait for themselves."""
    command = [sys.executable, "-m", "tests.bench.clients"]
    cpu: list[float] = []
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as clients:
        assert clients.stdin
        assert clients.stdout
        clients.stdin.write(json.dumps({**plan, "origin": server.origin}))
        clients.stdin.close()
        for line in clients.stdout:
            match line.split():
                case ["idle", public_id]:
                    _let_table_act(public_id)
                case ["begin" | "end"]:
                    cpu.append(server.cpu_seconds())
                case _:
                    figures: Figures = json.loads(line.removeprefix(MARK))
    if clients.returncode:
        raise SystemExit("the clients gave no figures")
    figures["server_cpu"] = (cpu[1] - cpu[0]) / figures["seconds"]
    figures["server_cpu_ms_a_move"] = (cpu[1] - cpu[0]) * 1000 / max(1, figures["moves"])
    return figures


if __name__ == "__main__":
    give(measure("--quick" in sys.argv))
