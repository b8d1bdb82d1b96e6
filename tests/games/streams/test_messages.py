"""Streams announce new chat messages to the users who may read them."""

from __future__ import annotations

from typing import Any

import orjson
import pytest

from accounts.models import User
from accounts.services import token_issue
from games.chat.services import message_post
from games.models import Game
from games.seats.handover import seat_offer, seat_offer_accept
from games.streams.feeds import Feed, versions_now
from games.streams.game_feed import GameFeed
from games.streams.tickets import Caller
from games.streams.user_feed import UserFeed
from tests.games.streams.harness import Streams
from tests.toy_games import play, start_game

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("toy")]


def feeds_of(user: User, game: Game) -> list[Feed]:
    caller = Caller(user.id, f"personal:{token_issue(user=user).token.id}")
    return [
        GameFeed(caller=caller, game_id=game.id, language="en", last_id=""),
        UserFeed(caller=caller, language="en", last_id=""),
    ]


def changed_messages(feed: Feed) -> list[dict[str, Any]]:
    """Return the ``changed`` messages of a reading. All others must be events."""
    messages = [message.decode() for message in feed.read().messages]
    return [
        orjson.loads(message.split("data: ")[1])
        for message in messages
        if "event: changed" in message
    ]


def say(user: User, game: Game, room: str) -> None:
    message_post(user=user, game_id=game.id, room=room, text="hello")


def test_players_hear_of_their_room_and_spectators_of_theirs(
    alice: User, bob: User, charlie: User
) -> None:
    game = start_game(alice, bob)
    bobs, charlies = feeds_of(bob, game), feeds_of(charlie, game)[:1]
    for feed in bobs + charlies:
        feed.read()
    say(alice, game, "players")
    for feed in bobs:
        (changed,) = changed_messages(feed)
        assert changed["messages"] == {"players": 1, "spectators": None}
        assert changed["version"] == game.version
        assert changed_messages(feed) == []
    assert [feed.read().messages for feed in charlies] == [[]]
    say(charlie, game, "spectators")
    assert [feed.read().messages for feed in bobs] == [[], []]
    (changed,) = changed_messages(charlies[0])
    assert changed["messages"] == {"players": None, "spectators": 1}


def test_polling_shows_that_there_are_new_messages(alice: User, bob: User) -> None:
    game = start_game(alice, bob)
    for feed in feeds_of(bob, game):
        seen = feed.read().seen
        assert seen[game.id] == versions_now([game.id])[game.id]
        say(alice, game, "players")
        assert seen[game.id] != versions_now([game.id])[game.id]
        assert feed.read().seen[game.id] == versions_now([game.id])[game.id]


def test_a_seat_that_is_handed_over_moves_the_streams_with_it(
    alice: User, bob: User, charlie: User
) -> None:
    game = play(alice, start_game(alice, bob), "boast")
    alices, charlies = feeds_of(alice, game), feeds_of(charlie, game)
    for feed in alices + charlies:
        feed.read()
    offer = seat_offer(user=alice, game_id=game.id, to="charlie")
    seat_offer_accept(user=charlie, offer_id=offer.id)
    game = play(charlie, game)
    heard = [b"".join(feed.read().messages) for feed in (*alices, *charlies)]
    card = [b'"card":' in messages for messages in heard]
    # Alice gets this as a spectator, but no longer in her own stream; charlie gets it as a player.
    assert card == [False, False, True, False]
    assert b'"kind":"laid"' in heard[0]
    assert b"event: snapshot" in heard[1]
    assert b"event: snapshot" in heard[3]


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_it_comes_over_the_wire(alice: User, bob: User, streams: Streams) -> None:
    game = start_game(alice, bob)
    ear = streams.listen(bob, game)
    ear.next("snapshot")
    say(alice, game, "players")
    heard = ear.next("changed")
    assert (heard.id, heard.data["messages"]["players"]) == ("", 1)
    assert ear.is_silent()
