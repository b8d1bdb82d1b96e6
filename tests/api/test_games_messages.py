"""GET and POST /api/v1/games/{id}/messages/, POST .../messages/read/, GET /api/v1/me/messages/"""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.models import User
from accounts.services import user_mute, user_unmute
from games.models import Message
from games.play.documents import user_document
from tests.conftest import ClientOf
from tests.toy_games import Player, play_out, start_game

pytestmark = pytest.mark.usefixtures("toy")


class Talker(Player):
    """A user who writes messages."""

    def say(self, text: str, room: str = "players", **headers: str) -> Any:
        body = {"room": room, "text": text}
        return self.client.post(f"{self.path}messages/", body, headers=headers)

    def hear(self, query: str = "", **headers: str) -> Any:
        return self.client.get(f"{self.path}messages/{query}", headers=headers)


@pytest.fixture
def talkers(
    alice: User, bob: User, charlie: User, client_of: ClientOf
) -> tuple[Talker, Talker, Talker]:
    """Return Alice and Bob, who play, and Charlie, a spectator."""
    game = start_game(alice, bob)
    clients: list[APIClient] = [client_of(user) for user in (alice, bob, charlie)]
    return tuple(Talker(client, game.id) for client in clients)  # type: ignore[return-value]


def test_players_talk(talkers: tuple[Talker, Talker, Talker], alice: User) -> None:
    posted = talkers[0].say("  Back on Monday! ")
    assert posted.status_code == 201
    message = dict(posted.json())
    assert message.pop("at").endswith("Z")
    assert message == {
        "number": 1,
        "user": user_document(alice) | {"id": str(alice.id)},
        "text": "Back on Monday!",
        "removed": False,
    }
    page = talkers[1].hear().json()
    assert (page["room"], page["last"], page["read"]) == ("players", 1, 0)
    assert page["messages"] == [posted.json()]
    assert talkers[1].hear("?after=1").json()["messages"] == []


def test_the_rooms_are_separate_until_the_end(
    talkers: tuple[Talker, Talker, Talker], alice: User, bob: User
) -> None:
    talkers[2].say("alice holds the charm", "spectators")
    assert talkers[2].hear().json()["room"] == "spectators"
    for talker, room in ((talkers[0], "spectators"), (talkers[2], "players")):
        for refusal in (talker.hear(f"?room={room}"), talker.say("x", room)):
            assert (refusal.status_code, refusal.json()["code"]) == (403, "room_closed")
    game = Message.objects.get().game
    play_out(game, alice, bob)
    page = talkers[0].hear("?room=spectators").json()
    assert [message["text"] for message in page["messages"]] == ["alice holds the charm"]


def test_304_while_nothing_new_was_said(talkers: tuple[Talker, Talker, Talker]) -> None:
    talkers[0].say("one")
    tag = talkers[1].hear().headers["ETag"]
    same = talkers[1].hear(**{"If-None-Match": tag})
    assert (same.status_code, same.content) == (304, b"")
    talkers[2].say("in the other room", "spectators")
    assert talkers[1].hear(**{"If-None-Match": tag}).status_code == 304
    talkers[0].say("two")
    assert talkers[1].hear(**{"If-None-Match": tag}).status_code == 200


def test_a_repeated_message_is_stored_once(talkers: tuple[Talker, Talker, Talker]) -> None:
    first = talkers[0].say("hello", **{"Idempotency-Key": "k"})
    again = talkers[0].say("hello", **{"Idempotency-Key": "k"})
    assert (again.status_code, again.content) == (201, first.content)
    assert again.headers["Idempotent-Replayed"] == "true"
    assert "Content-Language" not in first.headers
    other = talkers[0].say("bye", **{"Idempotency-Key": "k"})
    assert (other.status_code, other.json()["code"]) == (422, "idempotency_key_reused")
    assert Message.objects.count() == 1


def test_unread_messages_are_counted_and_marked_as_read(
    talkers: tuple[Talker, Talker, Talker],
) -> None:
    alice, bob, _ = talkers
    alice.say("one")
    alice.say("two")
    mine = bob.client.get("/api/v1/me/messages/")
    (room,) = mine.json()["rooms"]
    assert (room["room"], room["unread"], room["last"]) == ("players", 2, 2)
    tag = mine.headers["ETag"]
    unchanged = bob.client.get("/api/v1/me/messages/", headers={"If-None-Match": tag})
    assert unchanged.status_code == 304
    read = bob.post("messages/read", {"room": "players", "number": 2})
    assert (read.status_code, read.json()) == (200, {"read": 2})
    assert bob.client.get("/api/v1/me/messages/").json()["rooms"] == []
    assert bob.hear().json()["read"] == 2


def test_a_blocked_user_is_not_heard(talkers: tuple[Talker, Talker, Talker]) -> None:
    alice, bob, _ = talkers
    assert alice.client.post("/api/v1/me/blocks/", {"username": "Bob"}).status_code == 201
    tag = alice.hear().headers["ETag"]
    bob.say("rude")
    assert alice.hear().json()["messages"] == []
    (block,) = alice.client.get("/api/v1/me/blocks/").json()["results"]
    assert block["user"]["username"] == "bob"
    assert alice.client.delete("/api/v1/me/blocks/bob/").status_code == 204
    assert alice.hear(**{"If-None-Match": tag}).json()["messages"][0]["text"] == "rude"
    again = alice.client.delete("/api/v1/me/blocks/bob/")
    assert (again.status_code, again.json()["code"]) == (404, "block_not_found")
    for name in ("nobody", "alice"):
        refusal = alice.client.post("/api/v1/me/blocks/", {"username": name})
        assert (refusal.status_code, refusal.json()["errors"][0]["pointer"]) == (422, "/username")


@pytest.mark.parametrize("text", ["", "   ", "x" * 2001, None, "a\0b"])
def test_invalid_messages_are_refused(text: Any, talkers: tuple[Talker, Talker, Talker]) -> None:
    response = talkers[0].say(text)
    assert (response.status_code, response.json()["code"]) == (422, "invalid")


def test_messages_are_limited(
    talkers: tuple[Talker, Talker, Talker], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(settings.REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"], "messages", "2/min")
    assert [talkers[0].say("x").status_code for _ in range(3)] == [201, 201, 429]
    assert talkers[0].hear().status_code == 200  # reading has another limit
    assert talkers[1].say("x").status_code == 201


def test_an_impossible_name_cannot_be_blocked(alice: User, client_of: ClientOf) -> None:
    reply = client_of(alice).delete("/api/v1/me/blocks/%00/")
    assert (reply.status_code, reply.json()["code"]) == (404, "block_not_found")


def test_a_muted_user_cannot_write_and_sees_why(
    talkers: tuple[Talker, Talker, Talker], alice: User
) -> None:
    posted = talkers[0].say("Before.", **{"Idempotency-Key": "one"})
    until = timezone.now() + timedelta(days=2)
    user_mute(user=alice, reason="Insults.", until=until)
    refusal = talkers[0].say("After.")
    assert (refusal.status_code, refusal.json()["code"]) == (403, "muted")
    assert (refusal.json()["reason"], refusal.json()["detail"]) == ("Insults.", "Insults.")
    assert talkers[0].say("Before.", **{"Idempotency-Key": "one"}).json() == posted.json()
    assert talkers[0].client.get("/api/v1/me/").json()["mute"]["reason"] == "Insults."
    assert talkers[0].hear("?room=players").status_code == 200
    user_unmute(user=alice)
    assert talkers[0].say("Again.").status_code == 201
    assert talkers[0].client.get("/api/v1/me/").json()["mute"] is None


def test_a_mute_ends_by_itself(talkers: tuple[Talker, Talker, Talker], alice: User) -> None:
    user_mute(user=alice, reason="Insults.", until=timezone.now() - timedelta(seconds=1))
    assert talkers[0].say("Again.").status_code == 201


def test_more_is_true_while_there_is_a_further_page(
    talkers: tuple[Talker, Talker, Talker],
) -> None:
    for text in ("one", "two", "three"):
        talkers[0].say(text)
    queries = ("limit=3", "limit=2", "after=1&limit=2", "before=3&limit=1", "before=2&limit=1")
    pages = [talkers[1].hear(f"?{query}").json() for query in queries]
    assert [page["more"] for page in pages] == [False, True, False, True, False]
    assert [[one["number"] for one in page["messages"]] for page in pages] == [
        [1, 2, 3],
        [1, 2],
        [2, 3],
        [2],
        [1],
    ]
