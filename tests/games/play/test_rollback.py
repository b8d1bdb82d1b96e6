"""Rollbacks: the game is as it was, and commands for undone decisions are refused."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games.models import Game, GameState, Rollback, Status
from games.play.commands import command_send
from games.play.due_games import quarantine
from games.play.errors import GameNotRunning, MoveNotFound, RollbackRefused, StaleDecision
from games.play.rollback import game_rollback
from games.rules.live_game import LiveGame
from games.seats.resign import seat_resign
from tests.toy_games import options_of, play, play_out, seen, start_game

pytestmark = pytest.mark.usefixtures("toy")


@pytest.fixture
def game(alice: User, bob: User) -> Game:
    """Return a game after six moves, of which bob made the last two."""
    game = start_game(alice, bob)
    for user in (alice, alice, bob, bob):
        game = play(user, game)
    while game.move_count < 6:
        game = play((alice, bob)[game.to_act or 0], game)
    return game


def rollback(game: Game, to_move: int, by: User) -> Game:
    game_rollback(game_id=game.id, to_move=to_move, by=by, reason="a fault of the service")
    game.refresh_from_db()
    return game


def test_the_state_is_that_after_the_move(alice: User, bob: User) -> None:
    game = play(alice, start_game(alice, bob))
    before = GameState.objects.get(game=game).state
    table, options = seen(alice, game)["table"], options_of(alice, game)
    for _ in range(3):
        game = play((alice, bob)[game.to_act or 0], game)
    game = rollback(game, 1, alice)
    assert GameState.objects.get(game=game).state == before
    assert (game.move_count, game.to_act) == (1, 0)
    assert seen(alice, game)["table"] == table
    assert options_of(alice, game) == options


def test_decision_ids_are_never_used_again(game: Game, alice: User) -> None:
    ids = {number + 1 for number in range(game.move_count + 1)}
    for to_move in (4, 2, 0):
        game = rollback(game, to_move, alice)
        assert game.decision_id not in ids
        ids.add(game.decision_id)


def test_a_command_for_an_undone_decision_is_refused(game: Game, alice: User, bob: User) -> None:
    game = rollback(game, 0, alice)
    with pytest.raises(StaleDecision):
        command_send(user=alice, game_id=game.id, decision=1, choices=["boast"])
    assert play(alice, game, "boast").move_count == 1


def test_players_are_notified_and_event_numbers_continue(game: Game, alice: User) -> None:
    seq, version = game.event_count, game.version
    game = rollback(game, 2, alice)
    event = game.platform_events.get()
    assert (event.kind, event.data) == ("rolled_back", {"to_move": 2, "undone": 4})
    assert (event.seq, game.version > version) == (seq + 1, True)


def test_undone_moves_are_kept_and_the_game_can_be_finished(
    game: Game, alice: User, bob: User
) -> None:
    game = play_out(rollback(game, 2, alice), alice, bob)
    assert game.status == Status.FINISHED
    assert Rollback.objects.get().moves.count() == 4
    numbers = game.moves.filter(undone_by=None).order_by("number").values_list("number", flat=True)
    assert list(numbers) == list(range(game.move_count + 1))


def test_the_clock_of_the_seat_to_act_restarts(game: Game, alice: User) -> None:
    game = rollback(game, 2, alice)
    assert game.deadline_at is not None
    assert game.clock_left == timedelta(days=3)


def test_a_suspended_game_stays_suspended(game: Game, alice: User) -> None:
    quarantine(game_id=game.id)
    game = rollback(game, 2, alice)
    assert (game.frozen, game.deadline_at, game.clock_left) == (True, None, timedelta(days=3))


def test_it_refuses_a_move_that_is_not_earlier(game: Game, alice: User) -> None:
    for to_move in (-1, game.move_count, game.move_count + 1):
        with pytest.raises(MoveNotFound):
            rollback(game, to_move, alice)


def test_it_refuses_a_game_that_is_over(game: Game, alice: User) -> None:
    seat_resign(user=alice, game_id=game.id)
    with pytest.raises(GameNotRunning):
        rollback(game, 1, alice)


def test_it_refuses_if_a_replay_leads_to_another_state(
    game: Game, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = GameState.objects.get(game=game).state
    monkeypatch.setattr(LiveGame, "has_hash", lambda table, state_hash: False)
    with pytest.raises(RollbackRefused):
        rollback(game, 1, alice)
    assert GameState.objects.get(game=game).state == state


def test_an_administrator_rolls_back_and_undoes_it(game: Game, admin_client: Client) -> None:
    quarantine(game_id=game.id)
    game.refresh_from_db()
    page = f"/admin/games/game/{game.id}/rollback/"
    assert admin_client.get(page).status_code == 200
    form: dict[str, Any] = {"to_move": 2, "decision": game.decision_id}
    assert admin_client.post(page, form).status_code == 200  # a reason is required
    for wrong in ({"to_move": 99}, {"decision": ""}):
        refused = admin_client.post(page, {**form, "reason": "poison", **wrong})
        assert "errorlist" in refused.content.decode()
    assert admin_client.post(page, {**form, "reason": "poison"}).status_code == 302
    again = f"/admin/games/game/{game.id}/actions/end_quarantine/"
    assert admin_client.post(again, {"reason": "fixed"}).status_code == 302
    game.refresh_from_db()
    assert (game.move_count, game.frozen, game.deadline_at is None) == (2, False, False)
    assert Rollback.objects.get().reason == "poison"


def test_only_administrators_may_do_a_rollback(game: Game, alice: User, client: Client) -> None:
    alice.is_staff = True
    alice.save()
    client.force_login(alice)
    assert client.get(f"/admin/games/game/{game.id}/rollback/").status_code == 403
