"""What can go wrong with streams."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from core.errors import ApiError, Kind


class TicketInvalid(ApiError):
    """The ticket in the address of a stream is expired, was used before, or is for another stream;
    `detail` says which. Ask for a new one.
    """

    code = "ticket_invalid"
    kind = Kind.UNAUTHENTICATED
    title = _("The ticket is not valid.")


class TooManyStreams(ApiError):
    """The user has as many streams open as they may; the header `Retry-After` says when to try
    again.
    """

    code = "too_many_streams"
    kind = Kind.TOO_MANY
    title = _("Too many streams.")
    retry_after = 30

    def __init__(self, most: int) -> None:
        super().__init__(_("At most %(most)s at a time.") % {"most": most})


class StreamsFull(ApiError):
    """This process has as many streams open as it can bear, or is about to end; the header
    `Retry-After` says when to try again.
    """

    code = "streams_full"
    kind = Kind.BUSY
    title = _("There is no room for another stream.")
    retry_after = 5
