"""In what the versions and editions of the rules differ, as plain data: the rules check it, and
never a version (docs/how-to-change-the-rules.md).
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.citadels.pools import POOL_2016, Pool

MODERN, CLASSIC = "2016", "classic"
"""The editions."""


@dataclass(frozen=True, slots=True)
class Terms:
    """The terms of a version for an edition. The defaults are those of citadels/2016.1, which has
    the same for both editions.

    ``edition`` is the name under which states store which of the terms of their version they have.
    ``swaps_empty_hands``: the Magician may swap two empty hands (R-115). ``bonus_at_start``: the
    extra gold of the Merchant and the extra cards of the Architect come by themselves at the start
    of the turn. ``city_breaks_ties``: a tie goes to the city with the higher total cost, then to
    the stash with more gold, instead of to the highest revealed rank (rules 14). ``pool``: what a
    random card set is drawn from.
    """

    edition: str = MODERN
    swaps_empty_hands: bool = True
    bonus_at_start: bool = False
    city_breaks_ties: bool = False
    pool: Pool = POOL_2016
