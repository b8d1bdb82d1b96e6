"""Errors of streams."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from core.errors import ApiError, Kind


class TicketInvalid(ApiError):
    """The ticket in the URL is expired, was already used, or is for another stream; `detail` says
    which. Request a new one.
    """

    code = "ticket_invalid"
    kind = Kind.UNAUTHENTICATED
    title = _("The ticket is not valid.")


class TooManyStreams(ApiError):
    """The user has reached the limit of open streams; the header `Retry-After` says when to try
    again.
    """

    code = "too_many_streams"
    kind = Kind.TOO_MANY
    title = _("You have too many open streams.")
    retry_after = 30

    def __init__(self, most: int) -> None:
        super().__init__(
            _("You can have at most %(most)s open streams. Close one first.") % {"most": most}
        )


class StreamsFull(ApiError):
    """The process has reached its limit of open streams, or is shutting down; the header
    `Retry-After` says when to try again.
    """

    code = "streams_full"
    kind = Kind.BUSY
    title = _("The server accepts no more streams at the moment.")
    retry_after = 5
