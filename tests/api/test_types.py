"""Types in JSON are strict: a number is no string, and 0 is not false."""

from __future__ import annotations

from typing import Any

import pytest

from accounts.models import User
from tests.conftest import ClientOf
from tests.toy_games import lobby

CREATE = {"ruleset": "toy", "seats": 3}


@pytest.mark.parametrize(
    ("wrong", "pointer"),
    [
        ({"title": 7}, "/title"),
        ({"seats": "3"}, "/seats"),
        ({"seats": True}, "/seats"),
        ({"join": 0}, "/join"),
        ({"join": "false"}, "/join"),
        ({"visibility": 1}, "/visibility"),
        ({"bots": [{"level": 1}]}, "/bots/0/level"),
    ],
)
@pytest.mark.usefixtures("toy")
def test_another_type_is_refused(
    wrong: dict[str, Any], pointer: str, alice: User, client_of: ClientOf
) -> None:
    response = client_of(alice).post("/api/v1/games/", {**CREATE, **wrong})
    assert response.status_code == 422
    errors = response.json()["errors"]
    assert [(error["pointer"], error["code"]) for error in errors] == [(pointer, "invalid")]


@pytest.mark.usefixtures("toy")
def test_null_and_integral_floats_are_accepted(alice: User, client_of: ClientOf) -> None:
    response = client_of(alice).post("/api/v1/games/", {**CREATE, "seats": 3.0, "seat": None})
    assert response.status_code == 201


@pytest.mark.usefixtures("toy")
def test_a_query_has_strings_only(alice: User, client_of: ClientOf) -> None:
    lobby(alice, seats=3)
    body = client_of(alice).get("/api/v1/games/?free_seats=2&rated=true&status=&limit=").json()
    assert len(body["results"]) == 1


def test_a_user_to_block_has_a_name_and_no_number(alice: User, client_of: ClientOf) -> None:
    response = client_of(alice).post("/api/v1/me/blocks/", {"username": 7})
    assert response.status_code == 422
    assert response.json()["errors"][0]["pointer"] == "/username"
