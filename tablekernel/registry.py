"""The games that are installed. No game knows another; only this module knows them all.

A package with a game names the ruleset in the group ``tablekernel.games`` of its entry points:

    [project.entry-points."tablekernel.games"]
    duel = "duel.ruleset:VERSIONS"

``VERSIONS`` is a tuple of rulesets, newest first. New matches use the newest rules of their game. A
running match keeps the rules it began with, so a version stays there as long as running matches
need it (``manage.py rules_versions`` counts them). See docs/how-to-change-the-rules.md.
"""

from __future__ import annotations

from importlib.metadata import entry_points
from typing import Final

from tablekernel.rules import Rules
from tablekernel.ruleset import Ruleset

GROUP: Final = "tablekernel.games"

RULESETS: Final[dict[str, Ruleset]] = {}
"""The newest ruleset of each game."""

OLDER: Final[dict[str, tuple[Ruleset, ...]]] = {}
"""The older versions of a game, latest first."""


def register(newest: Ruleset, *older: Ruleset) -> None:
    """Add a game. ``older``: its older versions that are still playable, latest first.

    Raises ``ValueError`` if there is a game with this slug, or if the versions have several slugs.
    """
    if newest.slug in RULESETS:
        raise ValueError(f"There is another game with the slug {newest.slug!r}.")
    if any(version.slug != newest.slug for version in older):
        raise ValueError(f"The versions of {newest.slug!r} have several slugs.")
    RULESETS[newest.slug] = newest
    OLDER[newest.slug] = older


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


def register_installed() -> None:
    """Register the games of all installed packages, sorted by the names of their entry points.

    The error of a game is raised: without it, its running matches cannot be played on.
    """
    for entry in sorted(entry_points(group=GROUP)):
        try:
            register(*entry.load())
        except Exception as error:
            error.add_note(f"The game {entry.name!r} ({entry.value}) cannot be registered.")
            raise


register_installed()
