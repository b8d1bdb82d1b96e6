"""Errors of analyses and hints."""

from __future__ import annotations

from enum import StrEnum
from uuid import UUID

from django.utils.translation import gettext_lazy as _

from accounts.scopes import GAMES_READ
from core.errors import ApiError, Kind, PeriodLimit


class AnalysisNotFound(ApiError):
    """The user has requested no analysis of this game, or it was deleted after its retention
    period.
    """

    code = "analysis_not_found"
    kind = Kind.NOT_FOUND
    title = _("There is no analysis of this game for you.")


class AnalysisNotReady(ApiError):
    """The analysis is not done, so there is nothing to draw. `GET .../analysis/` shows its
    progress.
    """

    code = "analysis_not_ready"
    kind = Kind.CONFLICT
    title = _("The analysis is not ready.")


class AnalysisUnavailable(ApiError):
    """The bots of this ruleset do not search, or the user's seat has made no move or more than
    1,000.
    """

    code = "analysis_unavailable"
    kind = Kind.CONFLICT
    title = _("This game cannot be analyzed.")


class AnalysisRunning(ApiError):
    """Another analysis of the user is not done yet; `game` is its game."""

    code = "analysis_running"
    kind = Kind.CONFLICT
    title = _("Another analysis of yours is not done yet.")
    scoped = {"game": GAMES_READ}

    def __init__(self, game_id: UUID) -> None:
        super().__init__(game=str(game_id))


class AnalysisLimit(PeriodLimit):
    """The user has requested as many analyses or hints as are allowed in 24 hours
    (docs/limits.md). `again_at` and the header `Retry-After` say when the next one is possible.
    """

    code = "analysis_limit"
    title = _("You have used up your analyses or hints. Try again later.")


class HintRefusal(StrEnum):
    """Why there is no hint in a game."""

    RATED = "rated"
    OTHER_PLAYERS = "other_players"


class HintRefused(ApiError):
    """There are no hints in this game. `reason` is `rated`, or `other_players`: a seat is or was
    held by another player.
    """

    code = "hint_refused"
    kind = Kind.FORBIDDEN
    title = _("There are no hints in this game.")
    scoped = {"reason": GAMES_READ}

    def __init__(self, reason: HintRefusal) -> None:
        super().__init__(reason=reason.value)


class HintNotFound(ApiError):
    """The user has asked for no hint in this game."""

    code = "hint_not_found"
    kind = Kind.NOT_FOUND
    title = _("You have asked for no hint in this game.")
