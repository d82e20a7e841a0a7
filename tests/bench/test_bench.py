"""The benchmarks run: their shape is looked at, never their figures."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.database


@pytest.fixture(scope="module")
def figures(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What the quick form of the benchmarks gives."""
    out: Path = tmp_path_factory.mktemp("bench") / "figures.json"
    command = [
        sys.executable,
        "-m",
        "tests.bench",
        "--quick",
        "--only",
        "rules,door,pages",
        "--json",
        str(out),
    ]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    assert "whole random rounds a second" in done.stdout
    given: dict[str, Any] = json.loads(out.read_text())
    return given


def test_rules_are_measured(figures: dict[str, Any]) -> None:
    assert figures["rules"]["rounds_per_second"] > 0


def test_door_is_measured_beside_its_yardstick(figures: dict[str, Any]) -> None:
    assert "SQLite" in figures["door"]
    for door in figures["door"].values():
        assert door["moves"] == 75
        assert set(door["parts_ms"]) == {"load", "apply", "store", "begin_commit"}
        assert min(door["ms"], door["bare_ms"], door["ratio"], door["render_ms"], door["send_ms"]) > 0


def test_a_move_asks_the_database_no_more_than_was_promised(figures: dict[str, Any]) -> None:
    for door in figures["door"].values():
        assert door["queries"] <= 6


def test_pages_are_measured_and_there(figures: dict[str, Any]) -> None:
    for pages in figures["pages"].values():
        assert pages["games"] == 40
        assert {page["status"] for page in pages["pages"].values()} == {200}
        assert {"leaderboard: first page", "profile", "history: one's own", "game", "API: record"} <= {
            *pages["pages"]
        }


def test_no_page_asks_the_database_more_than_a_fixed_number_of_times(figures: dict[str, Any]) -> None:
    for pages in figures["pages"].values():
        assert {what: page for what, page in pages["pages"].items() if page["statements"] > 16} == {}
