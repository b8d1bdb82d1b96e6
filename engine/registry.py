"""The games and their rules. No game knows another; only this module knows them all.

New matches use the newest rules of their game. A running match keeps the rules it began with, so a
version stays here as long as running matches need it (``manage.py rules_versions`` counts them).
See docs/how-to-change-the-rules.md.
"""

from __future__ import annotations

from typing import Final

from engine.castle.ruleset import CASTLE
from engine.citadels.ruleset import CITADELS, CITADELS_1
from engine.kernel.rules import Rules
from engine.kernel.ruleset import Ruleset

RULESETS: Final[dict[str, Ruleset]] = {known.slug: known for known in (CITADELS, CASTLE)}
"""The newest ruleset of each game."""

OLDER: Final[dict[str, tuple[Ruleset, ...]]] = {"citadels": (CITADELS_1,)}
"""The older versions of a game, latest first."""


def ruleset(slug: str, version: str | None = None) -> Ruleset:
    """Return the ruleset of a game, the newest or that of a version. Raises ``KeyError`` for an
    unknown slug or version.
    """
    if version is None:
        return RULESETS[slug]
    for known in list_versions(slug):
        if known.version == version:
            return known
    raise KeyError(version)


def rulesets() -> tuple[Ruleset, ...]:
    """Return the newest rulesets of all games, in the order in which the games were added."""
    return tuple(RULESETS.values())


def list_versions(slug: str) -> tuple[Ruleset, ...]:
    """Return every playable version of a game, newest first. Raises ``KeyError``."""
    return (RULESETS[slug], *OLDER.get(slug, ()))


def list_all_rules() -> tuple[Rules, ...]:
    """Return the rules of every playable version of every game."""
    return tuple(known.rules for slug in RULESETS for known in list_versions(slug))
