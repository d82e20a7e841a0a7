from django.db import migrations


def await_settlement(apps, _schema_editor):
    """Games that ended before there was a ladder wait to be settled like all others."""
    ended = apps.get_model("game", "Table").objects.filter(status="ended").values_list("pk", "ended_at")
    settlement = apps.get_model("ranking", "Settlement")
    rows = (settlement(table_id=table, ended_at=at) for table, at in ended.iterator())
    settlement.objects.bulk_create(rows, batch_size=1000, ignore_conflicts=True)


def name_the_order(apps, _schema_editor):
    from accounts.names import order

    for standing in apps.get_model("ranking", "Standing").objects.select_related("user"):
        standing.order = order(standing.user.username)
        standing.save(update_fields=["order"])


class Migration(migrations.Migration):

    dependencies = [("game", "0005_when_results_came"), ("ranking", "0002_settlement")]

    operations = [
        migrations.RunPython(await_settlement, migrations.RunPython.noop),
        migrations.RunPython(name_the_order, migrations.RunPython.noop),
    ]
