"""What happens around the moment in which a bot thinks."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType

import pytest
from django.db import connection

from games.bots import turns


def act_while_thinking(monkeypatch: pytest.MonkeyPatch, act: Callable[[], object]) -> None:
    """Let ``act`` be done whenever a bot begins to think."""
    choose = turns.bot_choose

    def act_and_choose(turn: turns.BotTurn) -> str:
        act()
        return choose(turn)

    monkeypatch.setattr(turns, "bot_choose", act_and_choose)


def note_calls(monkeypatch: pytest.MonkeyPatch, *functions: tuple[ModuleType, str]) -> list[str]:
    """Return the list to which calls of these functions are added, ", locked" in a transaction."""
    steps: list[str] = []

    def note(module: ModuleType, name: str) -> None:
        usual = getattr(module, name)

        def noting(*given: object, **words: object) -> object:
            steps.append(f"{name}, locked" if connection.in_atomic_block else name)
            return usual(*given, **words)

        monkeypatch.setattr(module, name, noting)

    for module, name in functions:
        note(module, name)
    return steps
