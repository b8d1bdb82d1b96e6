"""Endpoints that will be removed: what the service tells their clients (docs/versions.md)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

from django.utils.http import http_date

SHORTEST = timedelta(days=180)
"""The least time between the announcement and the removal."""
PAGE = "/docs/versions.html"


@dataclass(frozen=True, slots=True)
class Deprecation:
    """When an endpoint was announced to go, when it goes, and what replaces it.

    ``instead`` ends the sentence "Deprecated: it will be removed after ...; use ...".
    Raises ValueError if the time between is too short.
    """

    since: date
    sunset: date
    instead: str

    def __post_init__(self) -> None:
        if self.sunset - self.since < SHORTEST:
            raise ValueError(
                f"An endpoint is removed at least {SHORTEST.days} days after the announcement."
            )

    def headers(self) -> dict[str, str]:
        """Return the headers of its replies (RFC 9745, RFC 8594)."""
        return {
            "Deprecation": f"@{seconds(self.since)}",
            "Sunset": http_date(seconds(self.sunset)),
            "Link": f'<{PAGE}>; rel="deprecation"; type="text/html"',
        }

    def describe(self, description: str) -> str:
        """Return the description of the endpoint, with the announcement."""
        announcement = f"Deprecated: it will be removed after {self.sunset}; use {self.instead}."
        return f"{announcement}\n\n{description}".strip()


def seconds(day: date) -> int:
    """Return the start of a day in UTC as a Unix time."""
    return int(datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp())
