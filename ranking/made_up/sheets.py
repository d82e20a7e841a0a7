"""Writing rows in bulk: COPY on PostgreSQL, an INSERT of many on SQLite."""

from collections.abc import Sequence
from datetime import datetime
from itertools import chain
from typing import Any

from django.core.management.color import no_style
from django.db import connection
from django.db.models import Max, Model

Row = tuple[Any, ...]


class Sheet:
    """Rows of one model. `names` are the fields that are given, in order; all others of the model have its
    defaults. JSON is given as text, and nothing is looked at but by the database."""

    def __init__(self, model: type[Model], *names: str) -> None:
        self.model = model
        fields = {field.name: field for field in model._meta.concrete_fields}
        given = [fields.pop(name) for name in names]
        others = [field for field in fields.values() if not getattr(field, "primary_key", False)]
        self._rest = tuple(field.get_db_prep_save(field.get_default(), connection) for field in others)
        self._columns = [str(field.column) for field in chain(given, others)]
        self._rows: list[Row] = []

    def add(self, *values: Any) -> None:
        self._rows.append((*values, *self._rest))

    def write(self) -> None:
        """Send what has been added."""
        if self._rows:
            _write(self.model._meta.db_table, self._columns, self._rows)
        self._rows = []


def _write(table: str, columns: Sequence[str], rows: Sequence[Row]) -> None:
    quoted = ", ".join(connection.ops.quote_name(column) for column in columns)
    into = f"{connection.ops.quote_name(table)} ({quoted})"
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            with cursor.copy(f"COPY {into} FROM STDIN") as copy:
                for row in rows:
                    copy.write_row(row)
        else:
            places = ", ".join(["%s"] * len(columns))
            cursor.executemany(f"INSERT INTO {into} VALUES ({places})", rows)  # noqa: S608


def take_time() -> None:
    """For this transaction: statements may take long, and rows that point to others are looked at with each
    statement, not all of them at the end."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SET LOCAL statement_timeout = 0")
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")


def stored_time(moment: datetime) -> Any:
    """A moment as the database takes it."""
    return connection.ops.adapt_datetimefield_value(moment)


def next_key(model: type[Model]) -> int:
    """The number of the next row."""
    return 1 + (model._default_manager.aggregate(last=Max("pk"))["last"] or 0)


def count_on(models: Sequence[type[Model]]) -> None:
    """Let the database number its next rows after those that were written with their numbers."""
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), list(models)):
            cursor.execute(statement)
