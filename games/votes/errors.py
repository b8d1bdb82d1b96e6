"""What can go wrong with votes and with taking moves back."""

from __future__ import annotations

from enum import StrEnum

from django.utils.translation import gettext_lazy as _

from core.errors import ApiError, Kind


class VoteRefusal(StrEnum):
    """Why there is nothing to vote about."""

    NO_CLOCK = "no_clock"
    PAUSED_ALREADY = "paused_already"
    NOT_PAUSED = "not_paused"
    NOT_ABSENT = "not_absent"
    NOT_A_PLAYER = "not_a_player"


class VoteImpossible(ApiError):
    """There is nothing to vote about; ``reason`` says why: `no_clock`, `paused_already`,
    `not_paused`, `not_absent`, or `not_a_player`.
    """

    code = "vote_impossible"
    kind = Kind.CONFLICT
    title = _("There is nothing to vote on.")

    def __init__(self, reason: VoteRefusal) -> None:
        super().__init__(reason=reason.value)


class VoteOpen(ApiError):
    """A vote of this kind is open already; ``vote`` is its id."""

    code = "vote_open"
    kind = Kind.CONFLICT
    title = _("There already is such a vote.")

    def __init__(self, vote: int) -> None:
        super().__init__(vote=vote)


class VoteNotFound(ApiError):
    """The game has no such vote."""

    code = "vote_not_found"
    kind = Kind.NOT_FOUND
    title = _("There is no such vote.")


class VoteClosed(ApiError):
    """The vote is decided, or its time is over."""

    code = "vote_closed"
    kind = Kind.CONFLICT
    title = _("The vote is closed.")


class NoBallot(ApiError):
    """The vote is about the user's own seat: the others decide."""

    code = "no_ballot"
    kind = Kind.FORBIDDEN
    title = _("You have no vote in this decision.")


class UndoRefusal(StrEnum):
    """Why a move stays."""

    NO_MOVE = "no_move"
    ANOTHER_MOVED = "another_moved"
    SOMETHING_LEARNED = "something_learned"


class UndoImpossible(ApiError):
    """The moves cannot be taken back; ``reason`` says why: `no_move`, `another_moved` (or has to
    move now), or `something_learned`, by anybody or from chance.
    """

    code = "undo_impossible"
    kind = Kind.CONFLICT
    title = _("This cannot be taken back.")

    def __init__(self, reason: UndoRefusal) -> None:
        super().__init__(reason=reason.value)
