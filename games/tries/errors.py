"""Errors of tries."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from core.errors import ApiError, Kind


class NoDecisionLeft(ApiError):
    """The game was over at this position. With `redealt` also: the seat decided nothing from there
    on.
    """

    code = "no_decision_left"
    kind = Kind.CONFLICT
    title = _("Nothing is left to decide from this position.")


class RedealUnavailable(ApiError):
    """The service cannot deal again what is hidden in this ruleset. `as_it_was` works."""

    code = "redeal_unavailable"
    kind = Kind.CONFLICT
    title = _("What is hidden in this game cannot be dealt again.")
