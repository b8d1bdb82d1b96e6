"""The levels of bots that every game has."""

from __future__ import annotations

import pytest

from engine import registry
from engine.kernel.ruleset import Ruleset

EVERY_RULESET = pytest.mark.parametrize("ruleset", registry.rulesets(), ids=lambda one: one.slug)
ORDER = ("novice", "easy", "medium", "expert")


@EVERY_RULESET
def test_levels_have_the_same_names_in_every_game_from_the_weakest_to_the_strongest(
    ruleset: Ruleset,
) -> None:
    assert ruleset.bots.levels == tuple(name for name in ORDER if name in ruleset.bots.levels)


@EVERY_RULESET
def test_a_former_name_leads_to_a_level_and_is_no_level_itself(ruleset: Ruleset) -> None:
    bots = ruleset.bots
    assert bots.renamed == {
        former: name
        for former, name in {
            "random": "novice",
            "greedy": "easy",
            "heuristic": "medium",
            "quick": "expert",
        }.items()
        if name in bots.levels
    }
    assert not set(bots.renamed) & set(bots.levels)
