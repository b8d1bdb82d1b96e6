"""Players who practice against bots may ask for a hint."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.conf import LazySettings
from django.utils import timezone

from accounts.models import User
from games import tasks
from games.analysis.queue import AnalysisQueue
from games.models import Analysis, Game
from games.staff import game_freeze
from tests.conftest import ClientOf
from tests.games.analysis.finished import CASTLE, CITADELS, finished
from tests.games.seats.handovers import hand_over
from tests.toy_games import options_of, play, played, start_game

DAY = timedelta(days=1)


def path_of(game: Game) -> str:
    return f"/api/v1/games/{game.id}/hint/"


@pytest.fixture
def practice(alice: User) -> Game:
    """A game of alice against bots, who has to decide."""
    return played(start_game(alice, **CITADELS), [alice], 1)


@pytest.mark.parametrize("options", [CITADELS, CASTLE], ids=["citadels", "castle"])
def test_a_hint_shows_what_the_options_are_worth(
    options: dict[str, Any], alice: User, client_of: ClientOf
) -> None:
    game, client = played(start_game(alice, **options), [alice], 1), client_of(alice)
    asked = client.post(path_of(game))
    assert (asked.status_code, asked.json()["status"]) == (202, "pending")
    tasks.analyses()
    hint = client.get(path_of(game)).json()
    assert (hint["status"], hint["stale"], hint["decision"]) == ("done", False, game.decision_id)
    result = hint["result"]
    assert {option["choice"] for option in result["options"]} <= set(options_of(alice, game))
    assert result["best"] == result["options"][0]["choice"]
    assert "revealed" not in result
    assert client.post(path_of(game)).json() == hint
    assert Analysis.objects.count() == 1


def test_hints_are_made_before_analyses(
    alice: User, bob: User, client_of: ClientOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A player waits for a hint, and an analysis takes minutes anyway."""
    saved: list[str] = []
    save = AnalysisQueue.save

    def note(self: AnalysisQueue, row: Analysis, *values: Any, **more: Any) -> int | None:
        saved.append(row.kind)
        return save(self, row, *values, **more)

    monkeypatch.setattr(AnalysisQueue, "save", note)
    game = finished(bob)
    client_of(bob).post(f"/api/v1/games/{game.id}/analysis/")
    client_of(alice).post(path_of(played(start_game(alice, **CITADELS), [alice], 1)))
    tasks.analyses()
    assert saved[:2] == ["hint", "game"]


def test_it_is_stale_when_the_decision_is_answered(
    alice: User, practice: Game, client_of: ClientOf
) -> None:
    client = client_of(alice)
    client.post(path_of(practice))
    tasks.analyses()
    fresh = client.get(path_of(practice))
    play(alice, practice)
    reply = client.get(path_of(practice), headers={"If-None-Match": fresh["ETag"]})
    assert reply.json()["stale"] is True


def test_a_decision_that_was_answered_meanwhile_gets_none(
    alice: User, practice: Game, client_of: ClientOf
) -> None:
    client = client_of(alice)
    client.post(path_of(practice))
    play(alice, practice)
    tasks.analyses()
    hint = client.get(path_of(practice)).json()
    assert (hint["status"], hint["error"], hint["stale"]) == ("failed", "stale_decision", True)


def test_only_the_player_gets_it(
    alice: User, bob: User, practice: Game, client_of: ClientOf
) -> None:
    client_of(alice).post(path_of(practice))
    tasks.analyses()
    reply = client_of(bob).get(path_of(practice))
    assert (reply.status_code, reply.json()["code"]) == (404, "hint_not_found")
    reply = client_of(bob).post(path_of(practice))
    assert (reply.status_code, reply.json()["code"]) == (403, "not_seated")


@pytest.mark.parametrize("rated", [True, False])
def test_there_is_none_among_people(
    rated: bool, alice: User, bob: User, client_of: ClientOf
) -> None:
    game = start_game(alice, bob, ruleset="castle", rated=rated)
    reply = client_of(alice).post(path_of(game))
    assert (reply.status_code, reply.json()["code"]) == (403, "hint_refused")
    assert reply.json()["reason"] == ("rated" if rated else "other_players")


def test_there_is_none_while_a_bot_stands_in_for_a_player(
    alice: User, bob: User, client_of: ClientOf
) -> None:
    game = start_game(alice, bob, **CASTLE | {"bots": []})
    stand_in = {"bot": "easy", "bot_profile": "balanced", "away_since": timezone.now()}
    game.seats.filter(user=bob).update(**stand_in)
    reply = client_of(alice).post(path_of(game))
    assert reply.json()["code"] == "hint_refused"


def test_there_is_none_for_a_seat_that_another_player_had(
    alice: User, bob: User, practice: Game, client_of: ClientOf
) -> None:
    """A hint uses all that the seat was told, also what only alice saw."""
    hand_over(practice, by=alice, to=bob)
    response = client_of(bob).post(path_of(practice))
    assert (response.status_code, response.json()["code"]) == (403, "hint_refused")


def test_another_seat_has_to_decide(alice: User, client_of: ClientOf) -> None:
    game = start_game(alice, **CASTLE)
    Game.objects.filter(id=game.id).update(to_act=1)
    reply = client_of(alice).post(path_of(game))
    assert (reply.status_code, reply.json()["code"]) == (403, "not_your_decision")


def test_a_suspended_game_has_none(alice: User, practice: Game, client_of: ClientOf) -> None:
    game_freeze(game_id=practice.id)
    reply = client_of(alice).post(path_of(practice))
    assert (reply.status_code, reply.json()["code"]) == (409, "game_frozen")


def test_a_finished_game_has_none(alice: User, client_of: ClientOf) -> None:
    reply = client_of(alice).post(path_of(finished(alice)))
    assert (reply.status_code, reply.json()["code"]) == (409, "game_not_running")


def test_their_number_a_day_is_limited(
    alice: User, practice: Game, client_of: ClientOf, settings: LazySettings
) -> None:
    settings.HINT_DAY_LIMIT = 1
    client = client_of(alice)
    assert client.post(path_of(practice)).status_code == 202
    tasks.analyses()
    game = played(play(alice, practice), [alice], 1)
    reply = client.post(path_of(game))
    assert (reply.status_code, reply.json()["code"]) == (429, "analysis_limit")
    assert reply["Retry-After"]
    with time_machine.travel(timezone.now() + DAY):
        assert client.post(path_of(game)).status_code == 202


def test_a_request_takes_few_statements(
    alice: User, practice: Game, client_of: ClientOf, django_assert_max_num_queries: Any
) -> None:
    client = client_of(alice)
    client.get(path_of(practice))
    with django_assert_max_num_queries(20):
        assert client.post(path_of(practice)).status_code == 202
