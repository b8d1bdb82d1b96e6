"""Bots of the levels `steady` and `deep` become `quick`, which is as strong."""

from django.db import migrations
from django.db.models import F

GONE = ["steady", "deep"]


def levels_map(apps, schema_editor):
    """Finished matches too, since a rematch takes their bots. What a client has kept of a match is
    no longer what it shows, so the match's version grows.
    """
    apps.get_model("games", "Game").objects.filter(seats__bot__in=GONE).update(
        version=F("version") + 1
    )
    apps.get_model("games", "Seat").objects.filter(bot__in=GONE).update(bot="quick")


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0012_bulk_acts_wait_for_no_match'),
    ]

    operations = [
        migrations.RunPython(levels_map, migrations.RunPython.noop),
    ]
