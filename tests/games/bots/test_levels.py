"""The bots of rulesets in the API."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.conf import LazySettings

from accounts.models import User
from citadels.settings import base
from core.errors import Invalid
from games.bots.turns import bots_run
from games.lobby.services import game_start
from games.models import Actor
from games.rules.bots import bot_seconds, bots_document
from tablekernel import registry
from tablekernel.bots import Bots
from tablekernel.ruleset import Ruleset
from tests.tablekernel.toy import BOTS, TOY, play_greedy, play_random
from tests.toy_games import lobby

GONE = ("steady", "deep")
"""Levels that were not stronger than the one that is now expert."""


@pytest.mark.parametrize("ruleset", registry.rulesets(), ids=lambda ruleset: ruleset.slug)
def test_every_level_and_profile_says_what_it_is(ruleset: Ruleset) -> None:
    bots = ruleset.bots
    names = [*bots.levels, *bots.profiles]
    assert len(set(names)) == len(names)
    assert all(bots.words[name].endswith(".") for name in names)


@pytest.mark.usefixtures("toy")
def test_a_game_need_not_say_what_its_bots_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(BOTS, "words", Bots(BOTS.by_profile).words)
    told = bots_document("toy")
    assert [level["summary"] for level in told["levels"]] == ["", ""]
    assert [profile["name"] for profile in told["profiles"]] == ["balanced", "bold"]


@pytest.mark.parametrize("ruleset", registry.rulesets(), ids=lambda ruleset: ruleset.slug)
def test_the_usual_limit_cuts_the_time_of_no_level(ruleset: Ruleset) -> None:
    assert set(ruleset.bots.seconds) <= set(ruleset.bots.levels)
    assert all(seconds <= base.BOT_THINKING_SECONDS for seconds in ruleset.bots.seconds.values())


@pytest.mark.usefixtures("toy")
def test_a_game_declares_the_thinking_time_of_its_levels(
    monkeypatch: pytest.MonkeyPatch, settings: LazySettings
) -> None:
    """Whatever a level of this name has in other games."""
    hard = Bots({"balanced": {"novice": play_random, "hard": play_greedy}}, seconds={"hard": 0.7})
    monkeypatch.setitem(registry.RULESETS, "toy", replace(TOY, bots=hard))
    settings.BOT_THINKING_SECONDS = 2.0
    assert bot_seconds(hard, "hard") == 0.7
    assert bot_seconds(hard, "novice") == 0.0
    settings.BOT_THINKING_SECONDS = 0.5
    assert bot_seconds(hard, "hard") == 0.5


@pytest.mark.parametrize("ruleset", registry.rulesets(), ids=lambda ruleset: ruleset.slug)
def test_only_master_thinks_for_more_than_a_quarter_of_a_second(ruleset: Ruleset) -> None:
    assert base.BOT_SECONDS_AWAITED == 0.25
    seconds = ruleset.bots.seconds
    assert all(0 < seconds[level] <= 0.25 for level in seconds if level != "master")
    assert ruleset.bots.replacement in ruleset.bots.levels
    assert seconds.get(ruleset.bots.replacement, 0) <= 0.25


@pytest.mark.parametrize("level", GONE)
@pytest.mark.parametrize("ruleset", registry.rulesets(), ids=lambda ruleset: ruleset.slug)
def test_a_level_that_is_gone_is_refused_as_any_unknown_one(
    level: str, ruleset: Ruleset, alice: User
) -> None:
    errors = []
    for name in (level, "never_heard_of"):
        with pytest.raises(Invalid) as refused:
            lobby(alice, ruleset=ruleset.slug, seats=2, bots=[name])
        errors.append(refused.value.extras)
    assert errors[0] == errors[1]
    assert "unknown_level" in str(errors)


def test_bots_of_every_level_play_at_one_table_and_none_of_them_fails(
    alice: User, caplog: pytest.LogCaptureFixture
) -> None:
    kinds = ["novice", "easy/rusher", "medium/thief", "hard", "expert/builder", "master"]
    game_id = lobby(alice, ruleset="citadels", seats=6, join=False, bots=kinds).id
    game = game_start(user=alice, game_id=game_id)
    while game.move_count < 40:
        assert bots_run(game_id=game.id)
        game.refresh_from_db()
    assert set(game.moves.exclude(seat=None).values_list("actor", flat=True)) == {Actor.BOT}
    assert set(game.moves.exclude(seat=None).values_list("seat", flat=True)) == set(range(6))
    assert not [record for record in caplog.records if record.name == "games.bots.turns"]
