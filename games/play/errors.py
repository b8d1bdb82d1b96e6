"""What can go wrong with games."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _

from accounts.scopes import GAMES_READ
from core.errors import ApiError, Kind


class GameNotFound(ApiError):
    """There is no such game, or it is private and not for this user."""

    code = "game_not_found"
    kind = Kind.NOT_FOUND
    title = _("There is no such game.")


class NotSeated(ApiError):
    """The user has no seat in this game."""

    code = "not_seated"
    kind = Kind.FORBIDDEN
    title = _("You have no seat in this game.")


class SeatLost(ApiError):
    """The user has given up this game, or lost it by time; a bot plays the seat."""

    code = "seat_lost"
    kind = Kind.CONFLICT
    title = _("You have lost this seat.")


class SeatAway(ApiError):
    """The user's time was out and a bot stands in; `POST .../return/` takes the seat back."""

    code = "seat_away"
    kind = Kind.CONFLICT
    title = _("A bot stands in for you until you return.")


class GameFrozen(ApiError):
    """Nobody may act: a moderator, or the service itself, has suspended the game."""

    code = "game_frozen"
    kind = Kind.CONFLICT
    title = _("The game is suspended.")


class DeadlinePassed(ApiError):
    """The command came later than the grace after its deadline."""

    code = "deadline_passed"
    kind = Kind.CONFLICT
    title = _("Your time has run out.")


class GameNotStarted(ApiError):
    """The game is in the lobby."""

    code = "game_not_started"
    kind = Kind.CONFLICT
    title = _("The game has not started yet.")


class StaleDecision(ApiError):
    """Another decision is open than the one named: somebody was quicker, or this one is answered
    already. `decision` is the open one, with its options if it is yours.
    """

    code = "stale_decision"
    kind = Kind.CONFLICT
    title = _("Another decision is open.")
    scoped = {"decision": GAMES_READ}

    def __init__(self, current: dict[str, Any]) -> None:
        super().__init__(decision=current)


class ChoiceEndsCommand(ApiError):
    """A choice in the middle of a command tells its player something new, so nothing may follow it;
    `index` says which choice has to be the last.

    Choices sent together are taken all or none, and nobody may take back what showed them a card.
    """

    code = "choice_ends_command"
    kind = Kind.INVALID
    title = _("Nothing may follow this choice in one command.")

    def __init__(self, index: int) -> None:
        super().__init__(index=index)


class GameNotFinished(ApiError):
    """What a game hides, and its record, can be had only when it is finished."""

    code = "game_not_finished"
    kind = Kind.CONFLICT
    title = _("The game is not finished.")


class IdempotencyKeyInvalid(ApiError):
    """`Idempotency-Key` holds something other than 1 to 200 printable ASCII characters without
    spaces.
    """

    code = "idempotency_key_invalid"
    kind = Kind.MALFORMED
    title = _("The Idempotency-Key is not valid.")


class IdempotencyKeyReused(ApiError):
    """The same Idempotency-Key came with another request before."""

    code = "idempotency_key_reused"
    kind = Kind.INVALID
    title = _("This Idempotency-Key belongs to another request.")


class GameNotRunning(ApiError):
    """The game has not started, or is over: this is done to a running game only."""

    code = "game_not_running"
    kind = Kind.CONFLICT
    title = _("The game is not running.")


class RollbackRefused(ApiError):
    """Played again by the rules of today, the game would be another; or there is no rollback that
    could be undone.
    """

    code = "rollback_refused"
    kind = Kind.CONFLICT
    title = _("The game cannot go back.")


class MoveNotFound(ApiError):
    """The game has no such move that counts, or none to which it could go back."""

    code = "move_not_found"
    kind = Kind.NOT_FOUND
    title = _("There is no such earlier move.")
