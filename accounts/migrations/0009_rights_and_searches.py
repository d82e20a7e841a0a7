"""Changes of rights are in the audit log; what the moderators' lists search by has an index."""

from importlib import import_module
from typing import Any

import django.db.models.functions.text
from django.db import migrations, models

_stay = import_module("accounts.migrations.0006_acts_stay")

KNOWN = [
    "warn", "mute", "ban", "lift", "rename", "end-table", "void-game", "correct-points", "handle-report",
    "review-flag", "reset-second-factor", "change-rights",
]  # fmt: skip


def _make(apps: Any, schema_editor: Any) -> None:
    """A new constraint makes the table anew on SQLite, without the triggers that keep it as it is."""
    if schema_editor.connection.vendor == "sqlite":
        _stay.make(apps, schema_editor)


def _unmake(apps: Any, schema_editor: Any) -> None:
    if schema_editor.connection.vendor == "sqlite":
        _stay.unmake(apps, schema_editor)


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0008_to_be_told"),
    ]

    operations = [
        migrations.AlterField(
            model_name="act",
            name="what",
            field=models.CharField(
                choices=[
                    ("warn", "Warn"),
                    ("mute", "Mute"),
                    ("ban", "Ban"),
                    ("lift", "Lift"),
                    ("rename", "Rename"),
                    ("end-table", "End table"),
                    ("void-game", "Void game"),
                    ("correct-points", "Correct points"),
                    ("handle-report", "Handle report"),
                    ("review-flag", "Review flag"),
                    ("reset-second-factor", "Reset second factor"),
                    ("change-rights", "Change rights"),
                ],
                max_length=20,
            ),
        ),
        migrations.RunPython(_unmake, _make),
        migrations.RemoveConstraint(model_name="act", name="act_known"),
        migrations.AddConstraint(
            model_name="act",
            constraint=models.CheckConstraint(condition=models.Q(("what__in", KNOWN)), name="act_known"),
        ),
        migrations.RunPython(_make, _unmake),
        migrations.AlterField(
            model_name="namechange",
            name="old",
            field=models.CharField(db_index=True, max_length=150),
        ),
        migrations.AddIndex(
            model_name="namechange",
            index=models.Index(
                django.db.models.functions.text.Upper("old"), name="earlier_names_in_capitals"
            ),
        ),
        migrations.AddIndex(
            model_name="report",
            index=models.Index(fields=["place"], name="reports_of_a_place"),
        ),
        migrations.AddIndex(
            model_name="user",
            index=models.Index(condition=models.Q(("is_staff", True)), fields=["id"], name="staff_by_id"),
        ),
        migrations.AddIndex(
            model_name="user",
            index=models.Index(condition=models.Q(("is_guest", True)), fields=["id"], name="guests_by_id"),
        ),
    ]
