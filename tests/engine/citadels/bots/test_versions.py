"""Bots play every version of the rules, and plan with its terms."""

from __future__ import annotations

from random import Random

import pytest

from engine.citadels.bots import BOTS
from engine.citadels.bots.determinization import Determinizer
from engine.citadels.rules import CitadelsRules
from engine.citadels.state import Match
from tablekernel import registry
from tablekernel.bots import Budget, make_observation
from tablekernel.loop import play_out, settle

VERSIONS = [ruleset.rules for ruleset in registry.list_versions("citadels")]
each_version = pytest.mark.parametrize("rules", VERSIONS, ids=lambda rules: rules.version)


def begin(rules: CitadelsRules, edition: str, seats: int) -> Match:
    options = rules.check_options({"edition": edition}, seats)
    match, _ = rules.start(options, seats, bytes([seats] * 32))
    assert isinstance(match, Match)
    return match


@each_version
@pytest.mark.parametrize("edition", ["2016", "classic"])
@pytest.mark.parametrize("seats", [2, 5])
def test_bots_of_every_level_play_a_match_to_its_end(
    rules: CitadelsRules, edition: str, seats: int
) -> None:
    match = begin(rules, edition, seats)
    bots = [BOTS.bot(BOTS.levels[seat % len(BOTS.levels)]) for seat in range(seats)]
    rng = Random(seats)
    while (decision := settle(match)) is not None:
        observation = make_observation(rules, match)
        choice = bots[decision.seat](observation, Budget(iterations=2), rng)
        rules.play(match, decision.seat, choice.key)
    result = rules.result(match)
    assert result is not None
    assert 1 in result["placements"]


@each_version
@pytest.mark.parametrize("edition", ["2016", "classic"])
def test_what_a_bot_imagines_is_played_by_the_same_terms(
    rules: CitadelsRules, edition: str
) -> None:
    match = begin(rules, edition, 4)
    observation = make_observation(rules, match)
    imagined = Determinizer(observation, Random(1)).determinize(Random(2))
    assert imagined.card_set is match.card_set
    assert imagined.card_set.terms == rules.terms[edition]
    play_out(imagined, Random(3))
    assert rules.result(imagined) is not None
