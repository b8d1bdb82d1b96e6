"""What can go wrong with rulesets and their versions."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from core.errors import ApiError, Kind


class RulesetNotFound(ApiError):
    """There is no game of this name."""

    code = "ruleset_not_found"
    kind = Kind.NOT_FOUND
    title = _("There is no such ruleset.")


class RulesUnavailable(ApiError):
    """The service no longer runs the version of the rules that the match is played by, or its
    stored state cannot be read.
    """

    code = "rules_unavailable"
    kind = Kind.BUSY
    title = _("The rules of this game are not available.")


class StateUnreadable(RulesUnavailable):
    """The stored state of the match is no state: the rules can make nothing of it."""

    def __init__(self) -> None:
        super().__init__(_("The stored state of the game cannot be read."))
