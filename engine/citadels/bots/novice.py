"""The bot that picks any option."""

from __future__ import annotations

from random import Random
from typing import Any


def novice(view: dict[str, Any], options: list[dict[str, Any]], rng: Random) -> str:
    """Any legal choice, each as likely as the others."""
    choice: str = rng.choice(options)["choice"]
    return choice
