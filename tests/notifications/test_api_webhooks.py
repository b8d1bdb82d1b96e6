"""/api/v1/me/webhooks/"""

from __future__ import annotations

from typing import Any

import pytest
from rest_framework.test import APIClient
from standardwebhooks import Webhook

from accounts.models import User
from notifications.models import WebhookEndpoint
from tests.conftest import ClientOf
from tests.notifications.news import NOW, STALE, enqueue_news, relay, wish
from tests.notifications.receiver import Receiver
from tests.throttled import at_rates

PATH = "/api/v1/me/webhooks/"
URL = "https://hooks.example.org/citadels"


def created(client: APIClient, **body: Any) -> dict[str, Any]:
    response = client.post(PATH, {"url": URL, **body})
    assert response.status_code == 201, response.content
    document: dict[str, Any] = response.json()
    return document


def test_the_secret_is_shown_once(alice: User, client_of: ClientOf) -> None:
    client = client_of(alice)
    document = created(client, kinds=["news"], name="phone")
    secret = document.pop("secret")
    assert Webhook(secret)
    assert (document["url"], document["kinds"], document["name"]) == (URL, ["news"], "phone")
    assert document["enabled"] is True
    one = client.get(f"{PATH}{document['id']}/")
    assert one.json() == document
    page = client.get(PATH)
    assert page.json()["results"] == [document]
    assert secret not in page.text + one.text


@pytest.mark.parametrize(
    ("body", "pointer", "code"),
    [
        ({"url": "https://10.0.0.1/hook"}, "/url", "private_address"),
        ({"url": "https://2130706434/hook"}, "/url", "private_address"),
        ({"url": "ftp://example.org"}, "/url", "https_required"),
        ({"url": "https://user@example.org"}, "/url", "invalid"),
        ({"url": f"{URL}/{'x' * 500}"}, "/url", "max_length"),
        ({"kinds": ["news", "olds"]}, "/kinds/1", "unknown_kind"),
        ({"kinds": ["webhook_test"]}, "/kinds/0", "unknown_kind"),
    ],
)
def test_what_cannot_be_is_refused(
    alice: User,
    client_of: ClientOf,
    settings: Any,
    body: dict[str, Any],
    pointer: str,
    code: str,
) -> None:
    settings.WEBHOOKS_PRIVATE_NETWORKS = []
    client = client_of(alice)
    response = client.post(PATH, {"url": URL, **body})
    assert response.status_code == 422
    assert [(e["pointer"], e["code"]) for e in response.json()["errors"]] == [(pointer, code)]
    assert not WebhookEndpoint.objects.exists()
    mine = f"{PATH}{created(client)['id']}/"
    assert client.patch(mine, body).status_code == 422


def test_ten_are_enough(alice: User, bob: User, client_of: ClientOf) -> None:
    client = client_of(alice)
    for number in range(10):
        created(client, url=f"{URL}/{number}")
    response = client.post(PATH, {"url": URL})
    assert (response.status_code, response.json()["code"]) == (409, "too_many_webhooks")
    assert response.json()["limit"] == 10
    created(client_of(bob))


def test_a_url_has_one_webhook_of_a_user(alice: User, bob: User, client_of: ClientOf) -> None:
    client = client_of(alice)
    first = created(client)
    other = created(client, url=f"{URL}/other")
    WebhookEndpoint.objects.filter(id=first["id"]).update(disabled_at=NOW, disabled_why="gone")
    again = client.post(PATH, {"url": URL, "kinds": ["news"]})
    moved = client.patch(f"{PATH}{other['id']}/", {"url": URL})
    for reply in (again, moved):
        assert (reply.status_code, reply.json()["code"]) == (409, "webhook_exists")
        assert reply.json()["webhook"] == first["id"]
    # Two of an older version stay, and can be changed.
    WebhookEndpoint.objects.filter(id=other["id"]).update(url=URL)
    assert client.patch(f"{PATH}{other['id']}/", {"url": URL, "name": "b"}).status_code == 200
    created(client_of(bob))


def test_it_can_be_changed_and_removed(alice: User, client_of: ClientOf) -> None:
    client = client_of(alice)
    mine = f"{PATH}{created(client, kinds=['news'])['id']}/"
    changed = client.patch(mine, {"kinds": [], "name": "all", "enabled": False}).json()
    assert (changed["kinds"], changed["name"], changed["url"]) == ([], "all", URL)
    assert (changed["enabled"], changed["disabled_why"]) == (False, "owner")
    changed = client.patch(mine, {"enabled": True}).json()
    assert (changed["enabled"], changed["disabled_why"], changed["disabled_at"]) == (
        True,
        None,
        None,
    )
    assert client.delete(mine).status_code == 204
    assert client.get(mine).json()["code"] == "webhook_not_found"


def test_a_new_secret_is_shown_once_too(alice: User, client_of: ClientOf) -> None:
    client = client_of(alice)
    first = created(client)
    mine = f"{PATH}{first['id']}/"
    second = client.post(f"{mine}rotate/").json()
    assert second["secret"] != first["secret"]
    assert second["old_secret_until"] is not None
    assert "secret" not in client.get(mine).json()


@pytest.mark.parametrize("what", ["", "rotate/", "test/", "deliveries/"])
def test_others_find_none(what: str, alice: User, bob: User, client_of: ClientOf) -> None:
    theirs = f"{PATH}{created(client_of(alice))['id']}/{what}"
    client = client_of(bob)
    method = client.post if what in ("rotate/", "test/") else client.get
    assert method(theirs).json()["code"] == "webhook_not_found"
    if not what:
        assert client.patch(theirs, {"name": "mine"}).status_code == 404
        assert client.delete(theirs).status_code == 404
        assert WebhookEndpoint.objects.get().name == ""


def test_a_test_goes_out_and_the_log_says_how_it_went(
    alice: User, client_of: ClientOf, receiver: Receiver
) -> None:
    client = client_of(alice)
    mine = f"{PATH}{created(client, url=receiver.url)['id']}/"
    response = client.post(f"{mine}test/")
    assert response.status_code == 202
    assert (response.json()["kind"], response.json()["progress"]) == ("webhook_test", "waiting")
    assert response.json()["next_attempt_at"] is not None
    relay()
    (delivery,) = client.get(f"{mine}deliveries/").json()["results"]
    assert delivery["id"] == response.json()["id"]
    assert [delivery["message_id"]] == receiver.ids
    assert (delivery["progress"], delivery["next_attempt_at"]) == ("sent", None)
    (attempt,) = delivery["attempts"]
    assert (attempt["sent"], attempt["status"], attempt["answer"]) == (True, 200, "thank you")


def test_what_was_sent_can_be_sent_again(
    alice: User, client_of: ClientOf, receiver: Receiver
) -> None:
    wish(alice, email="off")
    client = client_of(alice)
    mine = f"{PATH}{created(client, url=receiver.url)['id']}/"
    enqueue_news(alice)
    relay()
    (delivery,) = client.get(f"{mine}deliveries/").json()["results"]
    STALE.add(1)
    again = f"{mine}deliveries/{delivery['id']}/redeliver/"
    assert client.post(again).status_code == 202
    assert client.post(again).json()["code"] == "delivery_waiting"
    relay()
    assert receiver.ids == [delivery["message_id"]] * 2


def test_nothing_is_sent_to_one_that_is_disabled(alice: User, client_of: ClientOf) -> None:
    client = client_of(alice)
    mine = f"{PATH}{created(client)['id']}/"
    client.patch(mine, {"enabled": False})
    assert client.post(f"{mine}test/").json()["code"] == "webhook_disabled"


def test_a_delivery_must_be_its_own(
    alice: User, bob: User, client_of: ClientOf, receiver: Receiver
) -> None:
    client = client_of(alice)
    mine = created(client, url=receiver.url)["id"]
    other = created(client)["id"]
    delivery = client.post(f"{PATH}{mine}/test/").json()["id"]
    response = client.post(f"{PATH}{other}/deliveries/{delivery}/redeliver/")
    assert (response.status_code, response.json()["code"]) == (404, "delivery_not_found")


def test_only_so_many_are_opened_and_tested(alice: User, client_of: ClientOf) -> None:
    client = client_of(alice)
    with at_rates(webhooks="2/min"):
        mine = f"{PATH}{created(client)['id']}/"
        assert client.post(f"{mine}test/").status_code == 202
        assert client.post(PATH, {"url": URL}).status_code == 429
        assert client.get(PATH).status_code == 200
