"""How a player stands where a match asks for it. Only reads: games rate, and lobbies ask here."""

from __future__ import annotations

from accounts.models import User
from games.models import PlayerRecord, Rating

RELIABLE_AFTER = 5
"""Matches before which nothing can be said of somebody's reliability."""


def rating_shown(user: User, ruleset: str) -> int | None:
    """The rating of ``user`` in one game, as people see it; None before the first rated match."""
    ratings = Rating.objects.filter(user=user, ruleset=ruleset)
    return ratings.values_list("shown", flat=True).first()


def reliability(user: User) -> int | None:
    """In percent, how many matches ``user`` played to their end; None: too few to tell."""
    record = PlayerRecord.objects.filter(user=user).first()
    if record is None:
        return None
    matches = record.finished + record.resigned + record.timed_out + record.absent
    return None if matches < RELIABLE_AFTER else 100 * record.finished // matches
