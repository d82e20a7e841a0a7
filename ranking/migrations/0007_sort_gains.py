from django.db import migrations
from django.db.models import OuterRef, Subquery, Value
from django.db.models.functions import Coalesce, Least


def sort_into_tiers(apps, _schema_editor):
    """Every gain says which tier its account holds."""
    standings = apps.get_model("ranking", "Standing").objects.filter(user=OuterRef("user"))
    points = Coalesce(Subquery(standings.values("points")[:1]), 0)
    apps.get_model("ranking", "Gain").objects.update(tier=Least(points / 1000, Value(5)))


class Migration(migrations.Migration):

    dependencies = [("ranking", "0006_gains_of_a_tier")]

    operations = [migrations.RunPython(sort_into_tiers, migrations.RunPython.noop)]
