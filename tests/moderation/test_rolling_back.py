"""The rollback page: first the preview, then the form."""

from __future__ import annotations

from typing import Any

import pytest

from accounts.models import User
from games.models import Game
from games.play.rollback import game_rollback
from games.standing_orders.services import orders_set
from moderation.models import Action, AuditEntry
from tests.moderation.pages import act_on, client_for, hidden, text_of
from tests.timed import A_DAY_EACH, shown_up
from tests.toy_games import play, start_game

pytestmark = pytest.mark.usefixtures("toy")
WHY = {"reason": "They asked for it."}


@pytest.fixture
def game(alice: User, bob: User) -> Game:
    return shown_up(play(alice, start_game(alice, bob, pace=A_DAY_EACH), "boast"))


def test_going_back_is_shown_before_it_is_done_and_can_be_undone(game: Game, maya: User) -> None:
    client, page = client_for(maya), f"/admin/games/game/{game.id}/rollback/"
    moves = game.move_count
    preview = client.get(page, {"to_move": 0}).content.decode()
    assert "Consequences of going back to move 0" in preview
    assert "alice" in preview
    assert f"Go back from move {moves} to move 0" in preview
    assert not AuditEntry.objects.exists()
    assert client.post(page, {**hidden(preview), **WHY}).status_code == 302
    game.refresh_from_db()
    assert game.move_count == 0
    assert "undone" in text_of(client, game)
    assert act_on(client, game, Action.UNDO_ROLLBACK, **WHY).status_code == 302
    game.refresh_from_db()
    assert game.move_count == moves
    entry = AuditEntry.objects.latest("id")
    assert (entry.action, entry.reason, entry.game) == (
        Action.UNDO_ROLLBACK,
        WHY["reason"],
        game.id,
    )


def test_going_back_is_refused_when_a_move_came_after_the_preview(
    game: Game, alice: User, maya: User
) -> None:
    client, page = client_for(maya), f"/admin/games/game/{game.id}/rollback/?to_move=0"
    form = hidden(client.get(page).content.decode())
    moves = play(alice, game).move_count
    for given in (form, {"to_move": "0"}):
        response = client.post(page, {**given, **WHY})
        assert response.status_code == 200
        game.refresh_from_db()
        assert game.move_count == moves
    assert "after the preview" in client.post(page, {**form, **WHY}).content.decode()
    # Nor does it count that there are as many moves again: they are others.
    game_rollback(game_id=game.id, to_move=moves - 1, by=alice, reason="undo")
    assert "after the preview" in client.post(page, {**form, **WHY}).content.decode()
    form = hidden(client.get(page).content.decode())
    assert client.post(page, {**form, **WHY}).status_code == 302


def test_the_preview_shows_no_secrets_to_who_has_covered_them(
    game: Game, alice: User, simon: User
) -> None:
    client, page = client_for(simon), f"/admin/games/game/{game.id}/rollback/?to_move=0"
    order: dict[str, Any] = {"topic": "boast", "choose": ["boast"]}
    orders_set(user=alice, game_id=game.id, orders=[order])

    def shows_orders(by: Any) -> bool:
        return "1 standing order would answer" in by.get(page).content.decode()

    assert not shows_orders(client)
    act_on(client, game, Action.REVEAL_SECRETS, **WHY)
    assert shows_orders(client)
    assert not shows_orders(client_for(simon))  # the secrets are hidden in another session
    client.post(f"/admin/games/game/{game.id}/hide-secrets/")
    assert not shows_orders(client)


def test_the_page_says_that_a_game_cannot_go_back(game: Game, maya: User) -> None:
    client, page = client_for(maya), f"/admin/games/game/{game.id}/rollback/"
    for move in (99, "x", -1):
        response = client.get(page, {"to_move": move})
        assert "errorlist" in response.content.decode()
        assert 'name="reason"' not in response.content.decode()
