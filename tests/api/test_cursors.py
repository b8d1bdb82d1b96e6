"""Lists are read page by page; a cursor that the service did not make is refused, not believed."""

from __future__ import annotations

from base64 import b64encode

import pytest

from accounts.models import User
from tests.conftest import ClientOf

LISTS = ["games/", "me/games/", "auth/tokens/"]
WRONG = [
    "p=garbage",
    "p=",
    "p=2020-13-45",
    "p=2020-01-01T00:00:00",  # of no zone
    "p=9999-12-31T23:59:59-23:59",  # no longer a year of ours in UTC
    "o=-1",
    "o=" + "9" * 5000,
    "r=maybe",
]


def encoded(text: str) -> str:
    return b64encode(text.encode()).decode()


@pytest.mark.parametrize("path", LISTS)
@pytest.mark.parametrize("cursor", [*map(encoded, WRONG), "%C3%A9", "Y"])
def test_a_cursor_of_somebody_elses_making_is_refused(
    path: str, cursor: str, alice: User, client_of: ClientOf
) -> None:
    response = client_of(alice).get(f"/api/v1/{path}?cursor={cursor}")
    assert response.status_code == 422
    assert response.headers["Content-Type"] == "application/problem+json"
    errors = [(error["pointer"], error["code"]) for error in response.json()["errors"]]
    assert errors == [("/cursor", "invalid")]


@pytest.mark.parametrize("position", ["2020-01-01T02:00:00%2B02:00", "0001-01-01 00:00:00%2B00:00"])
def test_a_cursor_may_be_written_in_another_way(
    position: str, alice: User, client_of: ClientOf
) -> None:
    response = client_of(alice).get(f"/api/v1/games/?cursor={encoded('p=' + position)}")
    assert (response.status_code, response.json()["results"]) == (200, [])
