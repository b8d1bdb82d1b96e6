"""Paths of files."""

from __future__ import annotations

from pathlib import Path

from citadels.settings.parts.environment import env

BASE_DIR = Path(__file__).resolve().parents[3]
VAR_DIR = Path(env.str("VAR_DIR", default="") or BASE_DIR / "var")
