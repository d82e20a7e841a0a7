"""What moderators do, what it means for players, and from where people come."""

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0004_relations"),
    ]

    operations = [
        migrations.AddField(
            model_name="user",
            name="banned_until",
            field=models.DateTimeField(blank=True, editable=False, null=True),
        ),
        migrations.CreateModel(
            name="Act",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "what",
                    models.CharField(
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
                        ],
                        max_length=20,
                    ),
                ),
                (
                    "place",
                    models.CharField(
                        blank=True, db_index=True, help_text="the public id of a table", max_length=100
                    ),
                ),
                ("reason", models.TextField(help_text="why; the player may read it. No names.")),
                ("until", models.DateTimeField(blank=True, null=True)),
                ("details", models.JSONField(blank=True, default=dict)),
                ("report", models.PositiveBigIntegerField(blank=True, db_index=True, null=True)),
                ("at", models.DateTimeField(db_index=True, default=django.utils.timezone.now)),
                (
                    "moderator",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="acts",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        blank=True,
                        help_text="about whom",
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="acts_about",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "what__in",
                                [
                                    "warn",
                                    "mute",
                                    "ban",
                                    "lift",
                                    "rename",
                                    "end-table",
                                    "void-game",
                                    "correct-points",
                                    "handle-report",
                                    "review-flag",
                                    "reset-second-factor",
                                ],
                            )
                        ),
                        name="act_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("reason", ""), _negated=True), name="an_act_has_a_reason"
                    ),
                ],
                "ordering": ["-at", "-pk"],
                "permissions": [
                    ("sanction_user", "Can warn, mute and ban players, and lift that"),
                    ("rename_user", "Can rename players"),
                    ("end_table", "Can end a running game"),
                    ("void_game", "Can void a ranked game"),
                    ("correct_points", "Can correct rank points"),
                    ("handle_report", "Can handle reports"),
                    ("review_flag", "Can review what was flagged"),
                    ("see_traces", "Can see who shares devices and networks"),
                    ("reset_second_factor", "Can reset a player's second factor"),
                    ("see_addresses", "Can see e-mail addresses"),
                ],
                "default_permissions": ("view",),
            },
        ),
        migrations.CreateModel(
            name="Sanction",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("warn", "Warning"),
                            ("mute", "Mute"),
                            ("ban", "Ban"),
                            ("rename", "Renaming"),
                        ],
                        max_length=6,
                    ),
                ),
                ("reason", models.TextField()),
                ("until", models.DateTimeField(blank=True, null=True)),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                ("lifted_at", models.DateTimeField(blank=True, null=True)),
                ("seen_at", models.DateTimeField(blank=True, null=True)),
                (
                    "act",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="sanction",
                        to="accounts.act",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="sanctions",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("kind", "ban"),
                            models.Q(("kind", "mute"), ("until__isnull", False)),
                            models.Q(("kind__in", ["warn", "rename"]), ("until", None)),
                            _connector="OR",
                        ),
                        name="mutes_end_and_bans_may",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("reason", ""), _negated=True), name="a_sanction_has_a_reason"
                    ),
                ],
                "ordering": ["-at", "-pk"],
                "default_permissions": ("view",),
            },
        ),
        migrations.CreateModel(
            name="Trace",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "kind",
                    models.CharField(choices=[("device", "Device"), ("network", "Network")], max_length=7),
                ),
                ("key", models.CharField(max_length=32)),
                ("first_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("last_at", models.DateTimeField(db_index=True, default=django.utils.timezone.now)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="traces",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("key", "kind", "user"), name="one_trace_of_a_kind_and_key"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("kind__in", ["device", "network"])), name="trace_kind_known"
                    ),
                ],
                "default_permissions": (),
            },
        ),
    ]
