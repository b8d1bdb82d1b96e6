"""Tokens in the paths of links."""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest
from django.core import signing
from django.test import Client
from django.urls import Resolver404, resolve, reverse

from accounts.links import LINK_MAX_LENGTH
from accounts.models import User
from accounts.services.passwords import reset_link
from games.calendar_feeds.links import feed_url
from games.calendar_feeds.services import feed_create

PAGES = ("/verify-email/{}/", "/reset-password/{}/", "/unsubscribe/{}/", "/calendar/{}.ics")


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize(
    "token", ["a" * (LINK_MAX_LENGTH + 1), "a b", "a%0Ab", "\u0430", "a@b", "a/b", "%00"]
)
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_other_texts_than_tokens_are_not_found(method: str, page: str, token: str) -> None:
    client = Client(enforce_csrf_checks=True)
    assert client.generic(method, page.format(token)).status_code == 404
    with pytest.raises(Resolver404):
        resolve(page.format(token))


def test_the_longest_token_is_read() -> None:
    token = "a" * LINK_MAX_LENGTH
    for page in PAGES:
        assert resolve(page.format(token)).kwargs == {"token": token}


@pytest.mark.django_db
def test_the_tokens_of_the_service_fit(alice: User) -> None:
    assert "/reset-password/" in reset_link(alice)
    longest = signing.dumps([str(alice.id), "k" * 40], salt="any")  # as notifications.services
    assert reverse("unsubscribe", args=[longest])
    assert resolve(urlsplit(feed_url(feed_create(user=alice))).path).url_name == "calendar-feed"
