"""Errors of puzzles."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from core.errors import ApiError, Kind


class NoPuzzlesYet(ApiError):
    """There are no puzzles yet, neither for this user nor for others."""

    code = "no_puzzles_yet"
    kind = Kind.NOT_FOUND
    title = _("There are no puzzles yet.")


class NoPuzzle(ApiError):
    """The user has answered all puzzles of the ruleset."""

    code = "no_puzzle"
    kind = Kind.NOT_FOUND
    title = _("There is no further puzzle for you.")


class PuzzleNotFound(ApiError):
    """There is no puzzle with this id."""

    code = "puzzle_not_found"
    kind = Kind.NOT_FOUND
    title = _("There is no such puzzle.")


class PuzzleAnswered(ApiError):
    """The user has answered this puzzle. `GET puzzles/{puzzle_id}/` shows the answer."""

    code = "puzzle_answered"
    kind = Kind.CONFLICT
    title = _("You have answered this puzzle already.")
