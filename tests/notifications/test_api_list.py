"""/api/v1/me/notifications/ and /api/v1/me/notification-preferences/"""

from __future__ import annotations

from typing import Any

import pytest
from rest_framework.test import APIClient

from accounts.models import Preferences, User
from notifications.kinds import KINDS
from notifications.models import ChannelPreference
from tests.conftest import ClientOf
from tests.notifications.news import ITEM, enqueue_news, relay

LIST = "/api/v1/me/notifications/"
READ = f"{LIST}read/"
WISHES = "/api/v1/me/notification-preferences/"


def listed(client: APIClient, **query: Any) -> list[dict[str, Any]]:
    response = client.get(LIST, query)
    assert response.status_code == 200, response.content
    found: list[dict[str, Any]] = response.json()["results"]
    return found


def numbers(found: list[dict[str, Any]]) -> list[int]:
    return [one["data"]["number"] for one in found]


@pytest.fixture
def three(alice: User) -> User:
    for number in (1, 2, 3):
        enqueue_news(alice, number=number)
        relay()
    return alice


def test_it_lists_what_i_was_told_the_newest_first(three: User, client_of: ClientOf) -> None:
    found = listed(client_of(three))
    assert numbers(found) == [3, 2, 1]
    created = found[0].pop("created_at")
    assert created.endswith("Z")
    assert found[0].pop("id")
    assert found[0] == {
        "kind": "news",
        "title": "News 3 (en)",
        "text": "There is news number 3.",
        "game_title": "",
        "data": {"item": str(ITEM), "number": 3},
        "read_at": None,
    }


def test_it_speaks_my_language(three: User, client_of: ClientOf) -> None:
    Preferences.objects.create(user=three, language="fr")
    assert listed(client_of(three))[0]["title"] == "News 3 (fr)"


def test_what_another_version_told_is_left_out(
    three: User, client_of: ClientOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(KINDS, "news")
    assert listed(client_of(three)) == []


def test_others_see_none_of_it(three: User, bob: User, client_of: ClientOf) -> None:
    assert listed(client_of(bob)) == []
    foreign = listed(client_of(three))[0]["id"]
    response = client_of(bob).post(READ, {"up_to": foreign})
    assert (response.status_code, response.json()["code"]) == (404, "notification_not_found")
    assert numbers(listed(client_of(three), unread="true")) == [3, 2, 1]


def test_it_is_read_page_by_page(three: User, client_of: ClientOf) -> None:
    client = client_of(three)
    first = client.get(LIST, {"limit": 2}).json()
    second = client.get(first["next"]).json()
    assert numbers(first["results"] + second["results"]) == [3, 2, 1]
    assert second["next"] is None


def test_what_i_have_seen_is_read_and_what_came_later_is_not(
    three: User, client_of: ClientOf
) -> None:
    client = client_of(three)
    second = listed(client)[1]["id"]
    assert client.post(READ, {"up_to": second}).json() == {"read": 2}
    assert numbers(listed(client, unread="true")) == [3]
    assert client.post(READ, {"up_to": second}).json() == {"read": 0}
    assert client.post(READ, {}).json() == {"read": 1}
    assert listed(client, unread="true") == []


def test_it_is_304_until_something_comes_or_is_read(
    three: User, client_of: ClientOf, django_assert_num_queries: Any
) -> None:
    client = client_of(three)
    etag = client.get(LIST).headers["ETag"]
    assert etag.startswith("W/")
    with django_assert_num_queries(3):  # token, list, language
        assert client.get(LIST, headers={"If-None-Match": etag}).status_code == 304
    client.post(READ, {})
    second = client.get(LIST, headers={"If-None-Match": etag})
    assert second.status_code == 200
    enqueue_news(three, number=4)
    relay()
    etag = second.headers["ETag"]
    assert client.get(LIST, headers={"If-None-Match": etag}).status_code == 200


@pytest.mark.parametrize("path", [LIST, WISHES, "/api/v1/me/webhooks/"])
def test_it_needs_a_token(path: str, anyone: APIClient, db: None) -> None:
    assert anyone.get(path).status_code == 401


# --- preferences ---------------------------------------------------------------------------------


def test_each_kind_has_its_defaults(alice: User, client_of: ClientOf) -> None:
    kinds = client_of(alice).get(WISHES).json()["kinds"]
    assert kinds["news"] == {
        "summary": "Something new.",
        "in_app": True,
        "email": "single",
        "webhook": True,
        "push": True,
    }
    assert {"your_turn", "turn_reminder", "game_finished", "webhook_disabled"} <= set(kinds)
    assert not {"digest", "webhook_test"} & set(kinds)
    assert not ChannelPreference.objects.exists()


def test_what_is_not_named_stays(alice: User, client_of: ClientOf) -> None:
    client = client_of(alice)
    client.patch(WISHES, {"kinds": {"news": {"email": "digest"}}})
    response = client.patch(WISHES, {"kinds": {"news": {"webhook": False}, "your_turn": {}}})
    assert response.status_code == 200
    kinds = response.json()["kinds"]
    assert (kinds["news"]["email"], kinds["news"]["webhook"]) == ("digest", False)
    assert kinds["news"]["in_app"] is True
    assert kinds["your_turn"]["email"] == "single"


@pytest.mark.parametrize(
    ("kinds", "pointer", "code"),
    [
        ({"olds": {"email": "off"}}, "/kinds/olds", "unknown_kind"),
        ({"digest": {"email": "off"}}, "/kinds/digest", "unknown_kind"),
        ({"news": {"email": "loud"}}, "/kinds/news/email", "invalid_choice"),
        ({"news": {"in_app": "perhaps"}}, "/kinds/news/in_app", "invalid"),
    ],
)
def test_what_cannot_be_is_refused(
    alice: User, client_of: ClientOf, kinds: dict[str, Any], pointer: str, code: str
) -> None:
    response = client_of(alice).patch(WISHES, {"kinds": kinds})
    assert response.status_code == 422
    assert [(e["pointer"], e["code"]) for e in response.json()["errors"]] == [(pointer, code)]
    assert not ChannelPreference.objects.exists()
