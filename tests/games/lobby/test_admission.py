"""Admission by filters, and limits on games and lobbies."""

from __future__ import annotations

import pytest
from django.conf import LazySettings

from accounts.models import User
from games.lobby.errors import NotAdmitted, TooManyGames, TooManyLobbies
from games.lobby.invitations import invitation_send
from games.lobby.services import game_cancel, game_join, game_leave, game_start
from games.models import Game, PlayerStatistics
from games.ratings.selectors import reliability, settled_rating
from games.seats.resign import seat_resign
from tests.games.lobby.lobbies import rate, seat_names, set_reliability
from tests.toy_games import lobby, start_game

pytestmark = pytest.mark.usefixtures("toy")


# --- filters -----------------------------------------------------------------------------------


def assert_not_admitted(user: User, game: Game) -> dict[str, object]:
    with pytest.raises(NotAdmitted) as error:
        game_join(user=user, game_id=game.id)
    return error.value.extras


def test_a_rating_below_the_minimum_is_not_admitted(alice: User, bob: User, charlie: User) -> None:
    game = lobby(alice, seats=3, min_rating=1500)
    rate(bob, 1499)
    rate(charlie, 1500)
    assert assert_not_admitted(bob, game) == {"filter": "min_rating", "limit": 1500, "yours": 1499}
    game_join(user=charlie, game_id=game.id)


def test_a_user_without_a_rating_passes_only_a_maximum(alice: User, bob: User) -> None:
    game = lobby(alice, seats=3, min_rating=0)
    assert assert_not_admitted(bob, game) == {"filter": "min_rating", "limit": 0, "yours": None}
    game_join(user=bob, game_id=lobby(alice, seats=3, max_rating=0).id)


def test_a_rating_above_the_maximum_is_not_admitted(alice: User, bob: User) -> None:
    game = lobby(alice, seats=3, max_rating=1500)
    rate(bob, 1501)
    assert assert_not_admitted(bob, game) == {"filter": "max_rating", "limit": 1500, "yours": 1501}


def test_a_rating_in_another_ruleset_does_not_count(alice: User, bob: User) -> None:
    rate(bob, 1700)
    assert (settled_rating(bob, "toy"), settled_rating(bob, "citadels")) == (1700, None)


def test_an_unreliable_user_is_not_admitted(alice: User, bob: User, charlie: User) -> None:
    game = lobby(alice, seats=3, min_reliability=90)
    set_reliability(bob, finished=8, timed_out=2)
    set_reliability(charlie, finished=20, timed_out=1)
    assert assert_not_admitted(bob, game) == {"filter": "min_reliability", "limit": 90, "yours": 67}
    game_join(user=charlie, game_id=game.id)


def test_a_user_with_too_few_games_is_admitted(alice: User, bob: User, charlie: User) -> None:
    game = lobby(alice, seats=3, min_reliability=100)
    set_reliability(bob, finished=0, timed_out=4)
    assert (reliability(bob), reliability(charlie)) == (None, None)
    PlayerStatistics.objects.filter(user=bob).update(recent="ttttr")
    assert reliability(bob) == 0
    game_join(user=charlie, game_id=game.id)
    assert assert_not_admitted(bob, game)["yours"] == 0


def test_the_host_and_invited_users_pass_all_filters(alice: User, bob: User) -> None:
    rate(bob, 100)
    game = lobby(alice, seats=3, join=False, min_rating=1500)
    game_join(user=alice, game_id=game.id)
    invitation_send(user=alice, game_id=game.id, username="bob")
    game_join(user=bob, game_id=game.id)
    assert seat_names(game) == ["alice", "bob", None]


# --- limits ------------------------------------------------------------------------------------


def test_the_number_of_hosted_lobbies_is_limited(
    alice: User, bob: User, settings: LazySettings
) -> None:
    settings.MAX_LOBBIES_HOSTED = 2
    first, second = lobby(alice, seats=2), lobby(alice, seats=2, join=False)
    with pytest.raises(TooManyLobbies) as error:
        lobby(alice, seats=2)
    assert error.value.extras == {"limit": 2}
    game_join(user=alice, game_id=lobby(bob, seats=2).id)
    game_cancel(user=alice, game_id=second.id)
    lobby(alice, seats=2)
    game_join(user=bob, game_id=first.id)
    game_start(user=alice, game_id=first.id)
    lobby(alice, seats=2)


def test_the_number_of_seats_is_limited(alice: User, bob: User, settings: LazySettings) -> None:
    settings.MAX_GAMES = 2
    running, waiting = start_game(alice, bob), lobby(alice, bob, seats=3)
    another = lobby(alice, seats=3, join=False)
    for _ in range(2):
        with pytest.raises(TooManyGames) as error:
            game_join(user=bob, game_id=another.id)
        assert error.value.extras == {"limit": 2}
    with pytest.raises(TooManyGames):
        lobby(bob, seats=2)
    lobby(bob, seats=2, join=False)
    game_leave(user=bob, game_id=waiting.id)
    game_join(user=bob, game_id=another.id)
    seat_resign(user=bob, game_id=running.id)
    game_join(user=bob, game_id=waiting.id)
