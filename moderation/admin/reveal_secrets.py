"""Who has opened the secrets of which game in this session.

The log says that he may, and until when; the session, that he wants to see them here.
"""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from django.http import HttpRequest

from accounts.models import User
from moderation.errors import ConflictOfInterest
from moderation.permissions import involvement_check
from moderation.services import reveal_secrets

KEY = "revealed_games"


def reveal_start(request: HttpRequest, game_id: UUID) -> None:
    """From now on the pages of this game show its secrets, as long as the log allows it."""
    request.session[KEY] = [*revealed_games(request), str(game_id)]


def reveal_end(request: HttpRequest, game_id: UUID) -> None:
    """Cover the secrets again."""
    request.session[KEY] = [one for one in revealed_games(request) if one != str(game_id)]


def revealed_games(request: HttpRequest) -> list[str]:
    found: list[str] = request.session.get(KEY, [])
    return found


def revealed_until(request: HttpRequest, game_id: UUID) -> datetime | None:
    """Until when this session sees the secrets of a game; None: it does not."""
    user = request.user
    if str(game_id) not in revealed_games(request) or not isinstance(user, User):
        return None
    try:
        involvement_check(user, game_id)  # he may have taken a seat since
    except ConflictOfInterest:
        return None
    return reveal_secrets.revealed_until(by=user, game_id=game_id)
