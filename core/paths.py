"""Paths that several parts of the service know."""

from __future__ import annotations

API = "/api/"
API_V1 = f"{API}v1/"
OAUTH = "/oauth/"
OAUTH_PAGE = f"{OAUTH}authorize/"
"""The consent page, the one page under ``OAUTH``. All else there is for programs."""
OAUTH_METADATA = "/.well-known/oauth-"
DOCS = "/docs/"
"""The documentation site, which `make docs` builds."""
PATH_MAX = 1_000
"""Characters of a path that the service accepts."""
PROBES = HEALTH, READY = "/healthz", "/readyz"
"""Liveness and readiness, which are asked by machines."""
PLAY = "/play/"
"""The web client, `clients/web/site/`."""
PROBLEMS = "/problems/"
"""The pages that explain problems, each under its code."""


def is_oauth_endpoint(path: str) -> bool:
    """True if the path is one of OAuth for programs, not the consent page."""
    path = f"{path}/"
    return path.startswith(OAUTH) and not path.startswith(OAUTH_PAGE)
