"""The database may be restarted under a running service."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest import mock

import psycopg
import pytest
from django.conf import settings
from django.db import (
    InterfaceError,
    NotSupportedError,
    OperationalError,
    connection,
    transaction,
)

from accounts.api.users import MeApi
from accounts.models import ApiToken, User
from core.api.declared import REGISTRY
from tests.conftest import ClientOf
from tests.timed import fresh
from tests.toy_games import Player, start_game

pytestmark = pytest.mark.django_db(transaction=True)
ME = "/api/v1/me/"
PREPARED_AFTER = settings.DATABASES["default"]["OPTIONS"].get("prepare_threshold") or 0


def unavailable(response: Any) -> bool:
    assert response.status_code == 503, response.content
    assert response.headers["Content-Type"] == "application/problem+json"
    assert response.headers["Retry-After"] == "1"
    return bool(response.json()["code"] == "unavailable")


@pytest.mark.parametrize("error", [OperationalError, InterfaceError])
def test_a_request_that_loses_the_database_is_asked_to_come_again(
    error: type[Exception],
    alice: User,
    client_of: ClientOf,
    caplog: pytest.LogCaptureFixture,
) -> None:
    client = client_of(alice)
    with mock.patch.object(
        MeApi, "get", endpoint=REGISTRY["me"], side_effect=error("secret address")
    ):
        response = client.get(ME)
    assert unavailable(response)
    assert "secret" not in response.content.decode()
    assert len(caplog.records) == 1
    assert "secret address" in caplog.text  # the operator wants to know
    assert client.get(ME).status_code == 200


def cut_off() -> None:
    """The server ends our connection, as it does when it is restarted."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        (ours,) = cursor.fetchone()
    with other_session() as other:
        other.execute("SELECT pg_terminate_backend(%s)", (ours,))


def other_session() -> psycopg.Connection[Any]:
    """A connection of somebody else to the same database."""
    database = settings.DATABASES["default"]
    return psycopg.connect(
        dbname=connection.settings_dict["NAME"],
        user=database["USER"],
        password=database["PASSWORD"],
        host=database["HOST"],
        port=database["PORT"],
    )


@pytest.mark.postgres
def test_the_request_after_a_restart_of_the_database_finds_it_again(
    alice: User, client_of: ClientOf
) -> None:
    client = client_of(alice)
    assert client.get(ME).status_code == 200
    cut_off()
    assert unavailable(client.get(ME))
    assert client.get(ME).status_code == 200


@pytest.mark.postgres
def test_a_write_that_loses_the_database_leaves_nothing(alice: User, client_of: ClientOf) -> None:
    client = client_of(alice)
    body = {"ruleset": "citadels", "seats": 2}

    def create(*args: Any, **kwargs: Any) -> Any:
        cut_off()
        return mock.DEFAULT

    with mock.patch("games.lobby.repository.Seat.objects.bulk_create", side_effect=create):
        response = client.post("/api/v1/games/", body, headers={"Idempotency-Key": "k"})
    assert unavailable(response)
    again = client.post("/api/v1/games/", body, headers={"Idempotency-Key": "k"})
    assert again.status_code == 201
    assert "Idempotent-Replayed" not in again.headers
    assert len(client.get("/api/v1/games/").json()["results"]) == 1


@pytest.mark.postgres
@pytest.mark.usefixtures("toy")
def test_a_command_that_loses_the_database_is_not_played(
    alice: User, bob: User, client_of: ClientOf
) -> None:
    game = start_game(alice, bob)
    player = Player(client_of(alice), game.id)
    assert player.send(1, "boast").status_code == 200
    choice = player.view()["decision"]["options"][0]["choice"]

    def lost(*args: Any) -> None:
        cut_off()

    with mock.patch("games.play.commands.row_insert", side_effect=lost):
        assert player.send(2, choice).status_code == 503
    assert fresh(game).move_count == game.moves.count() - 1 == 1  # with the set-up
    assert player.send(2, choice).status_code == 200


@contextmanager
def migrated(table: str, column: str, kind: str, before: str) -> Iterator[None]:
    """Within it a column has another type, as after a migration by another process."""

    def alter(wanted: str) -> None:
        with other_session() as other:
            other.execute(f"ALTER TABLE {table} ALTER {column} TYPE {wanted}".encode())

    alter(kind)
    try:
        yield
    finally:
        alter(before)


@pytest.mark.postgres
def test_tasks_planned_before_a_migration_are_planned_again(
    alice: User, client_of: ClientOf
) -> None:
    """Processes go on while a table is changed under them."""
    client = client_of(alice)
    for _ in range(2 + PREPARED_AFTER):
        assert client.get(ME).status_code == 200
    with migrated("accounts_apitoken", "name", "varchar(90)", "varchar(60)"):
        assert unavailable(client.get(ME))
        assert client.get(ME).status_code == 200


@pytest.mark.postgres
def test_so_is_what_was_planned_within_transactions(alice: User) -> None:
    def ask() -> None:
        with transaction.atomic():
            ApiToken.objects.filter(user=alice).first()

    for _ in range(2 + PREPARED_AFTER):
        ask()
    with migrated("accounts_apitoken", "name", "varchar(90)", "varchar(60)"):
        with pytest.raises(OperationalError):
            ask()
        ask()


@pytest.mark.postgres
def test_what_cannot_be_asked_at_all_is_a_mistake_of_ours() -> None:
    """PostgreSQL refuses it under the same code."""
    sql = "SELECT 1 FROM accounts_user u LEFT JOIN accounts_user v ON true FOR UPDATE OF v"
    with pytest.raises(NotSupportedError), connection.cursor() as cursor:
        cursor.execute(sql)
