"""What tests of the lobby look at."""

from __future__ import annotations

from typing import Any

from accounts.models import User
from core.errors import Invalid
from games.models import Game, Outcome, PlayerStatistics, Rating
from games.ratings.ratings import SETTLED_AFTER
from notifications.models import OutboxEntry


def profiles(game: Game) -> list[str]:
    """Of the bots, by seat; a person has none."""
    return list(game.seats.order_by("number").values_list("bot_profile", flat=True))


def places(game: Game) -> list[str | None]:
    """Who sits where: a name, a level, or nobody."""
    return [
        seat.user.username if seat.user else seat.bot or None
        for seat in game.seats.select_related("user").order_by("number")
    ]


def pointers(error: Invalid) -> list[tuple[str, str]]:
    return [(field["pointer"], field["code"]) for field in error.extras["errors"]]


def heard(user: User, *kinds: str) -> list[tuple[str, dict[str, Any]]]:
    """What ``user`` is told of these kinds, in order, without what every notice says."""
    entries = OutboxEntry.objects.filter(kind__in=kinds).order_by("id")
    return [
        (entry.kind, {name: value for name, value in entry.data.items() if name != "ruleset"})
        for entry in entries
        if str(user.id) in entry.users
    ]


def rate(user: User, shown: int) -> None:
    Rating.objects.create(
        user=user, ruleset="toy", mu=25, sigma=8, shown=shown, rated_games=SETTLED_AFTER
    )


def keeps_his_word(user: User, *, finished: int, timed_out: int = 0) -> None:
    recent = Outcome.FINISHED * finished + Outcome.TIMED_OUT * timed_out
    PlayerStatistics.objects.create(user=user, recent=recent)
