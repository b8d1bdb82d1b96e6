"""Replies of more than 1 KB are compressed for clients that accept it."""

from __future__ import annotations

import gzip
from typing import Any

import pytest
from rest_framework.test import APIClient

from accounts.models import User
from core.api.compression import LEAST_BYTES
from tests.conftest import ClientOf
from tests.toy_games import Player, start_game

CARDS = "/api/v1/rulesets/citadels/cards/"
GZIP = {"Accept-Encoding": "br, gzip;q=0.8"}

pytestmark = pytest.mark.usefixtures("toy")


@pytest.fixture
def player(alice: User, bob: User, client_of: ClientOf) -> Player:
    return Player(client_of(alice), start_game(alice, bob).id)


def test_a_large_reply_is_compressed(anyone: APIClient) -> None:
    plain, small = anyone.get(CARDS), anyone.get(CARDS, headers=GZIP)
    assert "Content-Encoding" not in plain.headers
    assert small.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(small.content) == plain.content
    assert len(small.content) < len(plain.content) / 3
    assert int(small.headers["Content-Length"]) == len(small.content)
    for reply in (plain, small):
        assert "Accept-Encoding" in reply.headers["Vary"]


def test_a_small_reply_is_sent_as_it_is(anyone: APIClient) -> None:
    reply = anyone.get("/api/v1/", headers=GZIP)
    assert len(reply.content) < LEAST_BYTES
    assert "Content-Encoding" not in reply.headers


@pytest.mark.parametrize("first", [{}, GZIP])
@pytest.mark.parametrize("second", [{}, GZIP])
def test_a_version_is_the_same_compressed_or_not(
    player: Player, first: dict[str, Any], second: dict[str, Any]
) -> None:
    etag = player.client.get(player.path, headers=first).headers["ETag"]
    again = player.client.get(player.path, headers={**second, "If-None-Match": etag})
    assert (again.status_code, again.content) == (304, b"")
    assert "Content-Encoding" not in again.headers


def test_lengths_of_equal_replies_differ(anyone: APIClient) -> None:
    """So that a length tells nothing about what stands beside a guess."""
    lengths = {len(anyone.get(CARDS, headers=GZIP).content) for _ in range(40)}
    assert len(lengths) > 1
