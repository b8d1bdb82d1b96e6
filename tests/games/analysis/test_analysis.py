"""Players analyze their seat in a finished game."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from xml.etree import ElementTree

import pytest
import time_machine
from django.conf import LazySettings
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import User
from games import tasks
from games.analysis import services
from games.models import Analysis, AnalysisStatus, Game, Move
from games.seats.resign import seat_resign
from games.staff import game_annul
from games.tries.services import Hidden, game_try
from tests.conftest import ClientOf
from tests.games.analysis.finished import CASTLE, CITADELS, finished, play_to_the_end
from tests.games.seats.handovers import hand_over
from tests.toy_games import play_out, played, start_game

DAY = timedelta(days=1)


def path_of(game: Game) -> str:
    return f"/api/v1/games/{game.id}/analysis/"


def work() -> None:
    """Do what workers do until nothing is left."""
    for _ in range(1000):
        if not Analysis.objects.filter(status=AnalysisStatus.PENDING).exists():
            return
        tasks.analyses()
    pytest.fail("An analysis stays pending.")


def analyzed(client: APIClient, game: Game, query: str = "") -> dict[str, Any]:
    """Return the analysis of a game, when it is done."""
    assert client.post(path_of(game)).status_code == 202
    work()
    body: dict[str, Any] = client.get(path_of(game) + query).json()
    return body


@pytest.mark.parametrize("options", [CITADELS, CASTLE], ids=["citadels", "castle"])
def test_a_player_reads_what_their_decisions_were_worth(
    options: dict[str, Any], alice: User, client_of: ClientOf
) -> None:
    game, client = finished(alice, **options), client_of(alice)
    asked = client.post(path_of(game))
    assert (asked.status_code, asked.json()["status"], asked.json()["done"]) == (202, "pending", 0)
    body = analyzed(client, game)
    assert (body["status"], body["error"], body["seat"]) == ("done", None, 0)
    assert body["done"] == body["total"] == game.moves.filter(seat=0).count()
    result, summary = body["result"], body["result"]["summary"]
    assert result["winners"] == [
        seat for seat, place in enumerate((game.result or {})["placements"]) if place == 1
    ]
    parts = sum(value for name, value in summary.items() if name != "result")
    assert parts == pytest.approx(summary["result"], abs=1e-3)
    assert summary["choice"] <= 0
    assert summary["stand_in"] == summary["forfeit"] == 0
    moves = {move.number: move for move in Move.objects.filter(game=game)}
    for decision in result["decisions"]:
        move = moves[decision["move"]]
        values = {option["choice"]: option["value"] for option in decision["options"]}
        assert (move.seat, move.choice, move.topic) == (0, decision["played"], decision["topic"])
        assert (decision["actor"], decision["own"]) == ("player", True)
        assert decision["best"] == decision["options"][0]["choice"]
        assert decision["loss"] == pytest.approx(
            values[decision["best"]] - values[decision["played"]], abs=1e-3
        )
        for chances in (decision["seen"], decision["revealed"]):
            assert len(chances) == game.table_size
            assert sum(chances) == pytest.approx(1, abs=0.01)
        assert decision["question"]
        assert all(option["label"] for option in decision["options"])
    assert set(result["worst"]) <= {decision["move"] for decision in result["decisions"]}


def test_the_texts_are_in_the_language_of_the_reader(alice: User, client_of: ClientOf) -> None:
    game, client = finished(alice), client_of(alice)
    english = analyzed(client, game)["result"]["decisions"][0]
    reply = client.get(path_of(game), {"language": "fr"})
    french = reply.json()["result"]["decisions"][0]
    assert reply["Content-Language"] == "fr"
    assert french["question"] != english["question"]
    assert french["options"][0]["label"] != english["options"][0]["label"]
    assert french["options"][0]["value"] == english["options"][0]["value"]


def test_a_second_request_returns_the_same_analysis(alice: User, client_of: ClientOf) -> None:
    game, client = finished(alice), client_of(alice)
    done = analyzed(client, game)
    again = client.post(path_of(game))
    assert (again.status_code, again.json()) == (202, done)
    assert Analysis.objects.count() == 1


def test_its_summary_alone_is_there_from_the_beginning(alice: User, client_of: ClientOf) -> None:
    game, client = finished(alice), client_of(alice)

    def summary() -> Any:
        return client.get(path_of(game) + "summary/").json()

    assert summary() == {"status": None, "summary": None}
    client.post(path_of(game))
    assert summary() == {"status": "pending", "summary": None}
    done = analyzed(client, game)["result"]["summary"]
    assert summary() == {"status": "done", "summary": done}


def test_only_its_player_reads_it(alice: User, bob: User, client_of: ClientOf) -> None:
    game = finished(alice)
    analyzed(client_of(alice), game)
    assert client_of(bob).get(path_of(game) + "summary/").json()["summary"] is None
    for path in (path_of(game), path_of(game) + "plot.svg"):
        reply = client_of(bob).get(path)
        assert (reply.status_code, reply.json()["code"]) == (404, "analysis_not_found")
    reply = client_of(bob).post(path_of(game))
    assert (reply.status_code, reply.json()["code"]) == (403, "not_seated")


def test_the_game_must_have_ended(alice: User, client_of: ClientOf) -> None:
    reply = client_of(alice).post(path_of(start_game(alice, **CITADELS)))
    assert (reply.status_code, reply.json()["code"]) == (409, "game_not_finished")


@pytest.mark.usefixtures("toy")
def test_rules_without_a_search_cannot_be_analyzed(
    alice: User, bob: User, client_of: ClientOf
) -> None:
    game = play_out(start_game(alice, bob, options={"rounds": 1}), alice, bob)
    reply = client_of(alice).post(path_of(game))
    assert (reply.status_code, reply.json()["code"]) == (409, "analysis_unavailable")


def test_a_game_that_ended_before_the_first_move_cannot_be_analyzed(
    alice: User, bob: User, client_of: ClientOf
) -> None:
    game = start_game(alice, bob, ruleset="castle")
    seat_resign(user=alice, game_id=game.id)
    reply = client_of(bob).post(path_of(game))
    assert (reply.status_code, reply.json()["code"]) == (409, "analysis_unavailable")


def test_a_player_who_resigned_may_analyze_the_seat(
    alice: User, bob: User, client_of: ClientOf
) -> None:
    """With the castle, the game then ends for the other player."""
    game = played(start_game(alice, bob, ruleset="castle"), [alice, bob], 3)
    seat_resign(user=alice, game_id=game.id)
    game.refresh_from_db()
    body = analyzed(client_of(alice), game)
    assert (game.status, body["seat"], body["status"]) == ("finished", 0, "done")
    decisions, summary = body["result"]["decisions"], body["result"]["summary"]
    assert {decision["actor"] for decision in decisions} == {"player"}
    assert summary["result"] == 0
    assert summary["forfeit"] == pytest.approx(-decisions[-1]["revealed"][0], abs=1e-3)


def test_moves_of_another_player_in_the_seat_are_not_those_of_its_last_one(
    alice: User, bob: User, client_of: ClientOf
) -> None:
    game = played(start_game(alice, **CASTLE), [alice], 4)
    before = set(game.moves.filter(user=alice).values_list("number", flat=True))
    hand_over(game, by=alice, to=bob)
    body = analyzed(client_of(bob), play_to_the_end(game, bob))
    for decision in body["result"]["decisions"]:
        assert decision["own"] == (decision["move"] not in before)
    assert before
    assert not set(body["result"]["worst"]) & before


def test_a_game_that_a_moderator_annulled_may_be_analyzed(alice: User, client_of: ClientOf) -> None:
    game = finished(alice)
    game_annul(game_id=game.id)
    assert analyzed(client_of(alice), game)["status"] == "done"


def test_a_game_with_a_removed_rules_version_says_so(
    alice: User, client_of: ClientOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, client = finished(alice), client_of(alice)
    Game.objects.filter(id=game.id).update(rules_version="0")
    reply = client.post(path_of(game))
    assert (reply.status_code, reply.json()["code"]) == (503, "rules_unavailable")


# --- the plot ----------------------------------------------------------------------------------


def test_the_plot_shows_the_chances_of_all_seats(alice: User, client_of: ClientOf) -> None:
    game, client = finished(alice), client_of(alice)
    client.post(path_of(game))
    early = client.get(path_of(game) + "plot.svg")
    assert (early.status_code, early.json()["code"]) == (409, "analysis_not_ready")
    work()
    drawn = {
        (layout, language): client.get(f"{path_of(game)}plot.svg?{layout=!s}&{language=!s}")
        for layout in ("portrait", "landscape")
        for language in ("en", "fr")
    }
    for (_, language), reply in drawn.items():
        assert (reply.status_code, reply["Content-Type"]) == (200, "image/svg+xml")
        assert reply["Content-Language"] == language
        texts = "".join(ElementTree.fromstring(reply.content).itertext())
        for word in ("alice", {"en": "round 1", "fr": "manche 1"}[language]):
            assert word in texts
    assert len({reply.content for reply in drawn.values()}) == len(drawn)
    same = client.get(path_of(game) + "plot.svg")
    kept = client.get(path_of(game) + "plot.svg", headers={"If-None-Match": same["ETag"]})
    assert kept.status_code == 304


# --- the budget --------------------------------------------------------------------------------


def test_one_is_made_at_a_time(alice: User, client_of: ClientOf) -> None:
    first, second, client = finished(alice), finished(alice), client_of(alice)
    client.post(path_of(first))
    reply = client.post(path_of(second))
    assert (reply.status_code, reply.json()["code"]) == (409, "analysis_running")
    assert reply.json()["game"] == str(first.id)
    work()
    assert client.post(path_of(second)).status_code == 202


def test_their_number_a_day_is_limited(
    alice: User, client_of: ClientOf, settings: LazySettings
) -> None:
    settings.ANALYSIS_DAY_LIMIT = 1
    first, second, client = finished(alice), finished(alice), client_of(alice)
    analyzed(client, first)
    reply = client.post(path_of(second))
    assert (reply.status_code, reply.json()["code"]) == (429, "analysis_limit")
    assert 0 < int(reply["Retry-After"]) <= DAY.total_seconds()
    assert client.post(path_of(first)).status_code == 202  # it is there already
    with time_machine.travel(timezone.now() + DAY):
        assert client.post(path_of(second)).status_code == 202


# --- the result --------------------------------------------------------------------------------


def test_one_that_failed_is_made_again_after_a_day(alice: User, client_of: ClientOf) -> None:
    """Otherwise requests of a game that cannot be analyzed would be free."""
    game, client = finished(alice, **CASTLE), client_of(alice)
    client.post(path_of(game))
    Analysis.objects.update(
        status=AnalysisStatus.FAILED,
        error="history_unavailable",
        due_at=None,
        finished_at=timezone.now(),
    )
    assert client.post(path_of(game)).json()["status"] == "failed"
    with time_machine.travel(timezone.now() + DAY, tick=False):
        assert client.post(path_of(game)).json()["status"] == "pending"


def test_a_very_long_game_is_not_analyzed(
    alice: User, client_of: ClientOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = finished(alice, **CASTLE)
    monkeypatch.setattr(services, "MOST_MOVES", 3)
    response = client_of(alice).post(path_of(game))
    assert (response.status_code, response.json()["code"]) == (409, "analysis_unavailable")


def test_an_older_version_is_made_again(
    alice: User, client_of: ClientOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, client = finished(alice), client_of(alice)
    analyzed(client, game)
    monkeypatch.setattr(services, "VERSION", services.VERSION + 1)
    assert client.get(path_of(game)).status_code == 404
    assert analyzed(client, game)["status"] == "done"
    assert Analysis.objects.count() == 1


def test_a_game_that_began_at_a_position_is_analyzed_from_there(
    alice: User, client_of: ClientOf
) -> None:
    origin = finished(alice, **CASTLE)
    last = origin.moves.filter(seat=0).order_by("-number")[3].number - 1
    game = play_to_the_end(
        game_try(user=alice, game_id=origin.id, move=last, seat=0, hidden=Hidden.AS_IT_WAS), alice
    )
    body = analyzed(client_of(alice), game)
    assert (body["status"], body["error"]) == ("done", None)
    assert body["total"] == game.moves.filter(seat=0).count()
