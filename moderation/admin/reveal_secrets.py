"""The games whose secrets are shown in this session.

The audit log grants the access and limits its time. The session stores in which browser the user
wants to see the secrets.
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
    """Show the secrets on the pages of this game, as long as the audit log allows it."""
    request.session[KEY] = [*revealed_games(request), str(game_id)]


def reveal_end(request: HttpRequest, game_id: UUID) -> None:
    """Hide the secrets again."""
    request.session[KEY] = [one for one in revealed_games(request) if one != str(game_id)]


def revealed_games(request: HttpRequest) -> list[str]:
    """Return the ids of the games whose secrets this session may see."""
    game_ids: list[str] = request.session.get(KEY, [])
    return game_ids


def revealed_until(request: HttpRequest, game_id: UUID) -> datetime | None:
    """Return until when this session sees the secrets of a game, or None if it does not."""
    user = request.user
    if str(game_id) not in revealed_games(request) or not isinstance(user, User):
        return None
    try:
        involvement_check(user, game_id)  # the user may have joined since
    except ConflictOfInterest:
        return None
    return reveal_secrets.revealed_until(by=user, game_id=game_id)
