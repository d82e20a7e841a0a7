"""Whom players mute and block, and what they report to moderators."""

from django.conf import settings
from django.db import migrations, models
from django.db.models.deletion import CASCADE, SET_NULL
from django.db.models.functions import Coalesce


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0003_settings"),
    ]

    operations = [
        migrations.CreateModel(
            name="Relation",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("kind", models.CharField(choices=[("mute", "Mute"), ("block", "Block")], max_length=5)),
                ("called", models.CharField(blank=True, max_length=150)),
                ("at", models.DateTimeField(auto_now_add=True)),
                (
                    "who",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=CASCADE,
                        related_name="relations",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "whom",
                    models.ForeignKey(
                        on_delete=CASCADE, related_name="relations_of_others", to=settings.AUTH_USER_MODEL
                    ),
                ),
            ],
            options={
                "ordering": ["-at", "-pk"],
                "constraints": [
                    models.UniqueConstraint(fields=("who", "whom"), name="one_relation_per_pair"),
                    models.CheckConstraint(
                        condition=models.Q(("who", models.F("whom")), _negated=True),
                        name="nobody_mutes_or_blocks_themselves",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("kind__in", ["mute", "block"])), name="relation_kind_known"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Report",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "called",
                    models.CharField(help_text="what the reported player was called then", max_length=150),
                ),
                (
                    "place",
                    models.CharField(help_text="where it was, as the public id of a table", max_length=100),
                ),
                (
                    "message",
                    models.PositiveIntegerField(
                        help_text="the number of the message there, if it was one", null=True
                    ),
                ),
                ("quote", models.CharField(blank=True, help_text="the message itself", max_length=1000)),
                (
                    "reason",
                    models.CharField(
                        choices=[
                            ("insulting", "Insulting words"),
                            ("spam", "Spam"),
                            ("cheating", "Cheating"),
                            ("name", "The name"),
                            ("other", "Something else"),
                        ],
                        max_length=9,
                    ),
                ),
                ("words", models.CharField(blank=True, help_text="the reporter's own", max_length=500)),
                ("at", models.DateTimeField(auto_now_add=True)),
                ("handled_at", models.DateTimeField(null=True)),
                ("note", models.TextField(blank=True, help_text="for moderators")),
                (
                    "handled_by",
                    models.ForeignKey(
                        null=True, on_delete=SET_NULL, related_name="+", to=settings.AUTH_USER_MODEL
                    ),
                ),
                (
                    "reported",
                    models.ForeignKey(
                        null=True,
                        on_delete=SET_NULL,
                        related_name="reports_about",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "reporter",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=SET_NULL,
                        related_name="reports_made",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["-at", "-pk"],
                "indexes": [models.Index(fields=["reporter", "at"], name="reports_of_a_day")],
                "constraints": [
                    models.UniqueConstraint(
                        "reporter",
                        "reported",
                        "place",
                        Coalesce("message", -1),
                        condition=models.Q(("handled_at", None)),
                        name="one_open_report_of_a_thing",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("reporter", models.F("reported")), _negated=True),
                        name="nobody_reports_themselves",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("reason__in", ["insulting", "spam", "cheating", "name", "other"])
                        ),
                        name="report_reason_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("handled_at__isnull", False), ("handled_by", None), _connector="OR"
                        ),
                        name="open_reports_are_handled_by_nobody",
                    ),
                ],
            },
        ),
    ]
