"""Errors of rulesets, their versions and their decisions."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext_lazy as _

from accounts.scopes import GAMES_READ
from core.errors import ApiError, Kind

SLUG_SHOWN = 60
"""Characters of an unknown name that its error repeats."""


class RulesetNotFound(ApiError):
    """There is no ruleset with this name."""

    code = "ruleset_not_found"
    kind = Kind.NOT_FOUND
    title = _("There is no such ruleset.")

    def __init__(self, slug: str, known: Iterable[str]) -> None:
        words = {"slug": repr(slug[:SLUG_SHOWN]), "slugs": ", ".join(known)}
        super().__init__(_("There is no ruleset %(slug)s. Valid: %(slugs)s.") % words)


class RulesUnavailable(ApiError):
    """The service does not have this version of the rules, or cannot read the stored state."""

    code = "rules_unavailable"
    kind = Kind.BUSY
    title = _("The rules of this game are not available.")


class StateUnreadable(RulesUnavailable):
    """The stored state of the game is damaged."""

    def __init__(self) -> None:
        super().__init__(_("The stored state of the game cannot be read."))


class GameOver(ApiError):
    """The game is finished or was cancelled."""

    code = "game_over"
    kind = Kind.CONFLICT
    title = _("The game is over.")


class NotYourDecision(ApiError):
    """Another seat, `seat`, has to make the decision. `index` is the position of the choice in the
    command.
    """

    code = "not_your_decision"
    kind = Kind.FORBIDDEN
    title = _("Another seat has to decide.")
    scoped = {"seat": GAMES_READ}

    def __init__(self, seat: int, index: int = 0) -> None:
        super().__init__(seat=seat, index=index)


class IllegalChoice(ApiError):
    """The choice is not legal; `options` lists the legal choices. `index` is the position of the
    choice in the command.
    """

    code = "illegal_choice"
    kind = Kind.INVALID
    title = _("This choice is not legal.")
    scoped = {"options": GAMES_READ}

    def __init__(self, options: list[dict[str, Any]], index: int = 0) -> None:
        detail = _("This choice is not legal. Send one of the `options` of the decision.")
        super().__init__(detail, options=options, index=index)
