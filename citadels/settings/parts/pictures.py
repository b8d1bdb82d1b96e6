"""Pictures as PNG: how many are drawn at once, and where they are cached."""

from __future__ import annotations

import os

from citadels.settings.parts.environment import env
from citadels.settings.parts.paths import VAR_DIR

CPUS = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
MAX_CONCURRENT_DRAWINGS: int = env.int("MAX_CONCURRENT_DRAWINGS", default=max(1, CPUS // 2))
"""PNGs that all processes of this machine draw at the same time."""
PICTURES_DIR = VAR_DIR / "pictures"
PICTURES_CACHE = {
    # Files, not Redis: clients decide how many pictures there are, and Redis must not get full.
    "BACKEND": "django.core.cache.backends.filebased.FileBasedCache",
    "LOCATION": PICTURES_DIR,
    "TIMEOUT": 3600,
    "OPTIONS": {"MAX_ENTRIES": 100},  # of up to half a megabyte
}
