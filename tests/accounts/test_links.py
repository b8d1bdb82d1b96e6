"""Tokens in the paths of links that are mailed."""

from __future__ import annotations

import pytest
from django.core import signing
from django.test import Client
from django.urls import Resolver404, resolve, reverse

from accounts.links import LINK_MAX_LENGTH
from accounts.models import User
from accounts.services.passwords import reset_link

PAGES = ("verify-email", "reset-password", "unsubscribe")


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize(
    "token", ["a" * (LINK_MAX_LENGTH + 1), "a b", "a%0Ab", "\u0430", "a@b", "a/b", "%00"]
)
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_other_texts_than_tokens_are_not_found(method: str, page: str, token: str) -> None:
    client = Client(enforce_csrf_checks=True)
    assert client.generic(method, f"/{page}/{token}/").status_code == 404
    with pytest.raises(Resolver404):
        resolve(f"/{page}/{token}/")


def test_the_longest_token_is_read() -> None:
    token = "a" * LINK_MAX_LENGTH
    assert resolve(f"/unsubscribe/{token}/").kwargs == {"token": token}


@pytest.mark.django_db
def test_the_tokens_of_the_service_fit(alice: User) -> None:
    assert "/reset-password/" in reset_link(alice)
    longest = signing.dumps([str(alice.id), "k" * 40], salt="any")  # as notifications.services
    assert reverse("unsubscribe", args=[longest])
