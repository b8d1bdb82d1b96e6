"""Signed addresses of pictures, which show a game to everybody who has the address.

Nothing is stored: the token contains the id of the game and the time of its signature.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from uuid import UUID

from django.conf import settings
from django.core import signing
from django.utils import timezone

from games.summaries.errors import PictureLinkInvalid

SALT = "games.summaries.picture"


def picture_token(game_id: UUID) -> tuple[str, datetime]:
    """Return a token for the picture of a game, and when it expires."""
    life = timedelta(days=settings.PICTURE_LINK_DAYS)
    return signing.dumps(game_id.hex, salt=SALT), timezone.now() + life


def game_of_token(token: str) -> UUID:
    """Return the game of a token. Raises PictureLinkInvalid."""
    life = timedelta(days=settings.PICTURE_LINK_DAYS)
    try:
        return UUID(signing.loads(token, salt=SALT, max_age=life))
    except signing.BadSignature:
        raise PictureLinkInvalid from None
