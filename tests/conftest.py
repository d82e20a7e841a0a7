"""For all tests."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.test import override_settings


@pytest.fixture(autouse=True, scope="session")
def _static_files_under_their_own_names() -> Iterator[None]:
    """Pages can be rendered where no static files have been collected."""
    Path(settings.STATIC_ROOT).mkdir(parents=True, exist_ok=True)  # WhiteNoise warns if it is not there
    plain = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    with override_settings(STORAGES={**settings.STORAGES, "staticfiles": plain}):
        yield
