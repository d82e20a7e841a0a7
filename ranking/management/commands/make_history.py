"""``manage.py make_history``: a history of made-up players and games, for measuring and for looking at."""

import os
import time
from argparse import ArgumentParser
from datetime import timedelta
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from django.utils import timezone

from game.models import Table
from ranking.made_up import history

PLAYED: Final = 5000


class Command(BaseCommand):
    help = (
        "Fills the database with made-up players and their games, all ended, packed and settled. Nobody can "
        "log in as one of them. The games are played by the real engine with fair cards. It takes some "
        "milliseconds for each, so of very many games only the first ones (--distinct) are played, and the "
        "others are copies of those at other times, by other players: their deals are not those of their "
        "seeds, and a check of their fairness says so. The history is written in one transaction, all of it "
        "or nothing."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--players", type=int, default=2000)
        parser.add_argument("--games", type=int, default=20_000)
        parser.add_argument("--days", type=int, default=400, help="over how many days, until now")
        parser.add_argument("--seed", type=int, default=1, help="another one makes another history")
        parser.add_argument(
            "--distinct", type=int, default=PLAYED, help="games that are really played (default %(default)s)"
        )
        parser.add_argument(
            "--processes", type=int, default=os.cpu_count() or 1, help="that play games (0: this one does)"
        )
        parser.add_argument(
            "--add", action="store_true", help="also to a database that has games (with another --seed)"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if min(options[name] for name in ("players", "games", "days", "distinct")) < 1:
            raise CommandError("There must be some players, games and days.")
        if Table.objects.exists() and not options["add"]:
            raise CommandError("There are games in this database already: say --add to add others.")
        began, games = time.monotonic(), options["games"]
        end = timezone.now()

        def say(written: int) -> None:
            passed = time.monotonic() - began
            self.stdout.write(f"{written} of {games} games, {written / passed:.0f} a second")
            self.stdout.flush()

        history.make(
            options["players"], games, end - timedelta(days=options["days"]), end,
            seed=options["seed"], distinct=options["distinct"], processes=options["processes"], say=say,
        )  # fmt: skip
        if connection.vendor == "postgresql" and not connection.in_atomic_block:
            self.stdout.write("Letting the database look at what it has …")
            with connection.cursor() as cursor:
                cursor.execute("SET statement_timeout = 0")
                cursor.execute("VACUUM ANALYZE")
        self.stdout.write(f"Done in {time.monotonic() - began:.0f} seconds.")
