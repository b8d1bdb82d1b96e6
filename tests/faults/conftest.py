from __future__ import annotations

from tests.faults.figures import note
from tests.matches import toy

__all__ = ["note", "toy"]
