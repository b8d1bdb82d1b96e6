"""Where things are."""

from __future__ import annotations

import os
from pathlib import Path

BASE_DIR = Path(__file__).resolve().parents[3]
VAR_DIR = Path(os.environ.get("VAR_DIR") or BASE_DIR / "var")
