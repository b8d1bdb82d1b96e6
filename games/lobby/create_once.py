"""Creation of games with idempotency keys."""

from __future__ import annotations

from typing import Any

from django.db import transaction

from accounts.models import User
from games.lobby.services import game_create
from games.play import idempotency
from games.play.idempotency import Reply, RequestAnsweredMeanwhile
from games.play.selectors import game_view_for


def game_open(*, user: User, body: dict[str, Any], key: str | None = None) -> Reply:
    """Create a game; for an Idempotency-Key that was used before, return the first reply.

    Raises what ``game_create`` raises, and IdempotencyKeyInvalid, IdempotencyKeyReused.
    """
    request = idempotency.keyed_request(user=user, scope="games", key=key, payload=body)

    def create() -> dict[str, Any]:
        game = game_create(user=user, **body)
        _, document = game_view_for(user=user, game_id=game.id)
        return document

    try:
        with transaction.atomic():
            return idempotency.answer_once(request, create)
    except RequestAnsweredMeanwhile:
        with transaction.atomic():
            return idempotency.answer_once(request, create)
