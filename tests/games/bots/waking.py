"""A fixture that records wake-ups for bots."""

from __future__ import annotations

from typing import Any

import pytest

from games.bots import turns
from games.play import wakeup


@pytest.fixture
def rung(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The games for which a worker was woken."""
    calls: list[Any] = []

    def wake(game_id: Any, after: int = 0) -> None:
        calls.append(game_id)

    monkeypatch.setattr(wakeup, "bots_wake", wake)
    monkeypatch.setattr(turns, "bots_wake", wake)
    return calls
