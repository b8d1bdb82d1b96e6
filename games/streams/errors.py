"""What can go wrong with streams."""

from __future__ import annotations

from http import HTTPStatus

from django.utils.translation import gettext_lazy as _

from citadels.api.errors import ApiError


class TicketInvalid(ApiError):
    """The ticket in the address of a stream is expired, was used before, or is for another stream;
    `detail` says which. Ask for a new one.
    """

    code = "ticket_invalid"
    status = HTTPStatus.UNAUTHORIZED
    title = _("The ticket is not valid.")


class TooManyStreams(ApiError):
    """The user has as many streams open as they may; the header `Retry-After` says when to try
    again.
    """

    code = "too_many_streams"
    status = HTTPStatus.TOO_MANY_REQUESTS
    title = _("Too many streams.")

    def __init__(self, most: int) -> None:
        super().__init__(
            _("At most %(most)s at a time.") % {"most": most}, headers={"Retry-After": "30"}
        )


class StreamsFull(ApiError):
    """This process has as many streams open as it can bear, or is about to end; the header
    `Retry-After` says when to try again.
    """

    code = "streams_full"
    status = HTTPStatus.SERVICE_UNAVAILABLE
    title = _("There is no room for another stream.")

    def __init__(self) -> None:
        super().__init__(headers={"Retry-After": "5"})
