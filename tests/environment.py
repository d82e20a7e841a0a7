"""Loaded by pytest before Django: the environment of a test run, where none is given."""

import os
import tempfile
from pathlib import Path

pytest_plugins = ["piratbridge_site.embedded.pytest_plugin"]  # REDIS_URL

os.environ.setdefault("SECRET_KEY", "only for tests")
os.environ.setdefault("SECURE", "0")
if "DATA_DIR" not in os.environ:
    _data = tempfile.TemporaryDirectory(prefix="piratbridge-tests-")  # removed when Python ends
    os.environ["DATA_DIR"] = _data.name
# WhiteNoise warns if it is not there.
Path(os.environ["DATA_DIR"], "static").mkdir(parents=True, exist_ok=True)
