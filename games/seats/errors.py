"""What can go wrong with seats: leaving them, and offering them to others."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from core.errors import ApiError, Kind


class NotAway(ApiError):
    """Nobody stands in for the user: there is nothing to return to."""

    code = "not_away"
    kind = Kind.CONFLICT
    title = _("Nobody stands in for you.")


class SeatOfferOpen(ApiError):
    """The seat is offered to somebody already; ``offer`` is the id: withdraw it first."""

    code = "seat_offer_open"
    kind = Kind.CONFLICT
    title = _("This seat is already offered.")

    def __init__(self, offer: int) -> None:
        super().__init__(offer=offer)


class SeatOfferNotFound(ApiError):
    """There is no such offer to the user, or by him."""

    code = "seat_offer_not_found"
    kind = Kind.NOT_FOUND
    title = _("There is no such offer.")


class SeatOfferClosed(ApiError):
    """The offer was answered or withdrawn, or its seat is no longer to be had."""

    code = "seat_offer_closed"
    kind = Kind.CONFLICT
    title = _("This offer is closed.")
