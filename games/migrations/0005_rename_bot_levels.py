"""Rename the levels of bots on all seats.

A former version does not know the new names: its bots play a random legal choice instead. So stop
its workers of the queue ``bots`` before this migration, and start those of this version after it.
All its other processes may run on. This version also reads the former names, which former processes
may still write. To go back to the former version, reverse this migration.
"""

from django.db import migrations
from django.db.models import F

RULESETS = ["citadels", "castle"]
RENAMED = {"random": "novice", "greedy": "easy", "heuristic": "medium", "quick": "expert"}
FORMER = {new: old for old, new in RENAMED.items()} | {"hard": "quick"}


def levels_rename(apps, names):
    """Rename levels, in finished games too, since a rematch has their bots.

    A client that has a game of these gets it again: the version of the game grows.
    """
    Game = apps.get_model("games", "Game")
    Seat = apps.get_model("games", "Seat")
    games = Game.objects.filter(ruleset__in=RULESETS, seats__bot__in=names)
    Game.objects.filter(id__in=games.values("id")).update(version=F("version") + 1)
    for old, new in names.items():
        Seat.objects.filter(bot=old, game__ruleset__in=RULESETS).update(bot=new)


def forwards(apps, schema_editor):
    levels_rename(apps, RENAMED)


def backwards(apps, schema_editor):
    levels_rename(apps, FORMER)


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0004_calendar_feed'),
    ]

    operations = [
        migrations.RunPython(forwards, backwards),
    ]
