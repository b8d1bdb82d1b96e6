"""The older versions of the rules, which matches that began with them keep."""

from __future__ import annotations

from typing import Any, Final

from engine.citadels import options
from engine.citadels.ruleset import Citadels
from engine.citadels.terms import Terms


class Citadels1(Citadels):
    """The first version: the classic edition has its cards, its draft and its goal, and all else as
    in 2016; the host does not choose the goal.
    """

    version = "citadels/2016.1"
    terms = {options.MODERN: Terms(), options.CLASSIC: Terms()}

    def options_schema(self) -> dict[str, Any]:
        return options.schema(options.FIRST)

    def check_options(self, given: dict[str, Any], seats: int) -> dict[str, Any]:
        return options.complete(given, seats, options.FIRST)


CITADELS_1: Final = Citadels1()
