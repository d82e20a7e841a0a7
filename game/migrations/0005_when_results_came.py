from django.db import migrations
from django.db.models import OuterRef, Subquery


def note_when(apps, _schema_editor):
    """Results are of the moment at which their game ended."""
    tables = apps.get_model("game", "Table").objects.filter(pk=OuterRef("table"))
    apps.get_model("game", "Result").objects.update(at=Subquery(tables.values("ended_at")[:1]))


class Migration(migrations.Migration):

    dependencies = [("game", "0004_history")]

    operations = [migrations.RunPython(note_when, migrations.RunPython.noop)]
