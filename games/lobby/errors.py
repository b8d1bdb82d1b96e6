"""What can go wrong while a game comes together."""

from __future__ import annotations

from uuid import UUID

from django.utils.translation import gettext_lazy as _

from accounts.scopes import GAMES_READ
from core.errors import ApiError, Kind

# --- joining -----------------------------------------------------------------------------------


class RemovedByHost(ApiError):
    """The host has removed the user, who may come back by invitation."""

    code = "removed_by_host"
    kind = Kind.FORBIDDEN
    title = _("The host has removed you from this game.")


class NotAdmitted(ApiError):
    """The game is for other players. `filter` is `min_rating`, `max_rating` or `min_reliability`,
    `limit` its value, and `yours` the user's, null if there is none.
    """

    code = "not_admitted"
    kind = Kind.FORBIDDEN
    title = _("This game is for other players.")

    def __init__(self, name: str, *, limit: int, yours: int | None) -> None:
        super().__init__(filter=name, limit=limit, yours=yours)


class SeatsReserved(ApiError):
    """The free seats of a rematch are kept for its players until they have declined."""

    code = "seats_reserved"
    kind = Kind.CONFLICT
    title = _("The free seats are reserved for others.")


class TooManyGames(ApiError):
    """The user sits in as many games as one may at once; ``limit`` says how many."""

    code = "too_many_games"
    kind = Kind.CONFLICT
    title = _("You have a seat in too many games.")

    def __init__(self, limit: int) -> None:
        super().__init__(limit=limit)


class TooManyLobbies(ApiError):
    """The user hosts as many games that wait for players as one may; ``limit`` says how many."""

    code = "too_many_lobbies"
    kind = Kind.CONFLICT
    title = _("You host too many games that wait for players.")

    def __init__(self, limit: int) -> None:
        super().__init__(limit=limit)


# --- at the table ------------------------------------------------------------------------------


class NotReady(ApiError):
    """Some players have not said that they are ready; ``seats`` lists their seats."""

    code = "not_ready"
    kind = Kind.CONFLICT
    title = _("Not everybody is ready.")
    scoped = {"seats": GAMES_READ}

    def __init__(self, seats: list[int]) -> None:
        super().__init__(seats=seats)


class NoPlayerThere(ApiError):
    """Nobody sits on this seat whom the host could remove."""

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
    """There is no such invitation, or it is none of the user's."""

    code = "invitation_not_found"
    kind = Kind.NOT_FOUND
    title = _("There is no such invitation.")


class InvitationClosed(ApiError):
    """The invitation was answered or withdrawn, or the user has declined before; `answer` says
    which.
    """

    code = "invitation_closed"
    kind = Kind.CONFLICT
    title = _("The invitation is no longer open.")

    def __init__(self, answer: str) -> None:
        super().__init__(answer=answer)


class TooManyInvitations(ApiError):
    """As many invitations to this game are open as may be; ``limit`` says how many."""

    code = "too_many_invitations"
    kind = Kind.CONFLICT
    title = _("Too many invitations wait for an answer.")

    def __init__(self, limit: int) -> None:
        super().__init__(limit=limit)


# --- again -------------------------------------------------------------------------------------


class GameNotOver(ApiError):
    """There is a rematch only after the end."""

    code = "game_not_over"
    kind = Kind.CONFLICT
    title = _("The game is not over.")


class GameReopened(ApiError):
    """The game goes on as another already; ``reopened_as`` names it."""

    code = "game_reopened"
    kind = Kind.CONFLICT
    title = _("The game continues as another.")

    def __init__(self, reopened_as: UUID) -> None:
        super().__init__(reopened_as=str(reopened_as))


class GameNotInLobby(ApiError):
    """The game has started, or was called off; `game_status` says which."""

    code = "game_not_in_lobby"
    kind = Kind.CONFLICT
    title = _("The game is no longer in the lobby.")

    def __init__(self, game_status: str) -> None:
        super().__init__(game_status=game_status)


class SeatTaken(ApiError):
    """Somebody has this seat already; `free_seats` lists those that are free."""

    code = "seat_lock"
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
    """The user has a seat in this game already; ``seat`` says which."""

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
    """The game cannot start while seats are free; ``free_seats`` lists them."""

    code = "seats_free"
    kind = Kind.CONFLICT
    title = _("Some seats are still free.")
    scoped = {"free_seats": GAMES_READ}

    def __init__(self, free_seats: list[int]) -> None:
        super().__init__(free_seats=free_seats)
