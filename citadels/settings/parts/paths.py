"""Paths of files."""

from __future__ import annotations

from pathlib import Path

from citadels.settings.parts.environment import env

BASE_DIR = Path(__file__).resolve().parents[3]
SERVICE_VERSION = "0.2.0"  # as in pyproject.toml, which images do not contain
COMMIT: str = env.str("COMMIT", default="")  # set when an image is built
VAR_DIR = Path(env.str("VAR_DIR", default="") or BASE_DIR / "var")
