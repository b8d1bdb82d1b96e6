"""Errors of the history of a game."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from core.errors import ApiError, Kind
from games.play.errors import GameNotFinished, GameNotFound, GameNotStarted, MoveNotFound
from games.rules.errors import RulesUnavailable


class PictureNotFound(ApiError):
    """The ruleset has no picture of its table. The game itself can be seen."""

    code = "picture_not_found"
    kind = Kind.NOT_FOUND
    title = _("This game has no picture.")


class HistoryUnavailable(ApiError):
    """The current rules replay the game differently, so its past cannot be shown."""

    code = "history_unavailable"
    kind = Kind.BUSY
    title = _("Earlier positions of this game cannot be shown.")


PAST_ERRORS = (
    *(GameNotFound, MoveNotFound, GameNotStarted, GameNotFinished),
    *(RulesUnavailable, HistoryUnavailable),
)
"""Errors of what looks at a position of a finished game."""
