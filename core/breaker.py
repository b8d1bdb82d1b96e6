"""A circuit breaker: stop calling a server for a while after a failure."""

from __future__ import annotations

import logging
from collections.abc import Callable
from time import monotonic
from typing import TypeVar

logger = logging.getLogger(__name__)
Result = TypeVar("Result")

BREAK = 5.0
"""Seconds without a call after a failure. Waiting for a dead server would slow every caller."""


class CircuitBreaker:
    """Calls to a server that the caller can do without.

    A failure is logged as a warning and not raised. For ``BREAK`` seconds after it, no call is
    made. All threads of a process share one breaker.
    """

    def __init__(self, warning: str, *errors: type[Exception]) -> None:
        """``warning`` says what does not work now. ``errors`` are the exceptions that count as
        failures, by default all.
        """
        self.warning = warning
        self.errors = errors or (Exception,)
        self.open_until = 0.0

    def call(self, function: Callable[[], Result]) -> Result | None:
        """Return the function's result, or None if it failed or was not called."""
        if monotonic() < self.open_until:
            return None
        try:
            return function()
        except self.errors as error:
            self.open_until = monotonic() + BREAK
            logger.warning("%s: %s", self.warning, error)
            return None
