"""A game in quarantine: its page says why, and it is repaired before it is released."""

from __future__ import annotations

import pytest

from accounts.models import User
from games.models import Failure, Game, GameState
from games.play.due_games import failure_record, quarantine
from games.play.errors import GameFrozen
from moderation.models import AuditEntry
from tests.moderation.pages import act_on, client_for, text_of
from tests.timed import fresh, platform_event_kinds
from tests.toy_games import play, spoil, start_game

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("toy")]
REASON = {"reason": "Damaged by a full disk."}


@pytest.fixture
def game(alice: User, bob: User) -> Game:
    """A game whose stored state was damaged, found by bob's command."""
    game = play(alice, start_game(alice, bob), "boast")
    spoil(game, coins=[7, 0])
    with pytest.raises(GameFrozen):
        play(alice, game)
    return fresh(game)


def test_the_page_says_why_and_what_differs(game: Game, maya: User) -> None:
    page = text_of(client_for(maya), game)
    assert "The stored state differs from the one that the moves lead to." in page
    assert "The stored state differs from the moves in: coins." in page
    assert "Rebuild from the moves" in page


def test_it_is_not_released_while_it_differs_and_goes_on_after_it_is_rebuilt(
    game: Game, alice: User, maya: User
) -> None:
    client = client_for(maya)
    refused = act_on(client, game, "end_quarantine", **REASON).content.decode()
    assert "The stored state differs from the moves in: coins." in refused
    assert fresh(game).frozen
    assert act_on(client, game, "rebuild_state", **REASON).status_code == 302
    assert fresh(game).frozen
    assert platform_event_kinds(game)[-1] == "state_rebuilt"
    page = text_of(client, game)
    assert "The stored state is the one that the moves lead to." in page
    assert act_on(client, game, "end_quarantine", **REASON).status_code == 302
    assert not fresh(game).frozen
    assert [entry.action for entry in AuditEntry.objects.order_by("id")] == [
        "rebuild_state",
        "end_quarantine",
    ]
    play(alice, game)


def test_a_sound_state_is_not_rebuilt(alice: User, bob: User, maya: User) -> None:
    game = start_game(alice, bob)
    quarantine(game_id=game.id)
    before = GameState.objects.get(game=game).state
    refused = act_on(client_for(maya), game, "rebuild_state", **REASON).content.decode()
    assert "The stored state is the one that the moves lead to." in refused
    assert GameState.objects.get(game=game).state == before
    assert act_on(client_for(maya), game, "end_quarantine", **REASON).status_code == 302


def test_what_failed_is_for_administrators_and_moderators_read_that_it_failed(
    alice: User, bob: User, maya: User
) -> None:
    game = start_game(alice, bob)
    try:
        raise ValueError("The hand is 1, 2, 3.")
    except ValueError:
        failure_record(game_id=game.id, task="due_at", number=5)
    quarantine(game_id=game.id)
    page = text_of(client_for(maya), game)
    assert "The service failed several times at this game." in page
    assert "The hand is" not in page


@pytest.mark.parametrize("text", ["", "not JSON"])
def test_a_state_that_cannot_be_read_is_not_quoted(text: str, game: Game, maya: User) -> None:
    GameState.objects.filter(game=game).update(state=text)
    Failure.objects.all().delete()
    page = text_of(client_for(maya), game)
    assert "differs from the one that the moves lead to" in page
    assert "Traceback" not in page
    assert "JSONDecodeError" not in page
