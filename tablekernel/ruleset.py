"""Everything the platform needs to know, and may know, of a game."""

from __future__ import annotations

from dataclasses import dataclass

from tablekernel.bots import Bots
from tablekernel.presentation import Presentation
from tablekernel.rules import Rules
from tablekernel.statistics import NOTHING_COUNTED, Statistics


@dataclass(frozen=True, slots=True)
class Ruleset:
    """A game at one version of its rules: what plays it, what shows it, its bots, and what is
    counted.
    """

    rules: Rules
    presentation: Presentation
    bots: Bots
    statistics: Statistics = NOTHING_COUNTED

    @property
    def slug(self) -> str:
        """The name of the game in URLs."""
        return self.rules.slug

    @property
    def version(self) -> str:
        """The version of the rules, to which a match is pinned."""
        return self.rules.version
