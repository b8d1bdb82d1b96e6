"""Finds the tries of a game, and keeps them unrated, without a long lock of the table."""

from django.db import migrations, models
from django.db.models import Q

from core.migrations import AddConstraintBeside, AddIndexBeside


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("games", "0005_tries")]

    operations = [
        AddIndexBeside(
            model_name="game",
            index=models.Index(
                condition=Q(("tried_from__isnull", False)),
                fields=["tried_from"],
                name="game_tried",
            ),
        ),
        AddConstraintBeside(
            model_name="game",
            constraint=models.CheckConstraint(
                condition=Q(
                    Q(("tried_from", None), ("tried_from_move", None)),
                    Q(("rated", False), ("tried_from_move__isnull", False)),
                    _connector="OR",
                ),
                name="game_tried_is_unrated",
            ),
        ),
    ]
