"""/api/v1/me/push-subscriptions/ and me/push-key/"""

from __future__ import annotations

from io import StringIO
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.core.checks import run_checks
from django.core.management import call_command
from rest_framework.test import APIClient

from accounts.models import User
from notifications.models import PushSubscription
from notifications.outbound.push import base64url, is_point, private_key_make, public_key_of
from tests.conftest import ClientOf
from tests.notifications.news import relay
from tests.notifications.push_service import Device, device_at
from tests.notifications.receiver import Receiver
from tests.throttled import at_rates

PATH = "/api/v1/me/push-subscriptions/"
URL = "https://push.example.net/send/open-sesame"
KEY = "QVmqo0AKvtMZ58rcYxtyVdkkQbWNNyrN8w82FJAA7xs"


def body_of(device: Device, **more: Any) -> dict[str, Any]:
    return {"endpoint": device.url, "keys": device.keys, **more}


def created(client: APIClient, device: Device | None = None, **more: Any) -> dict[str, Any]:
    response = client.post(PATH, body_of(device or Device(URL), **more))
    assert response.status_code == 201, response.content
    document: dict[str, Any] = response.json()
    return document


def test_the_key_is_shown_to_clients(alice: User, client_of: ClientOf, settings: Any) -> None:
    client = client_of(alice)
    key = client.get("/api/v1/me/push-key/").json()["key"]
    assert key == public_key_of(settings.VAPID_PRIVATE_KEY)
    assert is_point(key)


def test_a_device_is_listed_without_its_address_and_keys(alice: User, client_of: ClientOf) -> None:
    client, device = client_of(alice), Device(URL)
    document = created(client, device, name="my phone")
    assert document.keys() == {"id", "name", "host", "failing_since", "created_at"}
    assert (document["name"], document["host"]) == ("my phone", "push.example.net")
    page = client.get(PATH)
    assert page.json()["results"] == [document]
    for secret in ("open-sesame", *device.keys.values()):
        assert secret not in page.text


def test_the_same_browser_again_is_the_same_device(alice: User, client_of: ClientOf) -> None:
    client = client_of(alice)
    first = created(client, Device(URL), name="old")
    fresh = Device(URL)
    second = created(client, fresh, name="new")
    assert (second["id"], second["name"]) == (first["id"], "new")
    assert PushSubscription.objects.get().auth == fresh.keys["auth"]


def test_padding_is_accepted_and_not_stored(alice: User, client_of: ClientOf) -> None:
    device = Device(URL)
    keys = {name: f"{key}==" for name, key in device.keys.items()}
    assert client_of(alice).post(PATH, {"endpoint": URL, "keys": keys}).status_code == 201
    stored = PushSubscription.objects.get()
    assert {"p256dh": stored.p256dh, "auth": stored.auth} == device.keys


POINT = Device(URL).keys["p256dh"]
COMPRESSED = base64url(
    ec.generate_private_key(ec.SECP256R1())
    .public_key()
    .public_bytes(Encoding.X962, PublicFormat.CompressedPoint)
)


@pytest.mark.parametrize(
    ("change", "pointer", "code"),
    [
        ({"endpoint": "https://10.0.0.1/send"}, "/endpoint", "private_address"),
        ({"endpoint": "http://push.example.net/send"}, "/endpoint", "https_required"),
        ({"endpoint": "https://[2606:4700::1111]/send"}, "/endpoint", "invalid"),
        ({"endpoint": f"{URL}/{'x' * 500}"}, "/endpoint", "max_length"),
        ({"keys": {"p256dh": POINT}}, "/keys/auth", "required"),
        ({"keys": {"p256dh": POINT, "auth": base64url(b"x" * 15)}}, "/keys/auth", "invalid"),
        ({"keys": {"p256dh": POINT, "auth": "+" * 22}}, "/keys/auth", "invalid"),
        ({"keys": {"p256dh": COMPRESSED, "auth": "A" * 22}}, "/keys/p256dh", "invalid"),
        (
            {"keys": {"p256dh": base64url(b"\x04" + b"x" * 64), "auth": "A" * 22}},
            "/keys/p256dh",
            "invalid",
        ),
        ({"keys": {"p256dh": POINT[:-4], "auth": "A" * 22}}, "/keys/p256dh", "invalid"),
        ({"name": "two\nlines"}, "/name", "invisible_characters"),
    ],
)
def test_what_cannot_be_is_refused(
    alice: User,
    client_of: ClientOf,
    settings: Any,
    change: dict[str, Any],
    pointer: str,
    code: str,
) -> None:
    settings.WEBHOOKS_PRIVATE_NETWORKS = []
    settings.WEBHOOKS_ALLOW_HTTP = False
    response = client_of(alice).post(PATH, body_of(Device(URL), **change))
    assert response.status_code == 422, response.content
    assert [(e["pointer"], e["code"]) for e in response.json()["errors"]] == [(pointer, code)]
    assert not PushSubscription.objects.exists()


def test_ten_are_enough(alice: User, bob: User, client_of: ClientOf) -> None:
    client = client_of(alice)
    devices = [Device(f"{URL}/{number}") for number in range(11)]
    for device in devices[:10]:
        created(client, device)
    response = client.post(PATH, body_of(devices[10]))
    assert (response.status_code, response.json()["code"]) == (409, "too_many_push_subscriptions")
    assert response.json()["limit"] == 10
    created(client, devices[9])  # one of the ten
    created(client_of(bob), devices[10])


def test_a_device_moves_to_another_user(alice: User, bob: User, client_of: ClientOf) -> None:
    device = Device(URL)
    first = created(client_of(alice), device)
    second = created(client_of(bob), device)
    assert second["id"] != first["id"]
    assert client_of(alice).get(PATH).json()["results"] == []


def test_it_is_removed(alice: User, client_of: ClientOf) -> None:
    client = client_of(alice)
    mine = f"{PATH}{created(client)['id']}/"
    assert client.delete(mine).status_code == 204
    assert client.delete(mine).json()["code"] == "push_subscription_not_found"


def test_others_find_none(alice: User, bob: User, client_of: ClientOf) -> None:
    theirs = f"{PATH}{created(client_of(alice))['id']}/"
    client = client_of(bob)
    assert client.delete(theirs).json()["code"] == "push_subscription_not_found"
    assert client.post(f"{theirs}test/").json()["code"] == "push_subscription_not_found"
    assert PushSubscription.objects.exists()


def test_a_test_reaches_the_device(alice: User, client_of: ClientOf, receiver: Receiver) -> None:
    client, device = client_of(alice), device_at(receiver)
    mine = f"{PATH}{created(client, device)['id']}/"
    reply = client.post(f"{mine}test/")
    assert (reply.status_code, reply.content) == (202, b"")
    relay()
    assert device.read(receiver.got[0][1])["title"] == "This is a test"


def test_without_a_key_none_can_be_added(alice: User, client_of: ClientOf, settings: Any) -> None:
    client = client_of(alice)
    mine = f"{PATH}{created(client)['id']}/"
    settings.VAPID_PRIVATE_KEY = ""
    assert client.get("/api/v1/me/push-key/").json() == {"key": None}
    for refused in (client.post(PATH, body_of(Device(URL))), client.post(f"{mine}test/")):
        assert (refused.status_code, refused.json()["code"]) == (409, "push_not_configured")
    assert client.delete(mine).status_code == 204


def test_only_so_many_are_added_and_tested(alice: User, client_of: ClientOf) -> None:
    client = client_of(alice)
    with at_rates(webhooks="2/min"):
        mine = f"{PATH}{created(client)['id']}/"
        assert client.post(f"{mine}test/").status_code == 202
        assert client.post(PATH, body_of(Device(URL))).status_code == 429
        assert client.get(PATH).status_code == 200


# --- what operators set --------------------------------------------------------------------------


def test_the_command_prints_a_key_that_works(settings: Any) -> None:
    out = StringIO()
    call_command("vapid_key", stdout=out)
    settings.VAPID_PRIVATE_KEY = out.getvalue().strip()
    assert is_point(public_key_of(settings.VAPID_PRIVATE_KEY))
    assert private_key_make() != settings.VAPID_PRIVATE_KEY
    assert found_by_checks() == set()


@pytest.mark.parametrize(
    ("key", "contact", "error"),
    [
        ("", "", None),
        ("secret", "mailto:me@example.org", "operations.E004"),
        (KEY, "", "operations.E005"),
        (KEY, "me@example.org", "operations.E005"),
        (KEY, "https://example.org/contact", None),
    ],
)
def test_wrong_settings_are_reported(
    key: str, contact: str, error: str | None, settings: Any
) -> None:
    settings.VAPID_PRIVATE_KEY, settings.VAPID_CONTACT = key, contact
    assert found_by_checks() == ({error} if error else set())


def found_by_checks() -> set[str | None]:
    return {
        message.id
        for message in run_checks()
        if message.id in ("operations.E004", "operations.E005")
    }
