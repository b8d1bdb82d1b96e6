"""Previews of rollbacks, and undoing a rollback."""

from __future__ import annotations

import pytest

from accounts.models import User
from games.history.positions import history_for
from games.models import Game, GameState, Rollback, StandingOrder
from games.play.commands import command_send
from games.play.errors import GameNotRunning, MoveNotFound, RollbackRefused, StaleDecision
from games.play.rollback import game_rollback
from games.staff import game_end, game_freeze, rollback_preview, rollback_undo
from tests.timed import A_DAY_EACH, DAY, fresh, platform_event_kinds
from tests.toy_games import play, seen, start_game

pytestmark = pytest.mark.usefixtures("toy")


@pytest.fixture
def game(alice: User, bob: User) -> Game:
    """A game after six moves, at the end of a round."""
    game = start_game(alice, bob, pace=A_DAY_EACH)
    while game.move_count < 6:
        game = play((alice, bob)[game.to_act or 0], game)
    return game


def back(game: Game, to_move: int, by: User) -> Rollback:
    return game_rollback(game_id=game.id, to_move=to_move, by=by, reason="A bug in the service.")


# --- the undo ------------------------------------------------------------------------------------


def test_the_moves_that_were_undone_count_again(game: Game, alice: User, bob: User) -> None:
    state, views = GameState.objects.get(game=game).state, [seen(alice, game), seen(bob, game)]
    rows = list(game.moves.order_by("id").values_list("id", "number", "undone_by"))
    back(game, 2, alice)
    undone = rollback_undo(game_id=game.id)
    assert undone.undone_at is not None
    assert GameState.objects.get(game=game).state == state
    assert list(game.moves.order_by("id").values_list("id", "number", "undone_by")) == rows
    for user, before in zip((alice, bob), views, strict=True):
        now = seen(user, game)
        assert (now["table"], now["move_count"]) == (before["table"], 6)
    assert platform_event_kinds(game) == ["rolled_back", "rollback_undone"]
    assert fresh(game).clock_left == DAY
    assert play((alice, bob)[fresh(game).to_act or 0], game).move_count == 7


def test_no_decision_gets_the_id_of_another(game: Game, alice: User, bob: User) -> None:
    ids = [fresh(game).decision_id]
    for to_move in (4, 1, 0):
        back(game, to_move, alice)
        ids.append(fresh(game).decision_id)
        rollback_undo(game_id=game.id)
        ids.append(fresh(game).decision_id)
    assert len(set(ids)) == len(ids)
    assert ids == sorted(ids)
    with pytest.raises(StaleDecision):
        command_send(user=alice, game_id=game.id, decision=ids[0], choices=["boast"])
    # The history names the same decision id as the live game did.
    number = fresh(game).move_count
    _, then = history_for(user=alice, game_id=game.id, number=number)
    assert then["decision"]["id"] == game.decision_id


def test_a_rollback_of_a_rollback_is_undone_step_by_step(game: Game, alice: User) -> None:
    back(game, 4, alice)
    back(game, 1, alice)
    for count in (4, 6):
        rollback_undo(game_id=game.id)
        assert fresh(game).move_count == count
    with pytest.raises(RollbackRefused):
        rollback_undo(game_id=game.id)


def test_it_cannot_be_undone_once_a_new_move_was_made(game: Game, alice: User) -> None:
    back(game, 0, alice)
    play(alice, game)
    state = GameState.objects.get(game=game).state
    with pytest.raises(RollbackRefused):
        rollback_undo(game_id=game.id)
    assert GameState.objects.get(game=game).state == state


def test_a_frozen_game_stays_frozen(game: Game, alice: User) -> None:
    game_freeze(game_id=game.id)
    back(game, 2, alice)
    rollback_undo(game_id=game.id)
    assert (fresh(game).frozen, game.deadline_at, game.clock_left) == (True, None, DAY)


def test_a_game_that_is_over_does_not_move(game: Game, alice: User) -> None:
    back(game, 2, alice)
    game_end(game_id=game.id)
    with pytest.raises(GameNotRunning):
        rollback_undo(game_id=game.id)
    with pytest.raises(GameNotRunning):
        rollback_preview(game_id=game.id, to_move=0)


# --- the preview ---------------------------------------------------------------------------------


def test_a_preview_says_what_each_seat_has_learnt_and_changes_nothing(
    game: Game, alice: User, bob: User
) -> None:
    version = fresh(game).version
    preview = rollback_preview(game_id=game.id, to_move=0)
    assert (preview.from_move, preview.to_act, fresh(game).version) == (6, 0, version)
    assert sum(seat.moves for seat in preview.seats) == 6
    assert [seat.users for seat in preview.seats] == [["alice"], ["bob"]]
    for seat in preview.seats:
        assert seat.topics
        assert seat.orders is None
        own = [one for one in seat.learned_facts if one.kind == "laid"]
        assert own, "who lays a card face down knows which"
        assert not any(char.isdigit() for char in own[0].text.replace(f"Seat {seat.seat}", ""))
    assert preview.draws > 0


def test_who_may_look_reads_what_the_seats_read(alice: User, bob: User) -> None:
    game = start_game(alice, bob, ruleset="citadels")
    play((alice, bob)[game.to_act or 0], game)
    (keeper,) = (move.seat for move in game.moves.filter(number=1))
    assert keeper is not None
    StandingOrder.objects.create(game=game, seat=keeper, position=1, topic="pick", spec={})
    plain = rollback_preview(game_id=game.id, to_move=0).seats[keeper]
    looked = rollback_preview(game_id=game.id, to_move=0, secrets=True).seats[keeper]
    assert (plain.orders, looked.orders) == (None, 1)
    (hidden,), (shown,) = plain.learned_facts, looked.learned_facts
    assert (hidden.kind, hidden.move) == (shown.kind, shown.move) == ("character_kept", 1)
    assert hidden.text.endswith("keeps a character.")
    assert "keeps the" in shown.text


def test_a_preview_says_what_a_rollback_does_not_undo(game: Game) -> None:
    game_freeze(game_id=game.id)
    assert rollback_preview(game_id=game.id, to_move=5).stays == [
        "The clock is stopped (reason: a moderator's decision)."
    ]


def test_a_preview_refuses_what_the_rollback_would_refuse(game: Game) -> None:
    for to_move in (-1, 6, 7):
        with pytest.raises(MoveNotFound):
            rollback_preview(game_id=game.id, to_move=to_move)
