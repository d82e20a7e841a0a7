"""Friends: rows of their own beside whom a player mutes or blocks."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0006_acts_stay")]

    operations = [
        migrations.RemoveConstraint("relation", "one_relation_per_pair"),
        migrations.RemoveConstraint("relation", "relation_kind_known"),
        migrations.AlterField(
            "relation",
            "kind",
            models.CharField(
                choices=[("mute", "Mute"), ("block", "Block"), ("friend", "Friend")], max_length=6
            ),
        ),
        migrations.AddConstraint(
            "relation",
            models.UniqueConstraint(
                fields=["who", "whom", "kind"], name="one_relation_of_a_kind_per_pair"
            ),
        ),
        migrations.AddConstraint(
            "relation",
            models.UniqueConstraint(
                fields=["who", "whom"],
                condition=models.Q(("kind__in", ["mute", "block"])),
                name="muted_or_blocked_and_not_both",
            ),
        ),
        migrations.AddConstraint(
            "relation",
            models.CheckConstraint(
                condition=models.Q(("kind__in", ["mute", "block", "friend"])), name="relation_kind_known"
            ),
        ),
        migrations.AddIndex(
            "relation",
            models.Index(
                fields=["whom"], name="asked_to_be_friends", condition=models.Q(("kind", "friend"))
            ),
        ),
    ]
