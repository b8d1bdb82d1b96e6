"""What a game says of its bots."""

from __future__ import annotations

import pytest

from citadels.settings import base
from engine import registry
from engine.kernel.ruleset import Ruleset
from games.services.attempts import LEASE


@pytest.mark.parametrize("rules", registry.rulesets(), ids=lambda rules: rules.slug)
def test_every_level_and_profile_says_what_it_is(rules: Ruleset) -> None:
    names = [*rules.bot_levels, *rules.bot_profiles]
    assert len(set(names)) == len(names)
    assert all(rules.bot_words[name].endswith(".") for name in names)


@pytest.mark.parametrize("rules", registry.rulesets(), ids=lambda rules: rules.slug)
def test_every_level_that_thinks_has_its_time_in_the_settings(rules: Ruleset) -> None:
    assert set(rules.bot_seconds) <= set(rules.bot_levels)
    for level, seconds in rules.bot_seconds.items():
        assert base.BOT_SECONDS[level] == seconds


def test_an_attempt_lasts_as_long_as_the_longest_thinking_on_a_slow_machine() -> None:
    assert base.BOT_SLOWNESS * max(base.BOT_SECONDS.values()) <= LEASE
