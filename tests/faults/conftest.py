from __future__ import annotations

import pytest

pytest.register_assert_rewrite("tests.faults.copies")  # before it is imported

from tests.faults.figures import note
from tests.matches import toy

__all__ = ["note", "toy"]
