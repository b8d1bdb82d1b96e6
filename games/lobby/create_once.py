"""Creation of games with idempotency keys."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.db import transaction

from accounts.models import User
from games.lobby.services import game_create
from games.models import Game
from games.play import idempotency
from games.play.idempotency import KeyedRequest, Reply, RequestAnsweredMeanwhile
from games.play.selectors import game_view_for


def game_open(*, user: User, body: dict[str, Any], key: str | None = None) -> Reply:
    """Create a game; for an Idempotency-Key that was used before, return the first reply.

    Raises what ``game_create`` raises, and IdempotencyKeyInvalid, IdempotencyKeyReused.
    """
    return create_once(
        user=user,
        scope="games",
        key=key,
        payload=body,
        create=lambda: game_create(user=user, **body),
    )


def create_once(
    *, user: User, scope: str, key: str | None, payload: Any, create: Callable[[], Game]
) -> Reply:
    """Create a game, or return the first reply to a key that was used before.

    Raises what ``create`` raises, and IdempotencyKeyInvalid, IdempotencyKeyReused.
    """
    request = idempotency.keyed_request(user=user, scope=scope, key=key, payload=payload)
    try:
        return create_or_find(user, request, create)
    except RequestAnsweredMeanwhile:
        return create_or_find(user, request, create)


@transaction.atomic
def create_or_find(user: User, request: KeyedRequest | None, create: Callable[[], Game]) -> Reply:
    """Create a game, or return the stored reply. Raises RequestAnsweredMeanwhile."""
    if (earlier := idempotency.reply_find(request)) is not None:
        return earlier
    _, document = game_view_for(user=user, game_id=create().id)
    return idempotency.reply_store(request, document)
