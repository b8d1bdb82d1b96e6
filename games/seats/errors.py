"""Errors of leaving seats and of offering them to others."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from core.errors import ApiError, Kind, PeriodLimit


class NotAway(ApiError):
    """No bot plays for the user, so there is no seat to take back."""

    code = "not_away"
    kind = Kind.CONFLICT
    title = _("No bot plays for you.")


class SeatOfferOpen(ApiError):
    """The seat is already offered to a user. Withdraw that offer first; `offer` is its id."""

    code = "seat_offer_open"
    kind = Kind.CONFLICT
    title = _("This seat is already offered.")

    def __init__(self, offer: int) -> None:
        super().__init__(offer=offer)


class SeatOfferLimit(PeriodLimit):
    """The user has offered seats to this user as often as is allowed in 24 hours (docs/limits.md).
    `again_at` and the header `Retry-After` say when the next offer is possible.
    """

    code = "seat_offer_limit"
    title = _("You have offered this user too many seats. Try again later.")


class SeatOfferNotFound(ApiError):
    """There is no such offer, or it is neither to the user nor by them."""

    code = "seat_offer_not_found"
    kind = Kind.NOT_FOUND
    title = _("There is no such offer.")


class SeatOfferClosed(ApiError):
    """The offer was answered or withdrawn, or its seat is no longer available."""

    code = "seat_offer_closed"
    kind = Kind.CONFLICT
    title = _("This offer is closed.")
