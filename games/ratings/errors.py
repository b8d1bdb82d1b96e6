"""Errors of profiles and ratings."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from core.errors import ApiError, Kind


class HasPlayed(ApiError):
    """The user has, or had, a seat in a game: others took them for a person."""

    code = "has_played"
    kind = Kind.CONFLICT
    title = _(
        "Only a user who has never had a seat can be marked as a bot. Register another account for "
        "the program."
    )


class NoChances(ApiError):
    """Fewer than two users have seats, or a seat has a bot of the service or a deleted user."""

    code = "no_chances"
    kind = Kind.CONFLICT
    title = _("Chances need two or more users, and no bots of the service.")
