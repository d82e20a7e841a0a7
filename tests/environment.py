"""Loaded by pytest before Django: the environment of a test run, where none is given."""

import os
import tempfile
from pathlib import Path
from urllib.parse import urlsplit

pytest_plugins = ["piratbridge_site.embedded.pytest_plugin"]  # REDIS_URL

os.environ.setdefault("SECRET_KEY", "only for tests")
os.environ.setdefault("SECURE", "0")
if "DATA_DIR" not in os.environ:
    _data = tempfile.TemporaryDirectory(prefix="piratbridge-tests-")  # removed when Python ends
    os.environ["DATA_DIR"] = _data.name
# Each process of pytest-xdist has a PostgreSQL database of its own (by pytest-django), and on a Redis that
# was there before us a numbered one: tables of the same number, queues and counted attempts never meet.
_process = os.environ.get("PYTEST_XDIST_WORKER", "").removeprefix("gw")
_redis = urlsplit(os.environ.get("REDIS_URL", ""))
if _process and _redis.scheme == "redis" and "TEST_VALKEY" not in os.environ:
    _number = int(_redis.path.strip("/") or 0) + 1 + int(_process)
    os.environ["REDIS_URL"] = _redis._replace(path=f"/{_number}").geturl()
# WhiteNoise warns if it is not there.
Path(os.environ["DATA_DIR"], "static").mkdir(parents=True, exist_ok=True)
