"""The paths that the API is served under."""

from __future__ import annotations

API = "/api/"
API_V1 = f"{API}v1/"
