"""Creation of games with idempotency keys."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.db import transaction

from accounts.models import User
from games.lobby.services import game_create
from games.models import Game
from games.play import idempotency
from games.play.idempotency import Reply, RequestAnsweredMeanwhile
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

    def answer() -> dict[str, Any]:
        _, document = game_view_for(user=user, game_id=create().id)
        return document

    try:
        with transaction.atomic():
            return idempotency.answer_once(request, answer)
    except RequestAnsweredMeanwhile:
        with transaction.atomic():
            return idempotency.answer_once(request, answer)
