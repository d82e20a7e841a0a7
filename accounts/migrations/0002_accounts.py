"""Names that are unique in any spelling, their history, and where an account is logged in."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from accounts import names

TAKEN = "This name is taken, or looks too much like one that is."


def give_keys(apps, schema_editor):
    """Whoever has an account already (who looks after the site) keeps the name, though it be the second
    of its kind: then the keys are told apart by the number of the row."""
    User = apps.get_model("accounts", "User")
    keys, looks = set(), set()
    for user in User.objects.filter(is_guest=False).order_by("pk").iterator():
        key, look = names.key(user.username)[:200], names.look(user.username)[:200]
        user.name_key = f"{key}#{user.pk}" if key in keys else key
        user.name_look = f"{look}#{user.pk}" if look in looks else look
        keys.add(user.name_key)
        looks.add(user.name_look)
        user.save(update_fields=["name_key", "name_look"])


class Migration(migrations.Migration):
    # On PostgreSQL a table with rows changed in a transaction cannot be altered in the same one.
    atomic = False

    dependencies = [
        ("accounts", "0001_initial"),
        ("sessions", "0001_initial"),
    ]

    operations = [
        migrations.AlterField(
            "user",
            "username",
            models.CharField(error_messages={"unique": TAKEN}, max_length=150, unique=True, verbose_name="name"),
        ),
        migrations.AddField("user", "name_key", models.CharField(editable=False, max_length=255, null=True)),
        migrations.AddField("user", "name_look", models.CharField(editable=False, max_length=255, null=True)),
        migrations.AddField("user", "deleted_at", models.DateTimeField(blank=True, editable=False, null=True)),
        migrations.RunPython(give_keys, migrations.RunPython.noop),
        migrations.AddConstraint(
            "user",
            models.UniqueConstraint(
                fields=["name_key"], name="one_name_in_any_spelling", violation_error_message=TAKEN
            ),
        ),
        migrations.AddConstraint(
            "user",
            models.UniqueConstraint(
                fields=["name_look"], name="no_two_names_look_alike", violation_error_message=TAKEN
            ),
        ),
        migrations.AddConstraint(
            "user",
            models.CheckConstraint(
                condition=models.Q(is_guest=True)
                | models.Q(deleted_at__isnull=False)
                | models.Q(name_key__isnull=False, name_look__isnull=False),
                name="an_account_has_a_name",
            ),
        ),
        migrations.CreateModel(
            "NameChange",
            [
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("old", models.CharField(max_length=150)),
                ("new", models.CharField(max_length=150)),
                ("at", models.DateTimeField(auto_now_add=True)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="name_changes",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={"ordering": ["-at", "-pk"]},
        ),
        migrations.CreateModel(
            "SignIn",
            [
                ("session_key", models.CharField(max_length=40, primary_key=True, serialize=False)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="sign_ins",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
    ]
