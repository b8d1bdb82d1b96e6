"""/api/v1/me/vacation/"""

from __future__ import annotations

from typing import Any

import pytest
from rest_framework.test import APIClient

from accounts.models import User
from games.models import Vacation
from tests.conftest import ClientOf
from tests.timed import A_DAY_EACH, DAY, HOUR, Clock
from tests.toy_games import Player, start_game

pytestmark = pytest.mark.usefixtures("toy")
PATH = "/api/v1/me/vacation/"
FORTNIGHT = 14 * 24 * 3600
NO_VACATION = {"on_vacation": False, "started_at": None, "ends_at": None, "left": FORTNIGHT}


def vacation(client: APIClient) -> Any:
    response = client.get(PATH)
    assert response.status_code == 200
    return response.json()


def test_it_begins_and_ends(alice: User, bob: User, client_of: ClientOf, clock: Clock) -> None:
    client, game = client_of(alice), start_game(alice, bob, pace=A_DAY_EACH)
    assert vacation(client) == NO_VACATION
    begun = client.post(PATH, {"until": "2026-03-11T12:00:00+01:00"})
    assert begun.status_code == 200
    assert begun.json() == {
        "on_vacation": True,
        "started_at": "2026-03-04T12:00:00Z",
        "ends_at": "2026-03-11T11:00:00Z",
        "left": FORTNIGHT,
    }
    clock.shift(2 * DAY)
    assert vacation(client)["left"] == FORTNIGHT - 2 * 24 * 3600
    assert Player(client_of(bob), game.id).view()["paused"] is True
    ended = client.delete(PATH)
    assert (ended.status_code, ended.json()) == (
        200,
        {**NO_VACATION, "left": FORTNIGHT - 2 * 24 * 3600},
    )
    assert Player(client_of(bob), game.id).view()["deadline"] == "2026-03-07T12:00:00Z"


def test_without_a_date_it_lasts_until_the_days_are_used(
    alice: User, client_of: ClientOf, clock: Clock
) -> None:
    client = client_of(alice)
    for body in (None, {}, {"until": None}, {"until": "2027-01-01T00:00:00Z"}):
        begun = client.post(PATH, body)
        assert begun.json()["ends_at"] == "2026-03-18T12:00:00Z"
        client.delete(PATH)
        Vacation.objects.all().delete()  # two may begin in a day


@pytest.mark.parametrize(
    ("until", "code"),
    [
        ("2026-03-04T12:59:59Z", "min_value"),
        ("2020-01-01T00:00:00Z", "min_value"),
        ("next week", "invalid"),
        (17, "invalid"),
    ],
)
def test_it_points_at_a_date_that_cannot_be(
    until: Any, code: str, alice: User, client_of: ClientOf, clock: Clock
) -> None:
    client = client_of(alice)
    problem_of = client.post(PATH, {"until": until})
    assert problem_of.status_code == 422
    errors = problem_of.json()["errors"]
    assert [(error["pointer"], error["code"]) for error in errors] == [("/until", code)]
    assert vacation(client) == NO_VACATION


def test_it_says_when_it_cannot_begin_or_end(
    alice: User, client_of: ClientOf, clock: Clock
) -> None:
    client = client_of(alice)

    def problem_of(response: Any) -> tuple[int, str]:
        return response.status_code, response.json()["code"]

    assert problem_of(client.delete(PATH)) == (409, "not_on_vacation")
    client.post(PATH)
    assert problem_of(client.post(PATH)) == (409, "vacation_running")
    clock.shift(14 * DAY)
    client.delete(PATH)
    assert vacation(client)["left"] == 0
    clock.shift(6 * HOUR)
    response = client.post(PATH)
    assert problem_of(response) == (409, "vacation_bank_empty")
    assert response.json()["left"] == 1800


def test_one_users_vacation_is_not_anothers(
    alice: User, bob: User, client_of: ClientOf, clock: Clock
) -> None:
    client_of(alice).post(PATH)
    assert vacation(client_of(bob)) == NO_VACATION


def test_it_needs_a_token(anyone: APIClient, db: None) -> None:
    for response in (anyone.get(PATH), anyone.post(PATH), anyone.delete(PATH)):
        assert response.status_code == 401
