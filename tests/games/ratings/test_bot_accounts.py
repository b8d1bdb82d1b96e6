"""Bot accounts: users for which a program plays, and where they may play."""

from __future__ import annotations

from typing import Any

import pytest

from accounts.models import User
from core.errors import Invalid
from games.lobby.errors import BotAccountNotAdmitted
from games.lobby.invitations import invitation_send
from games.lobby.selectors import games_search
from games.lobby.services import game_create, game_join, game_leave
from games.ratings.bot_accounts import bot_account_mark
from games.ratings.errors import HasPlayed
from games.seats.handover import seat_offer, seat_offer_accept
from games.summaries.texts import player_name
from tests.conftest import ClientOf, user_named
from tests.toy_games import lobby, start_game

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("toy")]


@pytest.fixture
def robbie() -> User:
    """A bot."""
    user = user_named("robbie")
    bot_account_mark(user=user)
    user.refresh_from_db()
    return user


# --- marking -------------------------------------------------------------------------------------


def test_a_user_marks_themselves_for_good(alice: User, client_of: ClientOf) -> None:
    client = client_of(alice)
    assert client.get("/api/v1/me/").json()["is_bot"] is False
    for _ in range(2):
        assert client.post("/api/v1/me/bot/").status_code == 204
        assert client.get("/api/v1/me/").json()["is_bot"] is True
    assert client.delete("/api/v1/me/bot/").status_code == 405


def test_only_before_the_first_game(alice: User, bob: User, client_of: ClientOf) -> None:
    start_game(alice, bob)
    reply = client_of(bob).post("/api/v1/me/bot/")
    assert (reply.status_code, reply.json()["code"]) == (409, "has_played")
    assert "Register another account" in reply.json()["detail"]


def test_not_while_others_wait_in_a_lobby(alice: User, bob: User) -> None:
    game = lobby(alice, bob, seats=3)
    with pytest.raises(HasPlayed):
        bot_account_mark(user=bob)
    game_leave(user=bob, game_id=game.id)  # nobody has played with them
    bot_account_mark(user=bob)


def test_not_after_a_seat_was_handed_over(alice: User, bob: User, charlie: User) -> None:
    game = start_game(alice, bob)
    offer = seat_offer(user=bob, game_id=game.id, to="charlie")
    seat_offer_accept(user=charlie, offer_id=offer.id)
    with pytest.raises(HasPlayed):
        bot_account_mark(user=bob)


# --- everybody sees it ---------------------------------------------------------------------------


def test_games_profiles_and_lists_say_so(robbie: User, alice: User, client_of: ClientOf) -> None:
    game = lobby(alice, robbie, rated=False)
    client = client_of(alice)
    seats = client.get(f"/api/v1/games/{game.id}/").json()["seats"]
    assert [seat["user"]["is_bot"] for seat in seats] == [False, True]
    assert client.get("/api/v1/users/robbie/").json()["is_bot"] is True
    users = client.get("/api/v1/users/?search=rob").json()["results"]
    assert [user["is_bot"] for user in users] == [True]
    assert player_name(game.seats.get(user=robbie)) == "robbie (bot)"


def test_a_profile_changes_when_its_user_is_marked(
    alice: User, bob: User, client_of: ClientOf
) -> None:
    client = client_of(alice)
    before = client.get("/api/v1/users/bob/")["ETag"]
    bot_account_mark(user=bob)
    assert client.get("/api/v1/users/bob/", HTTP_IF_NONE_MATCH=before).status_code == 200


def test_games_and_invitations_that_name_them_change(
    alice: User, bob: User, client_of: ClientOf
) -> None:
    hosted = lobby(bob, seats=2, join=False)
    asked = lobby(alice, seats=2)
    invitation_send(user=alice, game_id=asked.id, username="bob")
    client = client_of(alice)
    paths = (f"games/{hosted.id}/", f"games/{asked.id}/invitations/", "games/")
    before = [client.get(f"/api/v1/{path}")["ETag"] for path in paths]
    bot_account_mark(user=bob)
    for path, etag in zip(paths, before, strict=True):
        assert client.get(f"/api/v1/{path}", HTTP_IF_NONE_MATCH=etag).status_code == 200


# --- rated games ---------------------------------------------------------------------------------


def test_a_rated_game_admits_no_bots(robbie: User, alice: User, client_of: ClientOf) -> None:
    game = lobby(alice, seats=2)
    reply = client_of(robbie).post(f"/api/v1/games/{game.id}/join/", {})
    assert (reply.status_code, reply.json()["code"]) == (403, "bot_account_not_admitted")
    assert list(games_search(user=robbie, fits_me=True)) == []
    assert list(games_search(user=user_named("dora"), fits_me=True)) == [game]


@pytest.mark.parametrize(
    "settings", [{"rated": False}, {"bot_accounts": True}, {"seats": 3, "bots": ["novice"]}]
)
def test_an_unrated_game_does_and_one_whose_host_allows_it(
    settings: dict[str, Any], robbie: User, alice: User
) -> None:
    game = lobby(alice, **{"seats": 2, **settings})
    assert list(games_search(user=robbie, fits_me=True)) == [game]
    game_join(user=robbie, game_id=game.id)


def test_an_invitation_by_the_host_admits_a_bot(robbie: User, alice: User) -> None:
    game = lobby(alice, seats=2)
    invitation_send(user=alice, game_id=game.id, username="robbie")
    game_join(user=robbie, game_id=game.id)


def test_a_bot_sits_in_a_game_that_it_hosts(robbie: User) -> None:
    game = game_create(user=robbie, ruleset="toy", options={}, seats=2)
    assert game.seats.filter(user=robbie).exists()


def test_a_bot_marked_a_moment_ago_is_not_admitted(alice: User, bob: User) -> None:
    game, request_user = lobby(alice, seats=2), User.objects.get(id=bob.id)
    bot_account_mark(user=bob)
    with pytest.raises(BotAccountNotAdmitted):
        game_join(user=request_user, game_id=game.id)  # its token was read before


def test_a_seat_of_a_rated_game_is_not_handed_to_a_bot(
    robbie: User, alice: User, bob: User
) -> None:
    rated, unrated = start_game(alice, bob), start_game(alice, bob, rated=False)
    with pytest.raises(Invalid) as caught:
        seat_offer(user=bob, game_id=rated.id, to="robbie")
    assert caught.value.extras["errors"][0]["code"] == "bot_account"
    offer = seat_offer(user=bob, game_id=unrated.id, to="robbie")
    seat_offer_accept(user=robbie, offer_id=offer.id)


def test_a_user_marked_a_moment_ago_is_not_given_an_offered_seat(
    alice: User, bob: User, charlie: User
) -> None:
    offer = seat_offer(user=bob, game_id=start_game(alice, bob).id, to="charlie")
    request_user = User.objects.get(id=charlie.id)
    bot_account_mark(user=charlie)
    with pytest.raises(Invalid):
        seat_offer_accept(user=request_user, offer_id=offer.id)
