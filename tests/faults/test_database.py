"""The database may be restarted under a running service."""

from __future__ import annotations

from typing import Any
from unittest import mock

import psycopg
import pytest
from django.conf import settings
from django.db import InterfaceError, OperationalError, connection

from accounts.api.users import MeApi
from accounts.models import User
from tests.conftest import ClientOf

pytestmark = pytest.mark.django_db(transaction=True)
ME = "/api/v1/me/"


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
    with mock.patch.object(MeApi, "get", side_effect=error("secret address")):
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
    database = settings.DATABASES["default"]
    with psycopg.connect(
        dbname=connection.settings_dict["NAME"],
        user=database["USER"],
        password=database["PASSWORD"],
        host=database["HOST"],
        port=database["PORT"],
    ) as other:
        other.execute("SELECT pg_terminate_backend(%s)", (ours,))


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

    with mock.patch("games.services.lobby.keeping.Seat.objects.bulk_create", side_effect=create):
        response = client.post("/api/v1/games/", body, headers={"Idempotency-Key": "k"})
    assert unavailable(response)
    again = client.post("/api/v1/games/", body, headers={"Idempotency-Key": "k"})
    assert again.status_code == 201
    assert "Idempotent-Replayed" not in again.headers
    assert len(client.get("/api/v1/games/").json()["results"]) == 1
