"""Leaving games when an account is deleted."""

from __future__ import annotations

import logging
from collections.abc import Callable
from uuid import UUID

from accounts.models import User
from core.errors import ApiError

logger = logging.getLogger(__name__)


def leave_game(leave: Callable[..., object], *, user: User, game_id: UUID) -> None:
    """Call ``leave``. A refusal is logged: a game that went on meanwhile, or whose rules are gone,
    does not keep the account from being deleted.
    """
    try:
        leave(user=user, game_id=game_id)
    except ApiError as error:
        logger.warning("Game %s was not left: %s", game_id, error.code)
