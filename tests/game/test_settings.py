"""The settings of a server on the open net."""

import os
import subprocess
import sys
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2]
PRODUCTION = {
    "SECRET_KEY": "p" * 30 + "0123456789" * 3,
    "ALLOWED_HOSTS": "piratbridge.example",
    "DATABASE_URL": "postgres://nobody@127.0.0.1:1/none",
}


def manage(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    kept = {key: os.environ[key] for key in ("PATH", "HOME") if key in os.environ}
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=PROJECT,
        env=kept | environment,
        capture_output=True,
        text=True,
        check=False,
    )


def test_check_deploy_is_clean_in_production_settings() -> None:
    answer = manage("check", "--deploy", "--fail-level", "INFO", **PRODUCTION)
    assert answer.returncode == 0, answer.stderr
    assert "no issues" in answer.stdout


def test_a_server_without_a_key_of_its_own_is_found_out() -> None:
    without = {key: value for key, value in PRODUCTION.items() if key != "SECRET_KEY"}
    answer = manage("check", "--deploy", **without)
    assert answer.returncode != 0
    assert "SECRET_KEY" in answer.stderr
    code = "import piratbridge_site.asgi"
    started = subprocess.run(
        [sys.executable, "-c", code],
        cwd=PROJECT,
        env={"PATH": os.environ["PATH"]} | without,
        capture_output=True,
        text=True,
        check=False,
    )
    assert "SECRET_KEY must come from the environment" in started.stderr
