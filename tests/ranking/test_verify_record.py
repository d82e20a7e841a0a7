"""The command ``verify_record``, with the ranks that the ladder adds."""

import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from ranking.records import verify_record

ROOT = Path(__file__).parent.parent.parent
RECORDS = ROOT / "tests" / "records"
RANKED = sorted(path.name for path in RECORDS.glob("ranked-*.json") if ".expected" not in path.name)


@pytest.mark.parametrize("name", RANKED)
def test_ranks_of_ranked_records(name: str) -> None:
    result = verify_record((RECORDS / name).read_bytes())
    assert result == json.loads((RECORDS / name).with_suffix(".expected.json").read_text())
    assert "rank" in result


def test_a_ranked_game_that_is_not_finished_has_no_ranks() -> None:
    record = json.loads((RECORDS / "ranked-4p.json").read_text())
    record["rounds"].pop()
    result = verify_record(json.dumps(record))
    assert (result["valid"], result["finished"]) == (True, False)
    assert "rank" not in result


def test_only_ranked_games_have_ranks() -> None:
    record = json.loads((RECORDS / "ranked-4p.json").read_text())
    for kind in ({"kind": "multiplayer"}, {}):
        record.pop("kind", None)
        assert "rank" not in verify_record(json.dumps(record | kind))


def run(capsys: pytest.CaptureFixture[str], *files: object) -> tuple[int, list[dict[str, Any]]]:
    code = 0
    try:
        call_command("verify_record", *map(str, files))
    except SystemExit as ended:
        code = int(ended.code or 0)
    return code, [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_one_line_a_file_in_order(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    good, bad = RECORDS / "fair.json", RECORDS / "bad-bid.json"
    assert run(capsys, good)[0] == 0
    code, lines = run(capsys, bad, good, tmp_path / "missing.json", tmp_path)
    assert code == 1
    assert [line["valid"] for line in lines] == [False, True, False, False]
    assert lines[0]["error"]["code"] == "bid-out-of-range"
    assert lines[2]["error"]["code"] == lines[3]["error"]["code"] == "not-a-record"


def test_standard_input(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    text = (RECORDS / "fair.json").read_bytes()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text)))
    code, (result,) = run(capsys, "-")
    assert (code, result["valid"]) == (0, True)


def test_it_needs_no_server_and_no_database() -> None:
    """A process of its own, with a database that is not there, and bytes that are no text."""
    nowhere = {"DATABASE_URL": "postgres://nobody@127.0.0.1:1/nothing", "REDIS_URL": "redis://127.0.0.1:1/0"}
    ended = subprocess.run(
        [sys.executable, "manage.py", "verify_record", "-", str(RECORDS / "ranked-3p.json")],
        cwd=ROOT,
        env=os.environ | nowhere,
        input=b"\xff\x00" * 1000,
        capture_output=True,
        check=False,
    )
    assert ended.returncode == 1, ended.stderr
    assert ended.stderr == b""
    first, second = (json.loads(line) for line in ended.stdout.splitlines())
    assert first["error"]["code"] == "not-a-record"
    assert second["rank"] == [None, None, None]
