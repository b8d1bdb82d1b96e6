"""Errors of requests."""

from __future__ import annotations

from typing import Any


class Unreachable(Exception):
    """There is no answer at this address, or not from this service."""


class Problem(Exception):
    """The service refused a request. Branch on ``code``; ``extras`` holds its further members."""

    def __init__(self, document: dict[str, Any], retry_after: int | None = None) -> None:
        self.code = str(document.get("code", "unknown"))
        self.status = int(document.get("status", 0))
        self.title = str(document.get("title", ""))
        self.detail = str(document.get("detail", ""))
        self.extras = {name: value for name, value in document.items() if name not in COMMON}
        self.retry_after = retry_after
        super().__init__(self.sentence())

    def sentence(self) -> str:
        """The problem as a sentence, with all wrong fields."""
        wrong = [
            f"{error['pointer']}: {error['detail']}" for error in self.extras.get("errors", ())
        ]
        return " ".join([f"{self.status} {self.code}:", *(wrong or [self.detail])])


COMMON = ("type", "title", "status", "detail", "code")
