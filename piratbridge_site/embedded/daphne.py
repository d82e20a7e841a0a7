"""Daphne, once the database and the static files are up to date.

In one process, since starting Django is most of the time it all takes: where there is nothing to
bring up to date, finding that out costs a fifth of a second.
"""

import hashlib
from pathlib import Path

import django
from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command
from django.db import connections
from django.db.migrations.executor import MigrationExecutor

# Between two programs on one machine; and compressing is most of the work of a first start.
HARDLY_WORTH_COMPRESSING = ["css", "js", "svg", "md", "txt", "woff2"]


def migrate() -> None:
    """Apply the migrations that are missing, if any."""
    executor = MigrationExecutor(connections["default"])
    if executor.migration_plan(executor.loader.graph.leaf_nodes()):
        call_command("migrate", interactive=False, verbosity=0)
    connections.close_all()


def collect_static() -> None:
    """Collect the static files, if any of them has changed since that was last done."""
    root = Path(settings.STATIC_ROOT)
    stamp = root.with_name("static.stamp")
    now = fingerprint()
    if stamp.exists() and stamp.read_text() == now:
        return
    settings.WHITENOISE_SKIP_COMPRESS_EXTENSIONS = HARDLY_WORTH_COMPRESSING
    call_command("collectstatic", interactive=False, verbosity=0, clear=True)
    stamp.write_text(now)


def fingerprint() -> str:
    """Names, sizes and times of all static files that there are to collect, in one word."""
    found = hashlib.sha256(repr(settings.STORAGES).encode())
    for finder in get_finders():
        for path, storage in finder.list([]):
            status = Path(storage.path(path)).stat()
            found.update(f"{path} {status.st_size} {status.st_mtime_ns}\n".encode())
    return found.hexdigest()


if __name__ == "__main__":
    from daphne.cli import CommandLineInterface

    django.setup()
    migrate()
    collect_static()
    CommandLineInterface.entrypoint()
