"""What a game says of its bots."""

from __future__ import annotations

import pytest

from accounts.models import User
from citadels.settings import base
from engine import registry
from engine.kernel.ruleset import Ruleset
from games.engines.bots import bots_document
from games.models import Actor
from games.services.bots import bots_run
from games.services.lobby import game_start
from tests.engine.kernel.toy import Toy
from tests.matches import lobby


@pytest.mark.parametrize("rules", registry.rulesets(), ids=lambda rules: rules.slug)
def test_every_level_and_profile_says_what_it_is(rules: Ruleset) -> None:
    names = [*rules.bot_levels, *rules.bot_profiles]
    assert len(set(names)) == len(names)
    assert all(rules.bot_words[name].endswith(".") for name in names)


@pytest.mark.usefixtures("toy")
def test_a_game_need_not_say_what_its_bots_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Toy, "bot_words", Ruleset.bot_words)
    told = bots_document("toy")
    assert [level["summary"] for level in told["levels"]] == ["", ""]
    assert [profile["name"] for profile in told["profiles"]] == ["balanced", "bold"]


@pytest.mark.parametrize("rules", registry.rulesets(), ids=lambda rules: rules.slug)
def test_every_level_that_thinks_has_its_time_in_the_settings(rules: Ruleset) -> None:
    assert set(rules.bot_seconds) <= set(rules.bot_levels)
    for level, seconds in rules.bot_seconds.items():
        assert base.BOT_SECONDS[level] == seconds


def test_bots_of_every_level_play_at_one_table_and_none_of_them_fails(
    alice: User, caplog: pytest.LogCaptureFixture
) -> None:
    kinds = ["random", "greedy/rusher", "heuristic/thief", "quick/builder", "steady", "deep"]
    game_id = lobby(alice, ruleset="citadels", seats=6, join=False, bots=kinds).id
    game = game_start(user=alice, game_id=game_id)
    while game.move_count < 40:
        assert bots_run(game_id=game.id)
        game.refresh_from_db()
    assert set(game.moves.exclude(seat=None).values_list("actor", flat=True)) == {Actor.BOT}
    assert set(game.moves.exclude(seat=None).values_list("seat", flat=True)) == set(range(6))
    assert not [record for record in caplog.records if record.name == "games.services.bots"]


def test_an_attempt_lasts_as_long_as_the_longest_thinking_on_a_slow_machine() -> None:
    assert base.BOT_SLOWNESS * max(base.BOT_SECONDS.values()) <= base.LEASE_SECONDS
