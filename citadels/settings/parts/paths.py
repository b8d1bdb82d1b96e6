"""Paths of files."""

from __future__ import annotations

from pathlib import Path

from citadels.settings.parts.environment import env

PACKAGED = Path(__file__).resolve().parents[2] / "files"
"""The files beside the code, where the service was installed from a wheel (setup.py)."""
IS_INSTALLED = PACKAGED.is_dir()
BASE_DIR = PACKAGED if IS_INSTALLED else Path(__file__).resolve().parents[3]
SERVICE_VERSION = "0.2.0"  # as in pyproject.toml
COMMIT: str = env.str("COMMIT", default="")  # set when an image is built


def state_dir() -> Path:
    """Return the folder for files of the service if VAR_DIR does not name it."""
    if not IS_INSTALLED:
        return BASE_DIR / "var"
    state = env.str("XDG_STATE_HOME", default="") or Path.home() / ".local" / "state"
    return Path(state) / "citadels-server"


VAR_DIR = Path(env.str("VAR_DIR", default="") or state_dir())
