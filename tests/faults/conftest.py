from __future__ import annotations

import pytest

pytest.register_assert_rewrite("tests.faults.copies")  # before it is imported

from tests.matches import toy  # noqa: E402

__all__ = ["toy"]
