"""Databases and brokers for the bench: made for it, and gone after it.

Each is given as what a process must have in its environment. On PostgreSQL a database of its own, on
a Redis that is there already a numbered database that holds nothing; where there is none, SQLite in a
temporary folder and a private Valkey.
"""

import os
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
import redis
from psycopg import sql

from piratbridge_site.embedded.valkey import Valkey

POSTGRES = "postgres://postgres@127.0.0.1:5432/postgres"
REDIS = "redis://127.0.0.1:6379/0"

Environment = dict[str, str]


def _server(variable: str, scheme: str, usual: str) -> str:
    """The server that the environment names, else the one at its usual port."""
    named = os.environ.get(variable, "")
    return named if named.startswith(scheme) else usual


_POSTGRES = _server("DATABASE_URL", "postgres", POSTGRES)
_REDIS = _server("REDIS_URL", "redis://", REDIS)


def postgres_answers() -> bool:
    try:
        psycopg.connect(_POSTGRES, connect_timeout=2).close()
    except psycopg.Error:
        return False
    return True


@contextmanager
def postgres() -> Iterator[Environment]:
    """A new, empty database, dropped at the end."""
    name = f"piratbridge_bench_{os.getpid()}"
    identifier = sql.Identifier(name)
    with psycopg.connect(_POSTGRES, autocommit=True) as connection:
        connection.execute(sql.SQL("CREATE DATABASE {}").format(identifier))
        try:
            yield {"DATABASE_URL": urlsplit(_POSTGRES)._replace(path=f"/{name}").geturl()}
        finally:
            connection.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(identifier))


@contextmanager
def sqlite() -> Iterator[Environment]:
    """An empty file."""
    with tempfile.TemporaryDirectory(prefix="piratbridge-bench-") as folder:
        yield {"DATABASE_URL": f"sqlite:///{Path(folder) / 'bench.sqlite3'}"}


@contextmanager
def broker() -> Iterator[Environment]:
    """Redis or Valkey."""
    if url := _empty_redis():
        try:
            yield {"REDIS_URL": url}
        finally:
            with redis.Redis.from_url(url) as client:
                client.flushdb()
        return
    valkey = Valkey()
    process = subprocess.Popen(valkey.command, stdout=subprocess.DEVNULL)
    try:
        while not valkey.answers():
            time.sleep(0.02)
            assert process.poll() is None, "Valkey did not start"
        yield {"REDIS_URL": valkey.url}
    finally:
        process.terminate()
        process.wait()
        valkey.remove()


def _empty_redis() -> str | None:
    """The address of a numbered database with nothing in it, or None."""
    for number in range(15, 0, -1):
        url = urlsplit(_REDIS)._replace(path=f"/{number}").geturl()
        try:
            with redis.Redis.from_url(url, socket_connect_timeout=2) as client:
                if client.dbsize() == 0:
                    return url
        except redis.RedisError:
            return None
    return None
