"""Before a game: the chance of each player by their ratings, and what is at stake."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from games.lobby.services import game_join
from games.models import Game, Rating, RatingChange
from games.ratings.model import Skill
from tests.conftest import ClientOf
from tests.toy_games import counted, lobby, play_out, start_game

pytestmark = pytest.mark.usefixtures("toy")


def rate(user: User, mu: float, sigma: float) -> None:
    skill = Skill(mu, sigma)
    Rating.objects.create(
        user=user, ruleset="toy", mu=mu, sigma=sigma, shown=skill.rating, rated_games=30,
        played_at=timezone.now(), settled_until=timezone.now() + timedelta(days=9),
    )  # fmt: skip


def path(game: Game) -> str:
    return f"/api/v1/games/{game.id}/chances/"


def test_chances_follow_from_ratings_also_in_the_lobby(
    alice: User, bob: User, charlie: User, client_of: ClientOf
) -> None:
    rate(alice, 30.0, 2.0)
    game = lobby(alice, seats=3)
    assert client_of(bob).get(path(game)).json()["code"] == "no_chances"
    game_join(user=bob, game_id=game.id)
    body = client_of(charlie).get(path(game)).json()
    strong, new = body["players"]
    assert (strong["rating"], strong["provisional"]) == (1625, False)
    assert (new["rating"], new["provisional"], new["seat"]) == (1500, True, 1)
    assert strong["chance"] > new["chance"]
    assert strong["chance"] + new["chance"] == pytest.approx(1, abs=1e-3)
    assert new["change_if_first"] > strong["change_if_first"] >= 0
    assert new["change_if_last"] < 0 >= strong["change_if_last"]
    assert not Rating.objects.filter(user=bob).exists()  # reading stores nothing


def test_the_changes_are_those_that_the_end_brings(
    alice: User, bob: User, client_of: ClientOf
) -> None:
    rate(alice, 30.0, 2.0)
    game = start_game(alice, bob)
    players = client_of(bob).get(path(game)).json()["players"]
    play_out(game, alice, bob)
    assert client_of(bob).get(path(game)).json()["code"] == "game_over"
    counted(game)
    changes: dict[Any, RatingChange] = {
        change.user_id: change for change in RatingChange.objects.filter(game=game)
    }
    for user, player in zip((alice, bob), players, strict=True):
        change = changes[user.id]
        expected = player["change_if_first" if change.place == 1 else "change_if_last"]
        assert change.shown_after - change.shown_before == expected


def test_a_game_that_is_not_rated_has_chances_alone(
    alice: User, bob: User, client_of: ClientOf
) -> None:
    game = start_game(alice, bob, rated=False)
    body = client_of(bob).get(path(game)).json()
    assert body["rated"] is False
    assert {(one["chance"], one["change_if_first"]) for one in body["players"]} == {(0.5, None)}


def test_a_deleted_user_has_no_rating_any_more(alice: User, bob: User, client_of: ClientOf) -> None:
    game = start_game(alice, bob)
    User.objects.filter(id=bob.id).update(is_active=False)
    assert client_of(alice).get(path(game)).json()["code"] == "no_chances"


@pytest.mark.parametrize(
    ("about", "code"),
    [
        ({"bots": ["novice"]}, "no_chances"),
        ({"anonymous": True}, "names_hidden"),
        ({"visibility": "private"}, "game_not_found"),
    ],
)
def test_no_chances_without_ratings_or_names(
    about: dict[str, Any], code: str, alice: User, bob: User, charlie: User, client_of: ClientOf
) -> None:
    game = start_game(alice, bob, **about)
    assert client_of(charlie).get(path(game)).json()["code"] == code
