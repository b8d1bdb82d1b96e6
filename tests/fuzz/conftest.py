from __future__ import annotations

from tests.matches import toy

__all__ = ["toy"]
