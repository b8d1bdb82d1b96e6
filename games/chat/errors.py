"""Errors of messages."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from core.errors import ApiError, Kind


class RoomClosed(ApiError):
    """The user may not read this room, or not write in it.

    Until the end the players' room is for the players, and the spectators' room for everybody else.
    Anonymous games have no chat until their end.
    """

    code = "room_closed"
    kind = Kind.FORBIDDEN
    title = _("You have no access to this chat room.")

    def __init__(self) -> None:
        super().__init__(
            _(
                "Until the end of the game, players use the room `players`, and everybody else "
                "the room `spectators`. Only players write in `players`. An anonymous game has no "
                "chat until its end."
            )
        )
