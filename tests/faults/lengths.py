"""How long the long tests are: in full for `make faults`, shorter for `make test`."""

from __future__ import annotations

import os
from typing import TypeVar

Length = TypeVar("Length", int, float)
FULL = "FAULTS_IN_FULL"
"""The variable of the environment that `make faults` sets."""


def in_full(length: Length, *, otherwise: Length) -> Length:
    """Return ``length`` for `make faults`, else the shorter one."""
    return length if os.environ.get(FULL) else otherwise
