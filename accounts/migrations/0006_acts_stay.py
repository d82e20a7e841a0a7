"""The database itself changes and deletes no row of the audit log.

(On PostgreSQL, TRUNCATE fires no trigger of rows: it is for whoever owns the database. A later migration that
makes the table anew on SQLite has to make the triggers anew, too; a test looks.)
"""

from typing import Any

from django.db import migrations

WORDS = "what is in the audit log stays as it is"

POSTGRESQL = (
    f"""
    CREATE FUNCTION accounts_acts_stay() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        RAISE EXCEPTION '{WORDS}';
    END
    $$
    """,
    """
    CREATE TRIGGER accounts_acts_stay BEFORE UPDATE OR DELETE ON accounts_act
        FOR EACH ROW EXECUTE FUNCTION accounts_acts_stay()
    """,
)
SQLITE = (
    f"""
    CREATE TRIGGER accounts_acts_stay_as_they_are BEFORE UPDATE ON accounts_act
        BEGIN SELECT RAISE(ABORT, '{WORDS}'); END
    """,
    f"""
    CREATE TRIGGER accounts_acts_stay BEFORE DELETE ON accounts_act
        BEGIN SELECT RAISE(ABORT, '{WORDS}'); END
    """,
)
AWAY = {
    "postgresql": (
        "DROP TRIGGER accounts_acts_stay ON accounts_act",
        "DROP FUNCTION accounts_acts_stay()",
    ),
    "sqlite": ("DROP TRIGGER accounts_acts_stay_as_they_are", "DROP TRIGGER accounts_acts_stay"),
}


def make(_apps: Any, schema_editor: Any) -> None:
    statements = {"postgresql": POSTGRESQL, "sqlite": SQLITE}
    _execute(schema_editor, statements[schema_editor.connection.vendor])


def unmake(_apps: Any, schema_editor: Any) -> None:
    _execute(schema_editor, AWAY[schema_editor.connection.vendor])


def _execute(schema_editor: Any, statements: tuple[str, ...]) -> None:
    with schema_editor.connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0005_moderation"),
    ]

    operations = [
        migrations.RunPython(make, unmake),
    ]
