"""What the site is made of, in the order in which it starts."""

import os
import select
import socket
import sys
from collections.abc import Callable
from pathlib import Path

from piratbridge_site.embedded import folder
from piratbridge_site.embedded.children import Children
from piratbridge_site.embedded.logs import say
from piratbridge_site.embedded.make import Make
from piratbridge_site.embedded.valkey import Valkey

PYTHON = (sys.executable, "-m")
CELERY = (*PYTHON, "celery", "--quiet", "--app", "piratbridge_site.celery")


def run(data: Path, door: socket.socket, address: str) -> None:
    """Start everything and look after it. Ends by Ended or Refusal, and leaves nothing running."""
    env = environment(data)
    valkey = None if "REDIS_URL" in env else Valkey()
    if valkey:
        valkey.link(data / "valkey")
        env["REDIS_URL"] = valkey.url
    children = Children(env, data / "log", is_over=Make().was_interrupted)
    try:
        if valkey:
            children.keep("valkey", *valkey.command)
            children.watch(until=valkey.answers)
        start_web_server(children, door)
        children.watch(until=first_page(door))
        say(f"Piratbridge is at {address} (Ctrl-C ends it).")
        start_workers(children, data)
        children.watch()
    finally:
        children.end()
        if valkey:
            valkey.remove()
            (data / "valkey").unlink()


def environment(data: Path) -> dict[str, str]:
    """What the processes are told of this machine, where the environment does not say otherwise."""
    own = {"SECURE": "0", "SECRET_KEY": folder.secret_key(data)}
    fixed = {
        "DATA_DIR": str(data),
        "DJANGO_SETTINGS_MODULE": "piratbridge_site.settings",
        "CELERY_SKIP_CHECKS": "1",  # `make lint` makes them; here they would only cost time at each start
    }
    return own | os.environ | fixed


def start_web_server(children: Children, door: socket.socket) -> None:
    """Start Daphne, behind the socket that the runner holds."""
    # Without a word on every visit: the list would grow for ever, and hold the addresses of tables.
    quietly = ("--verbosity", "0")
    # Browsers answer pings by themselves; whose network has gone is away for the others within this time.
    soon = ("--ping-interval", "5", "--ping-timeout", "15")
    command = (*PYTHON, "piratbridge_site.embedded.daphne", *quietly, *soon, "--fd", str(door.fileno()))
    children.keep("daphne", *command, "piratbridge_site.asgi:application", fds=[door.fileno()])


def start_workers(children: Children, data: Path) -> None:
    """Start the Celery worker, and beat apart from it: a worker would not start a dead beat again."""
    # No talk with other workers (there are none), which would cost a second at each start.
    alone = ("--without-gossip", "--without-mingle", "--without-heartbeat")
    children.keep("worker", *CELERY, "worker", "--concurrency", "2", *alone)
    children.keep("beat", *CELERY, "beat", "--schedule", str(data / "beat"), "--pidfile", "")


def first_page(door: socket.socket) -> Callable[[], bool]:
    """Ask for the first page; give what tells, without waiting, whether the answer has come.

    Asked in earnest, since it warms up what the first visitor would otherwise wait for.
    """
    caller = socket.create_connection(door.getsockname())
    caller.sendall(b"GET / HTTP/1.0\r\nHost: localhost\r\n\r\n")
    return lambda: bool(select.select([caller], [], [], 0)[0])
