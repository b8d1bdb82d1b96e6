"""Errors of statistics."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from core.errors import ApiError, Kind


class StatisticsHidden(ApiError):
    """The user shows their statistics to nobody else (`hide_statistics` in their preferences)."""

    code = "statistics_hidden"
    kind = Kind.NOT_FOUND
    title = _("This user hides their statistics.")


class NothingToExplore(ApiError):
    """The ruleset declares no decision of which people can look up what winners chose."""

    code = "nothing_to_explore"
    kind = Kind.NOT_FOUND
    title = _("This ruleset has nothing to explore.")
