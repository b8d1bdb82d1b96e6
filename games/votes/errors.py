"""Errors of votes and of undoing moves."""

from __future__ import annotations

from enum import StrEnum

from django.utils.translation import gettext_lazy as _

from core.errors import ApiError, Kind, PeriodLimit


class VoteRefusal(StrEnum):
    """Why a vote is not possible."""

    NO_CLOCK = "no_clock"
    PAUSED_ALREADY = "paused_already"
    NOT_PAUSED = "not_paused"
    NOT_ABSENT = "not_absent"
    NOT_A_PLAYER = "not_a_player"


class VoteImpossible(ApiError):
    """The vote would change nothing, or may not be held now. `reason` is `no_clock`,
    `paused_already`, `not_paused`, `not_absent` or `not_a_player`.
    """

    code = "vote_impossible"
    kind = Kind.CONFLICT
    title = _("This vote is not possible.")

    def __init__(self, reason: VoteRefusal) -> None:
        super().__init__(WHY_NO_VOTE[reason], reason=reason.value)


WHY_NO_VOTE = {
    VoteRefusal.NO_CLOCK: _("The game has no clock that could be paused."),
    VoteRefusal.PAUSED_ALREADY: _("A vote has already paused the clock."),
    VoteRefusal.NOT_PAUSED: _("No vote has paused the clock."),
    VoteRefusal.NOT_ABSENT: _("Only a player whose time has run out can be replaced."),
    VoteRefusal.NOT_A_PLAYER: _("No player has this seat."),
}
"""Why votes are not possible, for people."""


class VoteOpen(ApiError):
    """A vote of this kind is already open; `vote` is its id."""

    code = "vote_open"
    kind = Kind.CONFLICT
    title = _("A vote of this kind is already open.")

    def __init__(self, vote: int) -> None:
        super().__init__(vote=vote)


class VoteLimit(PeriodLimit):
    """The user has opened a vote of this kind in this game that was refused (docs/limits.md).
    `again_at` and the header `Retry-After` say when they may open another one.
    """

    code = "vote_limit"
    title = _("Your last vote of this kind did not pass. Try again later.")


class VoteNotFound(ApiError):
    """The game has no such vote."""

    code = "vote_not_found"
    kind = Kind.NOT_FOUND
    title = _("There is no such vote.")


class VoteClosed(ApiError):
    """The vote is decided or has expired."""

    code = "vote_closed"
    kind = Kind.CONFLICT
    title = _("The vote is closed.")


class NoBallot(ApiError):
    """The vote is about the user's own seat, so only the other players vote."""

    code = "no_ballot"
    kind = Kind.FORBIDDEN
    title = _("You may not vote on this.")


class UndoRefusal(StrEnum):
    """Why a move cannot be undone."""

    NO_MOVE = "no_move"
    ANOTHER_MOVED = "another_moved"
    SOMETHING_LEARNED = "something_learned"


class UndoImpossible(ApiError):
    """The moves cannot be undone. `reason` is `no_move`, `another_moved` (another player has moved
    or has to move), or `something_learned` (a player learned something, or chance was involved).
    """

    code = "undo_impossible"
    kind = Kind.CONFLICT
    title = _("These moves cannot be undone.")

    def __init__(self, reason: UndoRefusal) -> None:
        super().__init__(WHY_NO_UNDO[reason], reason=reason.value)


WHY_NO_UNDO = {
    UndoRefusal.NO_MOVE: _("There is no move of yours to undo."),
    UndoRefusal.ANOTHER_MOVED: _("Another player has moved since, or has to move."),
    UndoRefusal.SOMETHING_LEARNED: _(
        "A player has learned something since, or chance was involved."
    ),
}
"""Why moves cannot be undone, for people."""
