"""A user gets a copy of all data about them, and of nobody else."""

from __future__ import annotations

import io
import json
import zipfile
from contextlib import suppress
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.conf import settings
from django.core import mail
from django.utils import timezone
from rest_framework.test import APIClient

from accounts.blocks import user_block
from accounts.models import AccountExport, ExportPiece, User
from accounts.services import exports
from accounts.services.email_sending import emails_send
from accounts.services.exports import ExportQueue, exports_make
from accounts.services.purge import expired_purge
from games.chat.services import message_post
from games.models import Room
from games.notes.services import note_write
from games.standing_orders.services import orders_set
from notifications.services.devices import push_subscribe
from notifications.services.endpoints import webhook_create
from notifications.services.fanout import outbox_fan_out
from tests.conftest import PASSWORD, ClientOf
from tests.notifications.push_service import DEVICE_KEYS
from tests.toy_games import play, start_game

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("toy")]
EXPORT = "/api/v1/me/export/"
FILE = f"{EXPORT}file/"
MODEST: dict[str, Any] = {"topic": "boast", "choose": ["pass"]}


def asked(client: APIClient, password: str = PASSWORD) -> Any:
    return client.post(EXPORT, {"password": password})


def fetched(client: APIClient) -> dict[str, Any]:
    """The parts of the export, read."""
    response = client.post(FILE, {"password": PASSWORD})
    assert response.status_code == 200, response.content
    assert response.headers["Cache-Control"] == "no-store"
    archive = zipfile.ZipFile(io.BytesIO(response.getvalue()))
    names = archive.namelist()
    return {name.removesuffix(".json"): json.loads(archive.read(name)) for name in names}


def test_it_is_asked_for_made_and_fetched(alice: User, client_of: ClientOf) -> None:
    client = client_of(alice)
    assert client.get(EXPORT).json()["state"] == "none"
    response = asked(client)
    assert (response.status_code, response.json()["state"]) == (202, "making")
    assert client.post(FILE, {"password": PASSWORD}).json()["code"] == "export_not_ready"
    assert exports_make() == 1
    body = client.get(EXPORT).json()
    assert body["state"] == "ready"
    assert body["size"] > 0
    emails_send()
    assert mail.outbox[-1].to == ["alice@example.org"]
    (profile,) = fetched(client)["profile"]
    assert (profile["username"], profile["email"]) == ("alice", "alice@example.org")


def test_one_that_took_longer_than_it_had_to_itself_is_not_stored_over_another(
    alice: User, client_of: ClientOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    write, now = exports.export_write, timezone.now()

    def slowly(**given: Any) -> None:
        monkeypatch.setattr(exports, "export_write", write)
        with time_machine.travel(now + ExportQueue.lease + timedelta(minutes=1)):
            assert exports_make() == 1  # by another process, which thinks that this one is dead
        write(**given)

    monkeypatch.setattr(exports, "export_write", slowly)
    asked(client_of(alice))
    with time_machine.travel(now + timedelta(seconds=1)):
        assert exports_make() == 0
    ready = AccountExport.objects.get().ready_at
    assert ready is not None
    assert ready > now + ExportQueue.lease
    with time_machine.travel(ready + timedelta(minutes=1)):
        emails_send()
    assert [letter.to for letter in mail.outbox] == [["alice@example.org"]]


def test_nor_does_its_failure_end_what_another_has_begun(
    alice: User, client_of: ClientOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    later = timezone.now() + ExportQueue.lease

    def failing(**given: Any) -> None:
        AccountExport.objects.update(due_at=later)  # another process has taken it on
        raise ZeroDivisionError

    monkeypatch.setattr(exports, "export_write", failing)
    asked(client_of(alice))
    AccountExport.objects.update(attempts=ExportQueue.max_attempts - 1)
    assert exports_make() == 0
    assert AccountExport.objects.get().due_at == later


def test_all_that_is_kept_is_in_it_and_nothing_of_the_others(
    alice: User, bob: User, client_of: ClientOf
) -> None:
    game = start_game(alice, bob)
    play(alice, game)
    for user in (alice, bob):
        orders_set(user=user, game_id=game.id, orders=[MODEST])
    for user, said in ((alice, "Mine is the crown"), (bob, "Bob says so")):
        message_post(user=user, game_id=game.id, room=Room.PLAYERS, text=said)
        note_write(user=user, game_id=game.id, text=f"A note of {user.username}")
    webhook_create(user=alice, url="https://hooks.example.org/secret-path", name="phone", kinds=[])
    push_subscribe(
        user=alice, endpoint="https://push.example.net/secret-place", **DEVICE_KEYS, name="tablet"
    )
    user_block(user=alice, username="bob")
    outbox_fan_out()
    client = client_of(alice)
    asked(client)
    exports_make()
    parts = fetched(client)
    assert [row["text"] for row in parts["messages"]] == ["Mine is the crown"]
    assert [row["text"] for row in parts["notes"]] == ["A note of alice"]
    assert [row["seat"] for row in parts["moves"]] == [0]
    assert [row["seat"] for row in parts["orders"]] == [0]
    assert parts["games"][0]["game"] == str(game.id)
    assert parts["tokens"][0]["name"] == "tests"
    assert [row["username"] for row in parts["blocks"]] == ["bob"]
    assert {row["kind"] for row in parts["notifications"]} >= {"game_started"}
    assert [(row["name"], row["host"]) for row in parts["devices"]] == [
        ("tablet", "push.example.net")
    ]
    assert {row["channel"] for row in parts["deliveries"]} >= {"webhook", "push"}
    text = json.dumps(parts)
    secrets = ("Bob says so", "A note of bob", "whsec_", 'digest"', game.state.nonce)
    for secret in (*secrets, "secret-place", *DEVICE_KEYS.values()):
        assert secret not in text
    assert str(bob.id) not in text


def test_it_needs_the_password_and_the_scope(alice: User, client_of: ClientOf) -> None:
    assert asked(client_of(alice), "another one").json()["code"] == "wrong_password"
    assert not AccountExport.objects.exists()


def test_a_token_alone_does_not_fetch_it(alice: User, client_of: ClientOf) -> None:
    """It is all of a life on one heap: who has found a token has not found that."""
    client = client_of(alice)
    asked(client)
    exports_make()
    assert client.get(FILE).status_code == 405
    assert client.post(FILE).json()["code"] == "invalid"
    assert client.post(FILE, {"password": "a guess"}).json()["code"] == "wrong_password"
    assert fetched(client)["profile"]


def test_one_a_day_and_it_goes_after_a_week(alice: User, client_of: ClientOf) -> None:
    client = client_of(alice)
    asked(client)
    assert asked(client).status_code == 202  # it is being made: the same
    assert AccountExport.objects.count() == 1
    exports_make()
    assert asked(client).json()["code"] == "export_too_soon"
    later = timezone.now() + timedelta(days=settings.EXPORT_RETENTION_DAYS, seconds=1)
    with time_machine.travel(later, tick=False):
        assert client.post(FILE, {"password": PASSWORD}).json()["code"] == "export_not_ready"
        expired_purge(now=later)
    assert not ExportPiece.objects.exists()


def test_a_big_one_is_kept_in_pieces(
    alice: User, client_of: ClientOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(exports, "PIECE", 100)
    client = client_of(alice)
    asked(client)
    exports_make()
    assert ExportPiece.objects.count() > 3
    assert fetched(client)["profile"]


def test_an_attempt_that_fails_is_made_again(
    alice: User, client_of: ClientOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = client_of(alice)
    asked(client)
    with monkeypatch.context() as broken:
        broken.setattr(exports, "export_files_of", lambda user: 1 / 0)
        assert exports_make() == 0
    assert exports_make() == 0  # the attempt has a lease
    with time_machine.travel(timezone.now() + ExportQueue.lease):
        assert exports_make() == 1


def test_one_that_kills_its_process_is_given_up_and_may_be_asked_for_again(
    alice: User, client_of: ClientOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A killed process writes nothing afterwards, so everything that counts is written before."""
    client, killed, now = client_of(alice), [], timezone.now()

    def kill(user: User) -> None:
        killed.append(user)
        raise SystemExit

    asked(client)
    with monkeypatch.context() as broken:
        broken.setattr(exports, "export_files_of", kill)
        for attempt in range(ExportQueue.max_attempts + 2):
            with (
                time_machine.travel(now + 2 * attempt * ExportQueue.lease),
                suppress(SystemExit),
            ):
                exports_make()
    assert len(killed) == ExportQueue.max_attempts
    assert client.get(EXPORT).json()["state"] == "failed"
    assert asked(client).status_code == 202
    with time_machine.travel(timezone.now() + ExportQueue.lease):
        assert exports_make() == 1
