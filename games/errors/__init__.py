"""What can go wrong with matches."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _

from accounts.scopes import GAMES_READ
from core.errors import ApiError, Kind
from games.errors.acts import NothingToDo as NothingToDo
from games.errors.table import Kept as Kept
from games.errors.table import NoBallot as NoBallot
from games.errors.table import RoomClosed as RoomClosed
from games.errors.table import SeatOfferClosed as SeatOfferClosed
from games.errors.table import SeatOfferNotFound as SeatOfferNotFound
from games.errors.table import SeatOfferOpen as SeatOfferOpen
from games.errors.table import UndoImpossible as UndoImpossible
from games.errors.table import VoteClosed as VoteClosed
from games.errors.table import VoteImpossible as VoteImpossible
from games.errors.table import VoteNotFound as VoteNotFound
from games.errors.table import VoteOpen as VoteOpen
from games.errors.table import Why as Why

# --- finding -----------------------------------------------------------------------------------


class RulesetNotFound(ApiError):
    """There is no game of this name."""

    code = "ruleset_not_found"
    kind = Kind.NOT_FOUND
    title = _("There is no such ruleset.")


class GameNotFound(ApiError):
    """There is no such match, or it is private and not for this user."""

    code = "game_not_found"
    kind = Kind.NOT_FOUND
    title = _("There is no such game.")


class PictureNotFound(ApiError):
    """The game has no picture of its table; the match itself can be seen."""

    code = "picture_not_found"
    kind = Kind.NOT_FOUND
    title = _("This game has no picture.")


# --- before the start --------------------------------------------------------------------------


class GameNotInLobby(ApiError):
    """The match has started, or was called off; `game_status` says which."""

    code = "game_not_in_lobby"
    kind = Kind.CONFLICT
    title = _("The game is no longer in the lobby.")

    def __init__(self, game_status: str) -> None:
        super().__init__(game_status=game_status)


class SeatTaken(ApiError):
    """Somebody has this seat already; `free_seats` lists those that are free."""

    code = "seat_taken"
    kind = Kind.CONFLICT
    title = _("This seat is taken.")
    scoped = {"free_seats": GAMES_READ}

    def __init__(self, free_seats: list[int]) -> None:
        super().__init__(free_seats=free_seats)


class GameFull(ApiError):
    """All seats are taken."""

    code = "game_full"
    kind = Kind.CONFLICT
    title = _("All seats are taken.")


class AlreadySeated(ApiError):
    """The user has a seat in this match already; ``seat`` says which."""

    code = "already_seated"
    kind = Kind.CONFLICT
    title = _("You already have a seat.")
    scoped = {"seat": GAMES_READ}

    def __init__(self, seat: int) -> None:
        super().__init__(seat=seat)


class NotTheHost(ApiError):
    """Only the host of the match may do this."""

    code = "not_the_host"
    kind = Kind.FORBIDDEN
    title = _("Only the host of the game may do this.")


class SeatsFree(ApiError):
    """The match cannot start while seats are free; ``free_seats`` lists them."""

    code = "seats_free"
    kind = Kind.CONFLICT
    title = _("Some seats are still free.")
    scoped = {"free_seats": GAMES_READ}

    def __init__(self, free_seats: list[int]) -> None:
        super().__init__(free_seats=free_seats)


# --- playing -----------------------------------------------------------------------------------


class NotSeated(ApiError):
    """The user has no seat in this match."""

    code = "not_seated"
    kind = Kind.FORBIDDEN
    title = _("You have no seat in this game.")


class SeatLost(ApiError):
    """The user has given up this match, or lost it by time; a bot plays the seat."""

    code = "seat_lost"
    kind = Kind.CONFLICT
    title = _("You have lost this seat.")


class SeatAway(ApiError):
    """The user's time was out and a bot stands in; `POST .../return/` takes the seat back."""

    code = "seat_away"
    kind = Kind.CONFLICT
    title = _("A bot stands in for you until you return.")


class NotAway(ApiError):
    """Nobody stands in for the user: there is nothing to return to."""

    code = "not_away"
    kind = Kind.CONFLICT
    title = _("Nobody stands in for you.")


class GameFrozen(ApiError):
    """Nobody may act: a moderator, or the service itself, has suspended the match."""

    code = "game_frozen"
    kind = Kind.CONFLICT
    title = _("The game is suspended.")


class DeadlinePassed(ApiError):
    """The command came later than the grace after its deadline."""

    code = "deadline_passed"
    kind = Kind.CONFLICT
    title = _("Your time has run out.")


class GameNotStarted(ApiError):
    """The match is in the lobby."""

    code = "game_not_started"
    kind = Kind.CONFLICT
    title = _("The game has not started yet.")


class GameOver(ApiError):
    """The match is finished or was called off."""

    code = "game_over"
    kind = Kind.CONFLICT
    title = _("The game is over.")


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


class NotYourDecision(ApiError):
    """The decision is open, but another seat has to make it: `seat`. `index` says which of the
    choices sent.
    """

    code = "not_your_decision"
    kind = Kind.FORBIDDEN
    title = _("Another seat has to decide.")
    scoped = {"seat": GAMES_READ}

    def __init__(self, seat: int, index: int = 0) -> None:
        super().__init__(seat=seat, index=index)


class IllegalChoice(ApiError):
    """The choice is not one of the legal ones; `options` lists those, `index` says which of the
    choices sent.
    """

    code = "illegal_choice"
    kind = Kind.INVALID
    title = _("This choice is not legal.")
    scoped = {"options": GAMES_READ}

    def __init__(self, options: list[dict[str, Any]], index: int = 0) -> None:
        super().__init__(options=options, index=index)


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
    """What a match hides, and its record, can be had only when it is finished."""

    code = "game_not_finished"
    kind = Kind.CONFLICT
    title = _("The game is not finished.")


class RulesUnavailable(ApiError):
    """The service no longer runs the version of the rules that the match is played by, or its
    stored state cannot be read.
    """

    code = "rules_unavailable"
    kind = Kind.BUSY
    title = _("The rules of this game are not available.")


class StateUnreadable(RulesUnavailable):
    """The stored state of the match is no state: the rules can make nothing of it."""

    def __init__(self) -> None:
        super().__init__(_("The stored state of the game cannot be read."))


class HistoryUnavailable(ApiError):
    """Played again by the rules of today, the match would be another: its past cannot be shown."""

    code = "history_unavailable"
    kind = Kind.BUSY
    title = _("The past of this game cannot be shown.")


# --- sending again -----------------------------------------------------------------------------


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


# --- roll-backs --------------------------------------------------------------------------------


class GameNotRunning(ApiError):
    """The match has not started, or is over: this is done to a running match only."""

    code = "game_not_running"
    kind = Kind.CONFLICT
    title = _("The game is not running.")


class MoveNotFound(ApiError):
    """The match has no such move that counts, or none to which it could go back."""

    code = "move_not_found"
    kind = Kind.NOT_FOUND
    title = _("There is no such earlier move.")


class RollBackRefused(ApiError):
    """Played again by the rules of today, the match would be another; or there is no roll-back that
    could be undone.
    """

    code = "roll_back_refused"
    kind = Kind.CONFLICT
    title = _("The game cannot go back.")


# --- vacations ---------------------------------------------------------------------------------


class VacationRunning(ApiError):
    """The user is on vacation already."""

    code = "vacation_running"
    kind = Kind.CONFLICT
    title = _("You are on vacation.")


class NotOnVacation(ApiError):
    """The user is not on vacation."""

    code = "not_on_vacation"
    kind = Kind.CONFLICT
    title = _("You are not on vacation.")


class VacationBankEmpty(ApiError):
    """Less than an hour of vacation is left; `left` says how much, in seconds."""

    code = "vacation_bank_empty"
    kind = Kind.CONFLICT
    title = _("You have no vacation left.")

    def __init__(self, left: int) -> None:
        super().__init__(left=left)
