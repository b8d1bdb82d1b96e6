"""The ruleset of Carcassonne: The Castle: rules, presentation, bots and statistics put
together."""

from __future__ import annotations

from typing import Final

from engine.castle.bots import BOTS
from engine.castle.presentation import PRESENTATION
from engine.castle.rules import RULES
from engine.castle.statistics import STATISTICS
from tablekernel.ruleset import Ruleset

CASTLE: Final = Ruleset(RULES, PRESENTATION, BOTS, STATISTICS)

VERSIONS: Final = (CASTLE,)
"""What is registered: the newest rules, and the older ones that running matches still use."""
