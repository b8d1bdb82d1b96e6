from __future__ import annotations

from tests.moderation.conftest import ada, maya
from tests.timed import clock
from tests.toy_games import toy

__all__ = ["ada", "clock", "maya", "toy"]
