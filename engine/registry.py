"""Which games there are. No game knows another; this is the only place that knows them all."""

from __future__ import annotations

from typing import Final

from engine.citadels.ruleset import CITADELS
from engine.kernel.ruleset import Ruleset

RULESETS: Final[dict[str, Ruleset]] = {rules.slug: rules for rules in (CITADELS,)}


def ruleset(slug: str) -> Ruleset:
    """The ruleset of a game. Raises ``KeyError`` for an unknown slug."""
    return RULESETS[slug]


def rulesets() -> tuple[Ruleset, ...]:
    """All rulesets, in the order in which games were added."""
    return tuple(RULESETS.values())
