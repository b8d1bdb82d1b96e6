"""How long users think, so that all of them together send as many requests as planned."""

from __future__ import annotations

from random import Random

USUAL = 8.0
"""Requests that one thing done by a user causes, with those of the pages that show it."""
WEIGHT = 50
"""As many things done count for ``USUAL``, until enough was seen."""


class Pace:
    """The mean time to think, by the number of requests that were caused so far.

    It does not depend on how fast the service answers: a slow service gets as many requests as a
    fast one, and its queues show in the latency.
    """

    def __init__(self, players: int, requests_per_second: float) -> None:
        self.players, self.requests_per_second = players, requests_per_second
        self.requests = self.acts = 0

    def mean(self) -> float:
        """Return the mean seconds between two things that one user does."""
        caused = (WEIGHT * USUAL + self.requests) / (WEIGHT + self.acts)
        return self.players * caused / self.requests_per_second

    def think(self, rng: Random) -> float:
        """Return the seconds until a user does the next thing."""
        return rng.expovariate(1 / self.mean())
