"""The player's settings, on the account."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0002_accounts")]

    operations = [
        migrations.AddField("user", "settings", models.JSONField(blank=True, default=dict, editable=False)),
        migrations.AddConstraint(
            "user",
            models.CheckConstraint(
                condition=models.Q(is_guest=False, deleted_at__isnull=True) | models.Q(settings={}),
                name="only_accounts_keep_settings",
            ),
        ),
    ]
