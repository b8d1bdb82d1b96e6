"""The games and their rules. No game knows another; only this module knows them all.

New matches use the newest rules of their game. A running match keeps the rules it began with, so a
version stays here as long as running matches need it (``manage.py rules_versions`` counts them).
See docs/how-to-change-the-rules.md.
"""

from __future__ import annotations

from typing import Final

from engine.castle.ruleset import CASTLE
from engine.citadels.older import CITADELS_1
from engine.citadels.ruleset import CITADELS
from engine.kernel.ruleset import Ruleset

RULESETS: Final[dict[str, Ruleset]] = {rules.slug: rules for rules in (CITADELS, CASTLE)}
"""The newest rules of each game."""

OLDER: Final[dict[str, tuple[Ruleset, ...]]] = {"citadels": (CITADELS_1,)}
"""The older versions of a game, latest first."""


def ruleset(slug: str, version: str | None = None) -> Ruleset:
    """Return the rules of a game, the newest or those of a version. Raises ``KeyError`` for an
    unknown slug or version.
    """
    if version is None:
        return RULESETS[slug]
    for rules in list_versions(slug):
        if rules.version == version:
            return rules
    raise KeyError(version)


def rulesets() -> tuple[Ruleset, ...]:
    """Return the newest rules of all games, in the order in which the games were added."""
    return tuple(RULESETS.values())


def list_versions(slug: str) -> tuple[Ruleset, ...]:
    """Return every playable version of a game, newest first. Raises ``KeyError``."""
    return (RULESETS[slug], *OLDER.get(slug, ()))


def list_all_versions() -> tuple[Ruleset, ...]:
    """Return every playable version of every game."""
    return tuple(rules for slug in RULESETS for rules in list_versions(slug))
