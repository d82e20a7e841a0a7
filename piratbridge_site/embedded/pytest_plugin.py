"""A Valkey of its own for a test run, where the environment names no Redis.

Loaded before the settings are (tests/environment.py), so that they take its address. Each process of
pytest-xdist has one, and one that pytest is killed with.
"""

import os
import subprocess
import time

from piratbridge_site.embedded.child import die_with
from piratbridge_site.embedded.valkey import Valkey

OURS = "TEST_VALKEY"  # set where REDIS_URL is not given but a test run's own

valkey = Valkey() if OURS in os.environ or "REDIS_URL" not in os.environ else None
if valkey:
    os.environ |= {"REDIS_URL": valkey.url, OURS: "1"}
server: subprocess.Popen[bytes] | None = None


def pytest_configure() -> None:
    """Start the server."""
    global server
    if valkey:
        server = subprocess.Popen(
            valkey.command,
            stdout=subprocess.DEVNULL,
            preexec_fn=die_with(os.getpid()),
            start_new_session=True,
        )
        while not valkey.answers():
            assert server.poll() is None, "Valkey has not started"
            time.sleep(0.01)


def pytest_unconfigure() -> None:
    """End it, and leave nothing behind."""
    if valkey and server:
        server.terminate()
        server.wait()
        valkey.remove()
