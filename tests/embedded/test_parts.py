"""The runner's parts, without starting anything."""

from pathlib import Path

import pytest

from piratbridge_site.embedded import folder
from piratbridge_site.embedded.logs import MOST, Log
from piratbridge_site.embedded.refusal import Refusal


@pytest.fixture
def told() -> list[str]:
    return []


@pytest.fixture
def log(tmp_path: Path, told: list[str]) -> Log:
    return Log("daphne", tmp_path, told.append)


def test_a_log_keeps_everything_and_tells_of_trouble_in_one_line(log: Log, told: list[str]) -> None:
    said = (
        b"10:00 INFO quiet\n10:01 ERROR GET /\nTraceback (most recent call last):\n  File x\nValueError: no\n"
    )
    log.write(said[:30])
    log.write(said[30:])
    assert log.path.read_bytes() == said
    assert told == ["daphne: 10:01 ERROR GET /"]


def test_a_log_knows_the_last_words(log: Log, told: list[str]) -> None:
    log.write(b"Traceback (most recent call last):\n  File x\nImportError: no module\n\n")
    assert log.last_words == "ImportError: no module"
    assert told == []
    log.begin()
    assert log.last_words == ""


def test_the_log_of_the_last_run_is_kept(log: Log, tmp_path: Path) -> None:
    log.write(b"before\n")
    Log("daphne", tmp_path, print).write(b"now\n")
    assert (tmp_path / "daphne.log.1").read_bytes() == b"before\n"
    assert (tmp_path / "daphne.log").read_bytes() == b"now\n"


def test_a_log_does_not_grow_for_ever(log: Log, tmp_path: Path, told: list[str]) -> None:
    line = b"x" * 999 + b"\n"
    for _ in range(2500):
        log.keep(line)
    log.write(b"10:00 ERROR the last\n")
    files = sorted(tmp_path.iterdir())
    assert [path.name for path in files] == ["daphne.log", "daphne.log.1"]
    assert all(path.stat().st_size <= MOST for path in files)
    assert log.path.read_bytes().endswith(b"10:00 ERROR the last\n")
    assert told == ["daphne: 10:00 ERROR the last"]


def test_the_secret_key_is_made_once(tmp_path: Path) -> None:
    assert folder.secret_key(tmp_path) == folder.secret_key(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["secret-key"]


def test_a_folder_is_claimed_once(tmp_path: Path) -> None:
    with folder.claim(tmp_path / "data") as lock:
        folder.note(lock, "process 1, http://127.0.0.1:8000")
        with pytest.raises(Refusal, match=r"already \(process 1, http://127.0.0.1:8000\)"):
            folder.claim(tmp_path / "data")
    folder.claim(tmp_path / "data").close()


def test_a_folder_that_cannot_be_made_is_told_of(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(Refusal, match="cannot be used"):
        folder.claim(tmp_path / "file" / "data")
