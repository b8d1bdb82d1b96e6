"""Errors before the start of a game."""

from __future__ import annotations

from uuid import UUID

from django.utils.translation import gettext_lazy as _

from accounts.scopes import GAMES_READ
from core.errors import ApiError, Kind, PeriodLimit
from games.play.errors import GameNotFound, NotSeated

# --- joining -----------------------------------------------------------------------------------


class RemovedByHost(ApiError):
    """The host has removed the user, who can come back only by invitation."""

    code = "removed_by_host"
    kind = Kind.FORBIDDEN
    title = _("The host has removed you from this game.")


class NotAdmitted(ApiError):
    """The user does not pass a filter of the game. `filter` is `min_rating`, `max_rating` or
    `min_reliability`, `limit` is its value, and `yours` is the user's value or null.
    """

    code = "not_admitted"
    kind = Kind.FORBIDDEN
    title = _("You do not meet the requirements of this game.")

    def __init__(self, name: str, *, limit: int, yours: int | None) -> None:
        detail = NEEDED[name] % {"limit": limit}
        super().__init__(detail, filter=name, limit=limit, yours=yours)


NEEDED = {
    "min_rating": _("This game is for players with a settled rating of at least %(limit)s."),
    "max_rating": _("This game is for players with a rating of at most %(limit)s."),
    "min_reliability": _("This game is for players with a reliability of at least %(limit)s %%."),
}
"""What each filter of a game needs of its players."""


class BotAccountNotAdmitted(ApiError):
    """The user is a bot, and the game is rated. The host can invite them, or admit
    `bot_accounts`.
    """

    code = "bot_account_not_admitted"
    kind = Kind.FORBIDDEN
    title = _("The host of this rated game does not admit users who are bots.")


class SeatsReserved(ApiError):
    """The free seats are reserved for invited users, until they decline."""

    code = "seats_reserved"
    kind = Kind.CONFLICT
    title = _("The free seats are reserved for others.")


class PlayerBlocked(ApiError):
    """The user blocks somebody who has a seat in the game or is its host, or the user that they
    invite or offer a seat.
    """

    code = "player_blocked"
    kind = Kind.CONFLICT
    title = _("You block this user, or a player of this game.")


class TooManyGames(ApiError):
    """The user has a seat in `limit` unfinished games, which is the maximum."""

    code = "too_many_games"
    kind = Kind.CONFLICT
    title = _("You have a seat in too many games.")

    def __init__(self, limit: int) -> None:
        detail = _("You can have a seat in at most %(most)s games that are not over.")
        super().__init__(detail % {"most": limit}, limit=limit)


class TooManyLobbies(ApiError):
    """The user hosts `limit` games that wait for players, which is the maximum."""

    code = "too_many_lobbies"
    kind = Kind.CONFLICT
    title = _("You host too many games that wait for players.")

    def __init__(self, limit: int) -> None:
        detail = _("You can host at most %(most)s games that wait for players.")
        super().__init__(detail % {"most": limit}, limit=limit)


# --- seats -------------------------------------------------------------------------------------


class NotReady(ApiError):
    """Some players are not ready; `seats` lists their seats."""

    code = "not_ready"
    kind = Kind.CONFLICT
    title = _("Not all players are ready.")
    scoped = {"seats": GAMES_READ}

    def __init__(self, seats: list[int]) -> None:
        super().__init__(seats=seats)


class NoPlayerThere(ApiError):
    """The host wants to remove a player, but this seat has none."""

    code = "no_player_there"
    kind = Kind.CONFLICT
    title = _("There is no player on this seat.")


class NoBotThere(ApiError):
    """No bot sits on this seat."""

    code = "no_bot_there"
    kind = Kind.CONFLICT
    title = _("There is no bot on this seat.")


# --- invitations -------------------------------------------------------------------------------


class InvitationNotFound(ApiError):
    """There is no such invitation, or the user may not see it."""

    code = "invitation_not_found"
    kind = Kind.NOT_FOUND
    title = _("There is no such invitation.")


class InvitationClosed(ApiError):
    """The invitation was accepted, declined or withdrawn; `answer` says which."""

    code = "invitation_closed"
    kind = Kind.CONFLICT
    title = _("The invitation is no longer open.")

    def __init__(self, answer: str) -> None:
        super().__init__(answer=answer)


class TooManyInvitations(ApiError):
    """The game has `limit` open invitations, which is the maximum."""

    code = "too_many_invitations"
    kind = Kind.CONFLICT
    title = _("Too many invitations are open.")

    def __init__(self, limit: int) -> None:
        detail = _("A game can have at most %(most)s open invitations. Withdraw one first.")
        super().__init__(detail % {"most": limit}, limit=limit)


class InvitationLimit(PeriodLimit):
    """The user has sent as many invitations, to this user or in all, as are allowed in 24 hours
    (docs/limits.md). `again_at` and the header `Retry-After` say when the next one is possible.
    """

    code = "invitation_limit"
    title = _("You have sent too many invitations. Try again later.")


class RematchLimit(PeriodLimit):
    """The user has offered a rematch of this game within 24 hours, and the last one did not start.
    `again_at` and the header `Retry-After` say when they may offer another one.
    """

    code = "rematch_limit"
    title = _("You have offered a rematch of this game lately. Try again later.")


# --- the state of the game ---------------------------------------------------------------------


class GameNotOver(ApiError):
    """A rematch is possible only after the end of the game."""

    code = "game_not_over"
    kind = Kind.CONFLICT
    title = _("The game is not over.")


class GameReopened(ApiError):
    """The game was replaced by a new one; `reopened_as` is its id."""

    code = "game_reopened"
    kind = Kind.CONFLICT
    title = _("The game was replaced by a new one.")

    def __init__(self, reopened_as: UUID) -> None:
        super().__init__(reopened_as=str(reopened_as))


class GameNotInLobby(ApiError):
    """The game has started or was cancelled; `game_status` says which."""

    code = "game_not_in_lobby"
    kind = Kind.CONFLICT
    title = _("The game is no longer in the lobby.")

    def __init__(self, game_status: str) -> None:
        super().__init__(game_status=game_status)


class SeatTaken(ApiError):
    """The seat is not free; `free_seats` lists the free seats."""

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
    """The user already has a seat in this game; `seat` is its number."""

    code = "already_seated"
    kind = Kind.CONFLICT
    title = _("You already have a seat.")
    scoped = {"seat": GAMES_READ}

    def __init__(self, seat: int) -> None:
        super().__init__(seat=seat)


class NotTheHost(ApiError):
    """Only the host of the game may do this."""

    code = "not_the_host"
    kind = Kind.FORBIDDEN
    title = _("Only the host of the game may do this.")


class SeatsFree(ApiError):
    """The game cannot start while seats are free; `free_seats` lists them."""

    code = "seats_free"
    kind = Kind.CONFLICT
    title = _("Some seats are still free.")
    scoped = {"free_seats": GAMES_READ}

    def __init__(self, free_seats: list[int]) -> None:
        super().__init__(free_seats=free_seats)


# --- shared by many endpoints ------------------------------------------------------------------

PLAYER_ERRORS = (NotSeated, GameNotFound, GameNotInLobby)
"""Errors of every change that a player makes before the start."""
HOST_ERRORS = (NotTheHost, GameNotFound, GameNotInLobby)
"""Errors of every change that the host makes before the start."""
