"""The packages of this repository, read from the tree, so that no check forgets a new one."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).parents[1]
PACKAGES = sorted(file.parent.name for file in ROOT.glob("*/__init__.py"))
ENGINE = ("tablekernel", "engine")
"""What knows no service."""
SERVICE = [name for name in PACKAGES if name not in (*ENGINE, "bench", "clients")]
"""What runs on a server: the apps, and what is below and above them."""
FOLDERS = sorted({*PACKAGES, "deploy", "docs", "locale", "tests"})
