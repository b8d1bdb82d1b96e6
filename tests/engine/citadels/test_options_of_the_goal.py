"""How many districts complete a city: the host may say 7 or 8 (rules 3.1)."""

from __future__ import annotations

import pytest

from engine.citadels.older import RULES_1
from engine.citadels.rules import RULES
from engine.citadels.testing import fresh, position
from tablekernel.errors import OptionsRefused
from tests.engine.citadels.wishes import checked, refusal


@pytest.mark.parametrize("players", [2, 4, 7])
@pytest.mark.parametrize("edition", ["2016", "classic"])
@pytest.mark.parametrize("goal", [7, 8])
def test_the_host_decides_with_any_number_of_players(players: int, edition: str, goal: int) -> None:
    table = fresh(players, options={"edition": edition, "goal": goal})
    assert table.view()["goal"] == goal
    assert table.events_of("match_started")[0]["goal"] == goal


def test_8_players_may_play_to_8_districts() -> None:
    assert fresh(8, options={"goal": 8}).view()["goal"] == 8


def test_the_chosen_goal_completes_a_city() -> None:
    for goal, completed in ((7, ["A"]), (8, [])):
        table = position(
            options={"goal": goal},
            characters={"A": "king"},
            cities={"A": "*6"},
            hands={"A": "palace"},
            gold={"A": 9},
        )
        table.plays("A", "gather:gold", "build:palace")
        assert table.completed == completed


def test_without_a_word_it_depends_on_edition_and_players() -> None:
    assert checked({}, 4)["goal"] is None
    assert fresh(4).view()["goal"] == 7
    assert fresh(3).view()["goal"] == 8
    assert fresh(7, options={"edition": "classic"}).view()["goal"] == 8


@pytest.mark.parametrize("goal", [0, 6, 9, "8", 7.0, True, [8]])
def test_another_goal_is_refused(goal: object) -> None:
    assert refusal({"goal": goal}, 4) == ("unknown_goal", "/goal")


def test_the_schema_says_what_may_be_chosen() -> None:
    goal = RULES.options_schema()["properties"]["goal"]
    assert goal["enum"] == [7, 8, None]
    assert goal["default"] is None


def test_the_first_version_does_not_know_the_option() -> None:
    assert "goal" not in RULES_1.options_schema()["properties"]
    assert "goal" not in RULES_1.check_options({}, 4)
    with pytest.raises(OptionsRefused, match="no option 'goal'"):
        RULES_1.check_options({"goal": 8}, 4)
