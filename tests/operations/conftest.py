from __future__ import annotations

from tests.matches import toy
from tests.timed import clock

__all__ = ["clock", "toy"]
