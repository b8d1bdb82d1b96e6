"""Lists are paginated. Cursors that the service did not create are refused."""

from __future__ import annotations

from base64 import b64encode

import pytest

from accounts.models import User
from tests.conftest import ClientOf

KEYSETS = ["games/", "games/?sort=fullest", "me/games/", "me/invitations/"]
LISTS = [*KEYSETS, "auth/tokens/"]
WRONG = [
    "p=garbage",
    "p=",
    "p=2020-13-45",
    "p=2020-01-01T00:00:00",  # without a time zone
    "p=9999-12-31T23:59:59-23:59",  # after year 9999 in UTC
    "o=-1",
    "o=" + "9" * 5000,
    "r=maybe",
]
WRONG_PLACES = [
    "[]",
    "{}",
    "[0]",
    '[0, "2020-01-01T00:00:00Z"]',
    '[0, "2020-01-01T00:00:00", "00000000-0000-0000-0000-000000000000"]',  # without a time zone
    '[0, "2020-01-01T00:00:00Z", "one"]',
    '[0, null, "00000000-0000-0000-0000-000000000000"]',
    # before year 1 in UTC
    '[0, "0001-01-01T00:00:00+14:00", "00000000-0000-0000-0000-000000000000"]',
    '[0, 99999999999999999999, "2020-01-01T00:00:00Z", "00000000-0000-0000-0000-000000000000"]',
    '[0, 99999999999, "2020-01-01T00:00:00Z", "00000000-0000-0000-0000-000000000000"]',
    "[" * 3000,
]


def encode_cursor(text: str) -> str:
    return b64encode(text.encode()).decode()


@pytest.mark.parametrize("path", LISTS)
@pytest.mark.parametrize("cursor", [*map(encode_cursor, WRONG), "%C3%A9", "Y"])
def test_a_cursor_of_somebody_elses_making_is_refused(
    path: str, cursor: str, alice: User, client_of: ClientOf
) -> None:
    response = client_of(alice).get(f"/api/v1/{path}{'&' if '?' in path else '?'}cursor={cursor}")
    assert response.status_code == 422
    assert response.headers["Content-Type"] == "application/problem+json"
    errors = [(error["pointer"], error["code"]) for error in response.json()["errors"]]
    assert errors == [("/cursor", "invalid")]


@pytest.mark.parametrize("path", KEYSETS)
@pytest.mark.parametrize("cursor", [*map(encode_cursor, WRONG_PLACES)])
def test_an_invalid_position_is_refused(
    path: str, cursor: str, alice: User, client_of: ClientOf
) -> None:
    test_a_cursor_of_somebody_elses_making_is_refused(path, cursor, alice, client_of)


@pytest.mark.parametrize("position", ["2020-01-01T02:00:00%2B02:00", "0001-01-01 00:00:00%2B00:00"])
def test_a_cursor_may_be_written_in_another_way(
    position: str, alice: User, client_of: ClientOf
) -> None:
    response = client_of(alice).get(f"/api/v1/auth/tokens/?cursor={encode_cursor('p=' + position)}")
    assert (response.status_code, response.json()["results"]) == (200, [])


@pytest.mark.parametrize("path", LISTS)
@pytest.mark.parametrize(
    "limit",
    ["0", "101", "0000000019999", "1" * 5000, "-1", "1.0", "\u0661"],
)
def test_a_limit_out_of_range_is_refused(
    path: str, limit: str, alice: User, client_of: ClientOf
) -> None:
    response = client_of(alice).get(f"/api/v1/{path}{'&' if '?' in path else '?'}limit={limit}")
    assert response.status_code == 422
    errors = [(error["pointer"], error["code"]) for error in response.json()["errors"]]
    assert errors == [("/limit", "invalid")]


@pytest.mark.parametrize("path", LISTS)
@pytest.mark.parametrize("limit", ["5&limit=", "5&limit=6", "5&limit=5"])
def test_a_repeated_limit_is_refused(
    path: str, limit: str, alice: User, client_of: ClientOf
) -> None:
    response = client_of(alice).get(f"/api/v1/{path}{'&' if '?' in path else '?'}limit={limit}")
    assert response.status_code == 422
    errors = [(error["pointer"], error["code"]) for error in response.json()["errors"]]
    assert errors == [("/limit", "repeated")]
