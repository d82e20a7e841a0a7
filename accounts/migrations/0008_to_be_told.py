"""Whether there is something of the moderators' to read: so that no page asks in vain."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0007_friends"),
    ]

    operations = [
        migrations.AddField(
            model_name="user",
            name="to_be_told",
            field=models.BooleanField(default=False, editable=False),
        ),
    ]
