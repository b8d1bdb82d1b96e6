"""Paths that several parts of the service know."""

from __future__ import annotations

API = "/api/"
API_V1 = f"{API}v1/"
DOCS = "/docs/"
"""The documentation site, which `make docs` builds."""
PLAY = "/play/"
"""The web client, `clients/web/site/`."""
PROBLEMS = "/problems/"
"""The pages that explain problems, each under its code."""
