"""For all tests."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.conf import settings
from django.db.backends.sqlite3.base import DatabaseOperations
from django.test import override_settings
from xdist.scheduler import LoadFileScheduling

NO_CHROMIUM = "there is no Chromium on this machine"
KILLERS = ("tests/embedded/test_play.py", "tests/live/test_processes.py")
"""Files whose tests start the site and kill its processes: long, and mostly waiting."""


class FilesAtOnce(LoadFileScheduling):
    """pytest-xdist's `--dist loadfile`, where only one test at a time kills processes: what such a test
    says of seconds should hold on a machine with two cores."""

    def _split_scope(self, nodeid: str) -> str:
        file: str = super()._split_scope(nodeid)
        return "killers" if file in KILLERS else file


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> FilesAtOnce | None:
    """Files in the order in which they are collected."""
    if config.getvalue("dist") != "loadfile":
        return None
    config.option.loadscopereorder = False
    return FilesAtOnce(config, log)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The longest file comes first, so that the others find room beside it."""
    items.sort(key=lambda item: not item.nodeid.startswith(KILLERS))


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> Iterator[None]:
    """After all else that is said: what nobody should overlook."""
    yield
    skipped = [
        skip for skip in terminalreporter.stats.get("skipped", []) if NO_CHROMIUM in str(skip.longrepr)
    ]
    if skipped:
        line = f"BROWSER TESTS SKIPPED: {NO_CHROMIUM}, so {len(skipped)} tests did not run."
        terminalreporter.write_line(line, red=True, bold=True)


@pytest.fixture(autouse=True, scope="session")
def _static_files_under_their_own_names() -> Iterator[None]:
    """Pages can be rendered where no static files have been collected."""
    plain = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    with override_settings(STORAGES={**settings.STORAGES, "staticfiles": plain}):
        yield


@pytest.fixture(autouse=True, scope="session")
def _what_cannot_be_deleted_is_emptied_between_tests() -> Iterator[None]:
    """SQLite is emptied by DELETE, which the triggers of the audit log forbid: they are put aside for it, in
    the same transaction. (PostgreSQL is emptied by TRUNCATE, which they let pass.)"""
    empty = DatabaseOperations.execute_sql_flush

    def with_triggers_aside(operations: DatabaseOperations, statements: list[str]) -> None:
        with operations.connection.cursor() as cursor:
            cursor.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
            triggers = cursor.fetchall()
        aside = [f'DROP TRIGGER "{name}"' for name, _ in triggers]
        empty(operations, [*aside, *statements, *(sql for _, sql in triggers)])

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(DatabaseOperations, "execute_sql_flush", with_triggers_aside)
        yield
