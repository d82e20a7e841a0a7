"""For all tests."""

from collections.abc import Iterator

import pytest
from django.conf import settings
from django.test import override_settings

NO_CHROMIUM = "there is no Chromium on this machine"


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
