from __future__ import annotations

import pytest

from games.analysis import queue
from tests.timed import clock
from tests.toy_games import toy

__all__ = ["clock", "toy"]


@pytest.fixture(autouse=True)
def few_playouts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Analyses take less than a second."""
    monkeypatch.setattr(queue, "ITERATIONS", 2)
