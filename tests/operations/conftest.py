from __future__ import annotations

from tests.matches import toy
from tests.moderation.conftest import ada, maya
from tests.timed import clock

__all__ = ["ada", "clock", "maya", "toy"]
