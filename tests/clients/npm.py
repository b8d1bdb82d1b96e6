"""Check whether npm can install packages here."""

from __future__ import annotations

import subprocess


def registry_answers() -> bool:
    try:
        return subprocess.run(["npm", "ping"], capture_output=True, timeout=20).returncode == 0
    except subprocess.TimeoutExpired:
        return False
