from __future__ import annotations

from tests.toy_games import toy

__all__ = ["toy"]
