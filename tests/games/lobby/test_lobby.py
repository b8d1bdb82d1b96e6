"""Creating, joining, leaving, starting and cancelling games."""

from __future__ import annotations

from typing import Any

import pytest

from accounts.models import User
from core.errors import Invalid
from games.lobby.errors import (
    AlreadySeated,
    GameFull,
    GameNotInLobby,
    NotTheHost,
    SeatsFree,
    SeatTaken,
)
from games.lobby.invitations import invitation_send
from games.lobby.services import game_cancel, game_create, game_join, game_leave, game_start
from games.models import Actor, Game, GameState, Status
from games.play.errors import GameNotFound, NotSeated
from games.rules.errors import RulesUnavailable
from tablekernel import registry
from tablekernel.errors import OptionsRefused
from tests.games.lobby.lobbies import field_errors, seat_names
from tests.tablekernel.toy import ToyRules
from tests.toy_games import NOWHERE, lobby, seen, start_game

pytestmark = pytest.mark.usefixtures("toy")


# --- creating ----------------------------------------------------------------------------------


def test_the_host_gets_the_first_seat_and_bots_the_last(alice: User) -> None:
    game = lobby(alice, seats=5, bots=["easy", "novice"])
    assert seat_names(game) == ["alice", None, None, "easy", "novice"]
    assert (game.status, game.move_count, game.options) == ("lobby", 0, {"rounds": 2})
    assert game.rules_version == "toy/1"


def test_the_host_may_take_another_seat(alice: User) -> None:
    assert seat_names(lobby(alice, seats=3, seat=1, bots=["easy"])) == [None, "alice", "easy"]


def test_the_host_may_let_only_bots_play(alice: User) -> None:
    game = lobby(alice, seats=2, join=False, bots=["easy", "novice"])
    assert seat_names(game) == ["easy", "novice"]


@pytest.mark.parametrize(
    ("wrong", "pointer", "code"),
    [
        ({"seats": 1}, "/seats", "seats_out_of_range"),
        ({"seats": 6}, "/seats", "seats_out_of_range"),
        ({"options": {"rounds": 9}}, "/options/rounds", "rounds_out_of_range"),
        ({"options": {"speed": 1}}, "/options/speed", "unknown"),
        ({"bots": ["easy", "genius"]}, "/bots/1/level", "unknown_level"),
        ({"bots": ["easy/bold", "novice/shy"]}, "/bots/1/profile", "unknown_profile"),
        ({"bots": ["easy"] * 3}, "/bots", "too_many_bots"),
        ({"bots": ["easy"] * 4, "join": False}, "/bots", "too_many_bots"),
        ({"seat": 3}, "/seat", "no_such_seat"),
    ],
)
def test_it_refuses_a_game_that_cannot_be_played(
    wrong: dict[str, Any], pointer: str, code: str, alice: User
) -> None:
    with pytest.raises(Invalid) as error:
        lobby(alice, **{"seats": 3, **wrong})
    assert field_errors(error.value) == [(pointer, code)]
    assert not Game.objects.exists()


def test_the_host_cannot_take_a_bots_seat(alice: User) -> None:
    with pytest.raises(SeatTaken) as error:
        lobby(alice, seats=3, bots=["easy"], seat=2)
    assert error.value.extras == {"free_seats": [0, 1]}


def test_it_refuses_an_unknown_ruleset(alice: User) -> None:
    with pytest.raises(Invalid) as error:
        game_create(user=alice, ruleset="chess", seats=2, options={})
    [refusal] = error.value.extras["errors"]
    assert (refusal["pointer"], refusal["code"]) == ("/ruleset", "unknown_ruleset")
    assert "There is no ruleset 'chess'. Valid: " in refusal["detail"]
    assert "citadels" in refusal["detail"]


# --- joining and leaving -----------------------------------------------------------------------


def test_a_guest_takes_the_first_free_seat_or_the_one_they_name(
    alice: User, bob: User, charlie: User
) -> None:
    game = lobby(alice, seats=4)
    game_join(user=bob, game_id=game.id)
    game_join(user=charlie, game_id=game.id, seat=3)
    assert seat_names(game) == ["alice", "bob", None, "charlie"]


def test_it_refuses_a_second_seat(alice: User) -> None:
    game = lobby(alice, seats=3)
    with pytest.raises(AlreadySeated) as error:
        game_join(user=alice, game_id=game.id)
    assert error.value.extras == {"seat": 0}


def test_it_refuses_a_seat_that_is_taken_or_unknown(alice: User, bob: User) -> None:
    game = lobby(alice, seats=3)
    with pytest.raises(SeatTaken) as taken:
        game_join(user=bob, game_id=game.id, seat=0)
    assert taken.value.extras == {"free_seats": [1, 2]}
    with pytest.raises(Invalid) as missing:
        game_join(user=bob, game_id=game.id, seat=3)
    assert field_errors(missing.value) == [("/seat", "no_such_seat")]


def test_it_refuses_joining_a_full_game(alice: User, bob: User, charlie: User) -> None:
    game = lobby(alice, bob)
    with pytest.raises(GameFull):
        game_join(user=charlie, game_id=game.id)


def test_it_refuses_joining_a_game_that_has_started(alice: User, bob: User, charlie: User) -> None:
    with pytest.raises(GameNotInLobby) as error:
        game_join(user=charlie, game_id=start_game(alice, bob).id)
    assert error.value.extras == {"game_status": "active"}


def test_a_private_game_is_open_to_its_host_and_invited_users(
    alice: User, bob: User, charlie: User
) -> None:
    game = lobby(alice, bob, seats=3, visibility="private")
    with pytest.raises(GameNotFound):
        game_join(user=charlie, game_id=game.id)
    invitation_send(user=alice, game_id=game.id, username="charlie")
    game_join(user=charlie, game_id=game.id)
    assert seat_names(game) == ["alice", "bob", "charlie"]


def test_a_seat_is_free_again_after_its_player_left(alice: User, bob: User, charlie: User) -> None:
    game = lobby(alice, bob)
    game_leave(user=bob, game_id=game.id)
    game_join(user=charlie, game_id=game.id)
    assert seat_names(game) == ["alice", "charlie"]


def test_a_user_without_a_seat_cannot_leave(alice: User, charlie: User) -> None:
    with pytest.raises(NotSeated):
        game_leave(user=charlie, game_id=lobby(alice, seats=2).id)
    private = lobby(alice, seats=2, visibility="private")
    with pytest.raises(GameNotFound):
        game_leave(user=charlie, game_id=private.id)


def test_the_host_of_a_private_game_gets_the_reason_of_an_error(alice: User) -> None:
    game = lobby(alice, seats=2, join=False, bots=["easy"], visibility="private")
    with pytest.raises(NotSeated):
        game_leave(user=alice, game_id=game.id)


def test_nobody_leaves_a_game_that_has_started(alice: User, bob: User) -> None:
    with pytest.raises(GameNotInLobby):
        game_leave(user=bob, game_id=start_game(alice, bob).id)


def test_each_change_of_the_seats_changes_the_version(alice: User, bob: User) -> None:
    game = lobby(alice, seats=2)
    versions = [game.version]
    versions.append(game_join(user=bob, game_id=game.id).version)
    versions.append(game_leave(user=bob, game_id=game.id).version)
    assert versions == [1, 2, 3]


# --- starting and cancelling -------------------------------------------------------------------


def test_starting_sets_up_the_game_and_opens_the_first_decision(alice: User, bob: User) -> None:
    game = start_game(alice, bob)
    assert (game.status, game.to_act, game.topic, game.decision_id) == ("active", 0, "boast", 1)
    assert len(game.commitment) == 64
    assert GameState.objects.filter(game=game).exists()
    setup = game.moves.get()
    assert (setup.number, setup.actor, setup.seat) == (0, Actor.SETUP, None)
    assert (setup.first_event, setup.last_event, game.event_count) == (1, 2, 2)


def test_two_games_are_dealt_differently(alice: User, bob: User) -> None:
    first, second = start_game(alice, bob), start_game(alice, bob)
    assert first.commitment != second.commitment


def test_only_the_host_starts_and_cancels(alice: User, bob: User) -> None:
    game = lobby(alice, bob)
    for service in (game_start, game_cancel):
        with pytest.raises(NotTheHost):
            service(user=bob, game_id=game.id)


def test_strangers_get_not_found_for_private_games(alice: User, charlie: User) -> None:
    game = lobby(alice, seats=2, visibility="private")
    for service in (game_start, game_cancel):
        with pytest.raises(GameNotFound):
            service(user=charlie, game_id=game.id)


def test_it_refuses_to_start_with_free_seats(alice: User) -> None:
    with pytest.raises(SeatsFree) as error:
        game_start(user=alice, game_id=lobby(alice, seats=3, bots=["easy"]).id)
    assert error.value.extras == {"free_seats": [1]}


def test_a_game_is_pinned_to_the_rules_at_its_start(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = lobby(alice, bob)
    monkeypatch.setattr(ToyRules, "version", "toy/2")
    game_start(user=alice, game_id=game.id)
    game.refresh_from_db()
    assert (game.status, game.rules_version) == ("active", "toy/2")
    assert seen(alice, game)["table"] is not None


def test_it_refuses_to_start_with_options_that_the_rules_no_longer_have(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fewer_rounds(self: ToyRules, options: dict[str, Any], seats: int) -> dict[str, Any]:
        raise OptionsRefused("rounds_out_of_range", "One round only.", "/rounds")

    game = lobby(alice, bob)
    with monkeypatch.context() as patch:
        patch.setattr(ToyRules, "check_options", fewer_rounds)
        with pytest.raises(Invalid) as error:
            game_start(user=alice, game_id=game.id)
    assert field_errors(error.value) == [("/options/rounds", "rounds_out_of_range")]

    def other_rounds(self: ToyRules, options: dict[str, Any], seats: int) -> dict[str, Any]:
        return {"rounds": 1}

    monkeypatch.setattr(ToyRules, "check_options", other_rounds)
    game_start(user=alice, game_id=game.id)
    game.refresh_from_db()
    assert game.options == {"rounds": 1}


def test_a_game_without_its_ruleset_cannot_be_started(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = lobby(alice, bob)
    monkeypatch.delitem(registry.RULESETS, "toy")
    with pytest.raises(RulesUnavailable):
        game_start(user=alice, game_id=game.id)


def test_a_game_starts_once(alice: User, bob: User) -> None:
    game = start_game(alice, bob)
    for service in (game_start, game_cancel):
        with pytest.raises(GameNotInLobby):
            service(user=alice, game_id=game.id)


def test_a_cancelled_game_cannot_be_joined_or_started(alice: User, bob: User) -> None:
    game = lobby(alice, seats=2)
    assert game_cancel(user=alice, game_id=game.id).status == Status.CANCELLED
    with pytest.raises(GameNotInLobby):
        game_join(user=bob, game_id=game.id)
    with pytest.raises(GameNotInLobby):
        game_start(user=alice, game_id=game.id)


def test_it_refuses_unknown_games(alice: User) -> None:
    for service in (game_join, game_leave, game_start, game_cancel):
        with pytest.raises(GameNotFound):
            service(user=alice, game_id=NOWHERE)
