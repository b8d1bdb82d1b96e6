"""Who has opened the secrets of which match in this session.

The log says that he may, and until when; the session, that he wants to see them here.
"""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from django.http import HttpRequest

from accounts.models import User
from moderation.errors import ConflictOfInterest
from moderation.permissions import no_part_in
from moderation.services import reveal_secrets

KEY = "looks"


def look_opened(request: HttpRequest, game_id: UUID) -> None:
    """From now on the pages of this match show its secrets, as long as the log allows it."""
    request.session[KEY] = [*looks_of(request), str(game_id)]


def look_closed(request: HttpRequest, game_id: UUID) -> None:
    """Cover the secrets again."""
    request.session[KEY] = [one for one in looks_of(request) if one != str(game_id)]


def looks_of(request: HttpRequest) -> list[str]:
    found: list[str] = request.session.get(KEY, [])
    return found


def looking_until(request: HttpRequest, game_id: UUID) -> datetime | None:
    """Until when this session sees the secrets of a match; None: it does not."""
    user = request.user
    if str(game_id) not in looks_of(request) or not isinstance(user, User):
        return None
    try:
        no_part_in(user, game_id)  # he may have taken a seat since
    except ConflictOfInterest:
        return None
    return reveal_secrets.looking_until(by=user, game_id=game_id)
