"""Which games there are, and by which rules. No game knows another; only this place knows them all.

New matches are played by the newest rules of their game. A match that has begun stays with those it
began with: a version stands here as long as matches that run need it (``manage.py rules_versions``
counts them). See docs/how-to-change-the-rules.md.
"""

from __future__ import annotations

from typing import Final

from engine.castle.ruleset import CASTLE
from engine.citadels.ruleset import CITADELS
from engine.kernel.ruleset import Ruleset

RULESETS: Final[dict[str, Ruleset]] = {rules.slug: rules for rules in (CITADELS, CASTLE)}
"""The newest rules of each game."""

OLDER: Final[dict[str, tuple[Ruleset, ...]]] = {}
"""What else is carried of a game, the latest first."""


def ruleset(slug: str, version: str | None = None) -> Ruleset:
    """The rules of a game, the newest or those of a version. Raises ``KeyError`` for an unknown
    slug, and for a version that is not carried.
    """
    if version is None:
        return RULESETS[slug]
    for rules in list_versions(slug):
        if rules.version == version:
            return rules
    raise KeyError(version)


def rulesets() -> tuple[Ruleset, ...]:
    """The newest rules of all games, in the order in which games were added."""
    return tuple(RULESETS.values())


def list_versions(slug: str) -> tuple[Ruleset, ...]:
    """Every version of a game that can be played, the newest first. Raises ``KeyError``."""
    return (RULESETS[slug], *OLDER.get(slug, ()))


def list_all_versions() -> tuple[Ruleset, ...]:
    """Every version of every game that can be played."""
    return tuple(rules for slug in RULESETS for rules in list_versions(slug))
