"""The ruleset of Citadels: rules, presentation, bots and statistics put together."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from engine.citadels.bots import BOTS
from engine.citadels.older import RULES_1
from engine.citadels.presentation import PRESENTATION
from engine.citadels.rules import RULES
from engine.citadels.statistics import STATISTICS
from tablekernel.ruleset import Ruleset

CITADELS: Final = Ruleset(RULES, PRESENTATION, BOTS, STATISTICS)
CITADELS_1: Final = replace(CITADELS, rules=RULES_1)

VERSIONS: Final = (CITADELS, CITADELS_1)
"""What is registered: the newest rules, and the older ones that running matches still use."""
