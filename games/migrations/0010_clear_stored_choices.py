from __future__ import annotations

from typing import Any

from django.db import migrations


def clear(apps: Any, schema_editor: Any) -> None:
    """Clear the choices of bots in games that are over."""
    states = apps.get_model("games", "GameState").objects
    stored = states.filter(bot_decision__isnull=False).exclude(game__status="active")
    stored.update(bot_decision=None, bot_choice="", bot_move_at=None)


class Migration(migrations.Migration):
    dependencies = [("games", "0009_bot_choice")]
    operations = [migrations.RunPython(clear, migrations.RunPython.noop)]
