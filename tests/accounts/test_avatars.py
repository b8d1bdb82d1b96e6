"""Avatars: GET /api/v1/avatars/{key}.svg"""

from __future__ import annotations

from uuid import UUID
from xml.etree import ElementTree

import pytest
from django.test import Client

from accounts.avatars import NEUTRAL, avatar_svg, avatar_url, bot_avatar_url
from accounts.models import User
from accounts.names import DELETED

USERS = [User(id=UUID(int=number), username=f"user-{number}") for number in range(200)]


def key_of(url: str) -> str:
    return url.rpartition("/")[2].removesuffix(".svg")


def test_each_user_has_another_one_that_stays_the_same() -> None:
    pictures = {avatar_svg(key_of(avatar_url(user))) for user in USERS}
    assert len(pictures) == len(USERS)
    first = avatar_url(USERS[0])
    assert first == avatar_url(User(id=UUID(int=0), username="renamed"))
    assert first != bot_avatar_url("Marta") == bot_avatar_url("Marta")


def test_it_is_a_small_picture_without_scripts() -> None:
    for key in (NEUTRAL, *(key_of(avatar_url(user)) for user in USERS)):
        picture = avatar_svg(key)
        assert len(picture) < 1000
        tags = {one.tag.rpartition("}")[2] for one in ElementTree.fromstring(picture).iter()}
        assert tags <= {"svg", "clipPath", "circle", "g", "path"}


def test_deleted_users_look_alike() -> None:
    one, other = (User(id=UUID(int=n), username=f"{DELETED}{n}") for n in range(2))
    assert avatar_url(one) == avatar_url(other)
    assert key_of(avatar_url(one)) == NEUTRAL


@pytest.mark.django_db
def test_everybody_gets_it_and_caches_keep_it(client: Client) -> None:
    path = f"/api/v1/avatars/{key_of(avatar_url(USERS[0]))}.svg"
    reply = client.get(path)
    assert (reply.status_code, reply["Content-Type"]) == (200, "image/svg+xml")
    assert reply["Cache-Control"] == "public, max-age=31536000, immutable"
    assert reply["Cross-Origin-Resource-Policy"] == "cross-origin"
    again = client.get(path, headers={"If-None-Match": reply["ETag"]})
    assert (again.status_code, again["Cache-Control"]) == (304, reply["Cache-Control"])
    assert client.get("/api/v1/avatars/alice.svg").status_code == 404
