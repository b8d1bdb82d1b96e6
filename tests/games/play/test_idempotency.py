"""Idempotency keys."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings
from django.db import connection
from django.utils import timezone

from accounts.models import User
from accounts.personal_data import DeletedUser
from core import json
from games.lobby.create_once import game_open
from games.models import Game, IdempotencyKey
from games.play.commands import command_send
from games.play.errors import IdempotencyKeyInvalid, IdempotencyKeyReused, StaleDecision
from games.play.idempotency import Reply, idempotency_keys_delete
from games.play.personal_data import erase
from games.rules.errors import IllegalChoice
from games.seats.resign import seat_resign
from tests.toy_games import start_game

pytestmark = pytest.mark.usefixtures("toy")


def send(user: User, game: Game, *choices: str, decision: int = 1, key: str | None = "k1") -> Reply:
    return command_send(user=user, game_id=game.id, decision=decision, choices=choices, key=key)


def test_a_command_sent_again_gets_the_first_reply_and_changes_nothing(
    alice: User, bob: User
) -> None:
    game = start_game(alice, bob)
    first, again = send(alice, game, "boast"), send(alice, game, "boast")
    assert (first.replayed, again.replayed) == (False, True)
    assert json.dumps(again.document) == json.dumps(first.document)
    game.refresh_from_db()
    assert game.move_count == 1


def test_sqlite_stores_replies_compressed_and_answers_older_rows_too(
    alice: User, bob: User
) -> None:
    game = start_game(alice, bob)
    first = json.dumps(send(alice, game, "boast").document)
    if connection.vendor == "sqlite":
        assert stored_length() < len(first) / 2
        text_store(first.decode())
    assert stored_length() == len(first.decode())
    again = send(alice, game, "boast")
    assert (again.replayed, json.dumps(again.document)) == (True, first)


def stored_length() -> int:
    """Return the length of the only stored reply as it is in the database."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT length(body) FROM games_idempotencykey")
        return int(cursor.fetchone()[0])


def text_store(text: str) -> None:
    """Store the only reply without compression, as older versions do."""
    with connection.cursor() as cursor:
        cursor.execute("UPDATE games_idempotencykey SET body = %s", [text])


def test_replies_to_others_show_the_new_name_of_a_deleted_user(alice: User, bob: User) -> None:
    game = start_game(alice, bob)
    send(alice, game, "boast")
    bob.username = "deleted-1"
    bob.save()
    erase(DeletedUser(bob, "bob"))
    names = [
        seat["user"]["username"] for seat in send(alice, game, "boast").document["game"]["seats"]
    ]
    assert names == ["alice", "deleted-1"]


def test_a_replayed_command_is_answered_even_after_resigning(alice: User, bob: User) -> None:
    game = start_game(alice, bob)
    first = send(alice, game, "boast")
    seat_resign(user=alice, game_id=game.id)
    assert json.dumps(send(alice, game, "boast").document) == json.dumps(first.document)


def test_without_a_key_a_command_sent_again_is_stale(alice: User, bob: User) -> None:
    game = start_game(alice, bob)
    send(alice, game, "boast", key=None)
    with pytest.raises(StaleDecision):
        send(alice, game, "boast", key=None)


def test_it_refuses_a_key_that_came_with_another_command(alice: User, bob: User) -> None:
    game = start_game(alice, bob)
    send(alice, game, "boast")
    with pytest.raises(IdempotencyKeyReused):
        send(alice, game, "pass")
    with pytest.raises(IdempotencyKeyReused):
        send(alice, game, "boast", decision=2)


def test_a_refused_command_leaves_its_key_free(alice: User, bob: User) -> None:
    game = start_game(alice, bob)
    with pytest.raises(IllegalChoice):
        send(alice, game, "nonsense")
    assert not IdempotencyKey.objects.exists()
    assert not send(alice, game, "boast").replayed


def test_keys_belong_to_one_user_and_one_game(alice: User, bob: User) -> None:
    first, second = start_game(alice, bob), start_game(alice, bob)
    assert not send(alice, first, "boast").replayed
    assert not send(alice, second, "boast").replayed
    with pytest.raises(StaleDecision):
        send(bob, first, "boast")


@pytest.mark.parametrize("key", ["", "a b", "schlüssel", "x" * 201, "a\nb"])
def test_it_refuses_an_invalid_key(key: str, alice: User, bob: User) -> None:
    with pytest.raises(IdempotencyKeyInvalid):
        send(alice, start_game(alice, bob), "boast", key=key)


def test_a_game_is_created_once(alice: User) -> None:
    body: dict[str, Any] = {
        "ruleset": "toy",
        "seats": 2,
        "options": {},
        "bots": [{"level": "easy"}],
    }
    first = game_open(user=alice, body=body, key="k1")
    again = game_open(user=alice, body=body, key="k1")
    assert (json.dumps(again.document), again.replayed) == (json.dumps(first.document), True)
    assert Game.objects.count() == 1
    with pytest.raises(IdempotencyKeyReused):
        game_open(user=alice, body={**body, "seats": 3}, key="k1")


def test_replies_are_deleted_after_the_retention_period(alice: User, bob: User) -> None:
    game = start_game(alice, bob)
    send(alice, game, "boast")
    assert idempotency_keys_delete(now=timezone.now()) == 0
    assert (
        idempotency_keys_delete(
            now=timezone.now() + timedelta(days=settings.IDEMPOTENCY_KEY_RETENTION_DAYS, seconds=1)
        )
        == 1
    )
