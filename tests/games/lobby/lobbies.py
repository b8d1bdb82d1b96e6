"""Helpers for tests of the lobby."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.utils import timezone

from accounts.models import User
from core.errors import Invalid
from games.models import Game, Outcome, PlayerStatistics, Rating
from notifications.models import OutboxEntry


def bot_profiles(game: Game) -> list[str]:
    """Return the bot profiles by seat; empty where there is no bot."""
    return list(game.seats.order_by("number").values_list("bot_profile", flat=True))


def seat_names(game: Game) -> list[str | None]:
    """Return the user's name, the bot's level or None, by seat."""
    return [
        seat.user.username if seat.user else seat.bot or None
        for seat in game.seats.select_related("user").order_by("number")
    ]


def field_errors(error: Invalid) -> list[tuple[str, str]]:
    return [(field["pointer"], field["code"]) for field in error.extras["errors"]]


def notifications_of(user: User, *kinds: str) -> list[tuple[str, dict[str, Any]]]:
    """Return the user's notifications of these kinds, in order, with their specific data."""
    entries = OutboxEntry.objects.filter(kind__in=kinds).order_by("id")
    return [
        (entry.kind, {name: value for name, value in entry.data.items() if name != "ruleset"})
        for entry in entries
        if str(user.id) in entry.users
    ]


def rate(user: User, shown: int) -> None:
    soon = timezone.now() + timedelta(days=1)
    Rating.objects.create(
        user=user, ruleset="toy", mu=25, sigma=2, shown=shown, rated_games=20, settled_until=soon
    )


def set_reliability(user: User, *, finished: int, timed_out: int = 0) -> None:
    recent = Outcome.FINISHED * finished + Outcome.TIMED_OUT * timed_out
    PlayerStatistics.objects.create(user=user, recent=recent)
