"""`make bench`: runs the benchmarks, prints a table, and writes the figures as JSON (README.md)."""

import argparse
import json
import os
import platform
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from tests.bench import places, report
from tests.bench.child import ask

SITE = {
    "DJANGO_SETTINGS_MODULE": "piratbridge_site.settings",
    "SECRET_KEY": "only for the bench",
    "SECURE": "0",  # plain http, as behind a proxy; all else as in production
    "DEBUG": "0",
    "DATABASE_URL": "",
}
Figures = dict[str, Any]


def main() -> None:
    options = _options()
    begin = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="piratbridge-bench-") as folder:
        (Path(folder) / "static").mkdir()  # nothing collected: no page is asked for, only sockets
        os.environ.update(SITE | {"DATA_DIR": folder})
        figures: Figures = {"machine": _machine(), "quick": options.quick}
        flags = ["--quick"] if options.quick else []
        for name in options.only:
            print(f"{name} …", flush=True)
            figures[name] = SECTIONS[name](flags + (_about_pages(options) if name == "pages" else []))
    figures["seconds"] = round(time.monotonic() - begin, 1)
    print(report.text(figures))
    options.json.parent.mkdir(parents=True, exist_ok=True)
    options.json.write_text(json.dumps(figures, indent=2) + "\n")
    print(f"\nFigures: {options.json}")


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make bench ARGS=…", description=__doc__)
    parser.add_argument("--only", type=_names, default=list(USUAL), help=f"some of {','.join(SECTIONS)}")
    parser.add_argument("--quick", action="store_true", help="a short run, to see that all works")
    parser.add_argument("--json", type=Path, default=Path(".data/bench.json"), help="where the figures go")
    parser.add_argument("--games", type=int, default=20_000, help="pages: so many games lie behind them")
    parser.add_argument("--history", metavar="URL", help="pages: a database that has a history already")
    parser.add_argument("--page", default="", help="pages: only those with this in their names")
    return parser.parse_args()


def _names(text: str) -> list[str]:
    names = text.split(",")
    if unknown := set(names) - set(SECTIONS):
        raise argparse.ArgumentTypeError(f"unknown: {', '.join(sorted(unknown))}")
    return names


def _rules(flags: list[str]) -> Figures:
    return ask("rules", *flags)


def _door(flags: list[str]) -> Figures:
    """On each database that there is. Publishing is measured where a broker is, too."""
    with ExitStack() as stack:
        redis = stack.enter_context(places.broker())
        figures = {"SQLite": ask("door", *flags, env=redis | stack.enter_context(places.sqlite()))}
        if places.postgres_answers():
            env = redis | stack.enter_context(places.postgres())
            figures["PostgreSQL"] = ask("door", *flags, env=env)
        else:
            print("PostgreSQL does not answer: left out.")
        return figures


def _live(flags: list[str]) -> Figures:
    """On PostgreSQL and Redis where they answer, else on SQLite and a private Valkey."""
    with ExitStack() as stack:
        large = places.postgres_answers()
        database = stack.enter_context(places.postgres() if large else places.sqlite())
        redis = stack.enter_context(places.broker())
        figures = ask("live", *flags, env=redis | database)
    return {"database": "PostgreSQL" if large else "SQLite", "tables": figures}


def _pages(flags: list[str]) -> Figures:
    """On the database that is named, or else on a new one, filled first: PostgreSQL where it answers."""
    with ExitStack() as stack:
        if "--history" in flags:
            at = flags.index("--history")
            database, flags = {"DATABASE_URL": flags[at + 1]}, [*flags[:at], *flags[at + 2 :]]
        else:
            large = places.postgres_answers()
            database = stack.enter_context(places.postgres() if large else places.sqlite())
        kind = "PostgreSQL" if database["DATABASE_URL"].startswith("postgres") else "SQLite"
        return {kind: ask("pages", *flags, env=database)}


def _about_pages(options: argparse.Namespace) -> list[str]:
    flags = ["--games", str(options.games), "--page", options.page]
    return [*flags, "--history", options.history] if options.history else flags


SECTIONS: dict[str, Callable[[list[str]], Figures]] = {
    "rules": _rules,
    "door": _door,
    "live": _live,
    "pages": _pages,
}
USUAL = ("rules", "door", "live")
"""What is run unless something else is asked for: a history takes minutes to make."""


def _machine() -> Figures:
    return {
        "cores": os.cpu_count(),
        "load": round(os.getloadavg()[0], 2),
        "python": platform.python_version(),
        "system": f"{platform.system()} {platform.machine()}",
    }


if __name__ == "__main__":
    main()
