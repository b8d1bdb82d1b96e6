"""The older versions of the rules, which matches that began with them keep."""

from __future__ import annotations

from typing import Any, Final

from engine.citadels import options
from engine.citadels.rules import CitadelsRules
from engine.citadels.terms import CLASSIC, MODERN, Terms


class CitadelsRules1(CitadelsRules):
    """The first version: the classic edition has its cards, its draft and its goal, and all else as
    in 2016; the host does not choose the goal.
    """

    version = "citadels/2016.1"
    terms = {MODERN: Terms(), CLASSIC: Terms()}

    def options_schema(self) -> dict[str, Any]:
        return options.schema(options.FIRST)

    def check_options(self, given: dict[str, Any], seats: int) -> dict[str, Any]:
        return options.complete(given, seats, options.FIRST)


RULES_1: Final = CitadelsRules1()
