from __future__ import annotations

from tests.timed import clock
from tests.toy_games import toy

__all__ = ["clock", "toy"]
