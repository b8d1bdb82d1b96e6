"""The ruleset of Citadels: rules, presentation and bots put together."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from engine.citadels.bots import BOTS
from engine.citadels.older import RULES_1
from engine.citadels.presentation import PRESENTATION
from engine.citadels.rules import RULES
from engine.kernel.ruleset import Ruleset

CITADELS: Final = Ruleset(RULES, PRESENTATION, BOTS)
CITADELS_1: Final = replace(CITADELS, rules=RULES_1)
