"""Errors of games."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _

from accounts.scopes import GAMES_READ
from core.errors import ApiError, Kind
from games.rules.errors import GameOver


class GameNotFound(ApiError):
    """There is no such game, or it is private and this user may not see it."""

    code = "game_not_found"
    kind = Kind.NOT_FOUND
    title = _("There is no such game.")


class NotSeated(ApiError):
    """The user has no seat in this game."""

    code = "not_seated"
    kind = Kind.FORBIDDEN
    title = _("You have no seat in this game.")


class SeatLost(ApiError):
    """The user has resigned or lost the seat on time; a bot plays it."""

    code = "seat_lost"
    kind = Kind.CONFLICT
    title = _("You have lost this seat.")


class SeatAway(ApiError):
    """The user ran out of time and a bot plays for them; `POST .../return/` takes the seat back."""

    code = "seat_away"
    kind = Kind.CONFLICT
    title = _("A bot plays for you until you return.")


class GameFrozen(ApiError):
    """A moderator or the service itself has suspended the game, so nobody may move."""

    code = "game_frozen"
    kind = Kind.CONFLICT
    title = _("The game is suspended.")


class DeadlinePassed(ApiError):
    """The command arrived after the deadline and the grace period."""

    code = "deadline_passed"
    kind = Kind.CONFLICT
    title = _("Your time has run out.")


class GameNotStarted(ApiError):
    """The game is still in the lobby."""

    code = "game_not_started"
    kind = Kind.CONFLICT
    title = _("The game has not started yet.")


class StaleDecision(ApiError):
    """The command names a decision that is not open, for example because it was already answered.
    `decision` is the open one, with its options if it is yours.
    """

    code = "stale_decision"
    kind = Kind.CONFLICT
    title = _("Another decision is open.")
    scoped = {"decision": GAMES_READ}

    def __init__(self, current: dict[str, Any]) -> None:
        super().__init__(decision=current)


class ChoiceEndsCommand(ApiError):
    """A choice tells the player something new, so no other may follow it in the same command.
    `index` says which choice has to be the last.

    The choices of a command are played all or none. If they could continue after a card was shown,
    an illegal choice at the end would undo a choice that had shown it.
    """

    code = "choice_ends_command"
    kind = Kind.INVALID
    title = _("No choice may follow this one in the same command.")

    def __init__(self, index: int) -> None:
        super().__init__(index=index)


class GameNotFinished(ApiError):
    """The record and the hidden information of a game are available only after its end."""

    code = "game_not_finished"
    kind = Kind.CONFLICT
    title = _("The game is not finished.")


class IdempotencyKeyInvalid(ApiError):
    """`Idempotency-Key` is not 1 to 200 printable ASCII characters without spaces."""

    code = "idempotency_key_invalid"
    kind = Kind.MALFORMED
    title = _("The Idempotency-Key is not valid.")

    def __init__(self, most: int) -> None:
        super().__init__(
            _("Use 1 to %(most)s printable ASCII characters without spaces as Idempotency-Key.")
            % {"most": most}
        )


class IdempotencyKeyReused(ApiError):
    """The same `Idempotency-Key` was used for another request before."""

    code = "idempotency_key_reused"
    kind = Kind.INVALID
    title = _("This Idempotency-Key belongs to another request.")


class NamesHidden(ApiError):
    """The game is anonymous, and this would tell who plays: its names are shown after the end. One
    that was cancelled never shows them.
    """

    code = "names_hidden"
    kind = Kind.CONFLICT
    title = _("The names of the players are hidden in this game.")


class GameNotRunning(ApiError):
    """The game has not started or is over; this works only on a running game."""

    code = "game_not_running"
    kind = Kind.CONFLICT
    title = _("The game is not running.")


class RollbackRefused(ApiError):
    """Replaying the game leads to another state than the stored one, so it cannot be rolled back;
    or there is no rollback to undo.
    """

    code = "rollback_refused"
    kind = Kind.CONFLICT
    title = _("The game cannot be rolled back.")


class MoveNotFound(ApiError):
    """There is no such move, or it is not one that the game can be rolled back to."""

    code = "move_not_found"
    kind = Kind.NOT_FOUND
    title = _("There is no such move.")

    def __init__(self, last: int) -> None:
        """Name the possible moves, of which ``last`` is the last one; -1: there is none."""
        detail = _("There is no such move. Possible are 0 to %(last)s, without those undone.")
        super().__init__(detail % {"last": last} if last >= 0 else "")


SEAT_ERRORS = (NotSeated, GameNotFound, GameNotStarted, GameOver, SeatLost)
"""Errors of what players do with their seats in running games."""
