"""What is running: the version of the service and the commit it was built from."""

from __future__ import annotations

import subprocess
from functools import cache

from django.conf import settings

UNKNOWN = "unknown"


@cache
def build_info() -> dict[str, str]:
    """Return ``version`` and ``commit``: that of the environment, or of the checkout."""
    return {"version": settings.SERVICE_VERSION, "commit": settings.COMMIT or checked_out()}


def checked_out() -> str:
    """Return the commit of the checkout, or "unknown" where there is none."""
    if settings.IS_INSTALLED:  # the folder may be within the checkout of another project
        return UNKNOWN
    command = ["git", "-C", str(settings.BASE_DIR), "rev-parse", "--short=12", "HEAD"]
    try:
        found = subprocess.run(command, capture_output=True, text=True, check=True, timeout=5)
    except (OSError, subprocess.SubprocessError):
        return UNKNOWN
    return found.stdout.strip()
