"""The system check of the games that are installed: `manage.py check`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.core.checks import CheckMessage, Error, register

from tablekernel import registry


@register()
def games_check(app_configs: Any, **options: Any) -> Iterable[CheckMessage]:
    """Report a service in which nothing can be played."""
    if registry.rulesets():
        return []
    hint = (
        "Install a package with a game in the environment of the service, for example "
        "citadels-engine. docs/how-to-add-a-game.md says how a package names its games."
    )
    return [Error("No game is installed.", hint=hint, id="games.E001")]
