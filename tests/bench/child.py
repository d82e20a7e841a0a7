"""Every measurement runs in a process of its own, with its own settings: how one is started, and how
it gives its figures back."""

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from typing import Any

MARK = "figures: "


def give(figures: Mapping[str, Any]) -> None:
    """Hand the figures to the process that asked for them."""
    print(MARK + json.dumps(figures), flush=True)


def ask(module: str, *args: str, env: Mapping[str, str] | None = None) -> dict[str, Any]:
    """Run a module of the bench to its end, and take its figures. What else it says is passed on."""
    command = [sys.executable, "-m", f"tests.bench.{module}", *args]
    done = subprocess.run(command, env={**os.environ, **(env or {})}, stdout=subprocess.PIPE, text=True)
    figures = None
    for line in done.stdout.splitlines():
        if line.startswith(MARK):
            figures = json.loads(line.removeprefix(MARK))
        else:
            print(line, file=sys.stderr)
    if done.returncode or figures is None:
        raise SystemExit(f"{module} ended with exit code {done.returncode} and gave no figures")
    return dict(figures)
