"""``manage.py verify_record FILE…``: play game records again under the rules."""

import json
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from game.rules.record.fault import not_a_record
from ranking.records import verify_record


class Command(BaseCommand):
    help = "Plays game records again under the rules and prints one JSON result a line for each file."
    requires_system_checks: list[str] = []
    requires_migrations_checks = False

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("files", nargs="+", metavar="FILE", help="a record; '-' is standard input")

    def handle(self, *args: Any, **options: Any) -> None:
        valid = True
        for name in options["files"]:
            result = _result(name)
            valid = valid and result["valid"]
            self.stdout.write(json.dumps(result))
        if not valid:
            sys.exit(1)


def _result(name: str) -> dict[str, Any]:
    try:
        text = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    except (OSError, ValueError, AttributeError):  # without a standard input, sys.stdin is None
        return not_a_record("The file cannot be read.").result()
    return verify_record(text)
