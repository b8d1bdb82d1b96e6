"""What a device gets, and what happens when its push service does not take it."""

from __future__ import annotations

import dataclasses
import logging
import socket
from datetime import datetime, time, timedelta
from typing import Any

import pytest
from http_ece import ECEException

from accounts.models import Preferences, User
from accounts.services.preferences import preferences_change
from notifications.kinds import KINDS, Kind
from notifications.models import (
    Delivery,
    Mode,
    Notification,
    OutboxEntry,
    Progress,
    PushSubscription,
)
from notifications.outbound.push import public_key_of
from notifications.selectors import channel_settings_for
from notifications.services.delivery_queue import PushDeliveryQueue
from notifications.services.devices import push_test
from notifications.services.fanout import outbox_fan_out
from notifications.services.preferences import channel_preferences_change
from notifications.services.push_requests import push_key
from tests.notifications.news import (
    ITEM,
    NOW,
    STALE,
    enqueue_news,
    only_delivery,
    relay,
    wish,
)
from tests.notifications.push_service import Device, claims_of, device_at
from tests.notifications.receiver import Receiver

PRIVATE = "Not sent: The address is not on the public internet."
pytestmark = pytest.mark.usefixtures("clock")


@pytest.fixture
def phone(receiver: Receiver) -> Device:
    receiver.status = 201
    return device_at(receiver, "phone")


def kind_like_news(monkeypatch: pytest.MonkeyPatch, name: str = "news", **how: Any) -> Kind:
    kind = dataclasses.replace(KINDS["news"], name=name, **how)
    monkeypatch.setitem(KINDS, name, kind)
    return kind


# --- what it gets --------------------------------------------------------------------------------


def test_the_device_alone_can_read_the_message(
    alice: User, receiver: Receiver, phone: Device
) -> None:
    phone.subscribed_by(alice)
    enqueue_news(alice)
    relay()
    ((headers, body),) = receiver.got
    assert phone.read(body) == {
        "kind": "news",
        "title": "News 1 (en)",
        "body": "There is news number 1.",
        "url": f"https://play.example.org/{ITEM}",
        "tag": str(ITEM),
    }
    assert b"news" not in body.lower()
    assert headers["content-encoding"] == "aes128gcm"
    assert only_delivery().progress == Progress.SENT
    with pytest.raises(ECEException):
        device_at(receiver).read(body)


def test_the_service_signs_for_this_push_service(
    alice: User, receiver: Receiver, phone: Device, settings: Any
) -> None:
    phone.subscribed_by(alice)
    enqueue_news(alice)
    relay()
    ((headers, _),) = receiver.got
    assert claims_of(headers) == {
        "aud": receiver.url.removesuffix("/hook"),
        "exp": (NOW + timedelta(hours=12)).timestamp(),
        "sub": settings.VAPID_CONTACT,
    }
    assert f"k={push_key()}" in headers["authorization"]


def test_the_text_is_in_the_language_of_the_user(
    alice: User, receiver: Receiver, phone: Device
) -> None:
    Preferences.objects.create(user=alice, language="fr")
    phone.subscribed_by(alice)
    enqueue_news(alice)
    relay()
    assert phone.read(receiver.got[0][1])["title"] == "News 1 (fr)"


def test_all_devices_of_a_user_get_it_once(alice: User, bob: User, receiver: Receiver) -> None:
    devices = [device_at(receiver, name) for name in ("phone", "laptop")]
    for device in devices:
        device.subscribed_by(alice)
    device_at(receiver, "other").subscribed_by(bob)
    enqueue_news(alice)
    relay()
    relay()
    assert len(receiver.got) == 2
    assert Delivery.objects.filter(channel="push", user=alice).count() == 2


def test_a_message_about_a_game_names_it_for_the_client(
    alice: User, receiver: Receiver, phone: Device, monkeypatch: pytest.MonkeyPatch
) -> None:
    kind_like_news(monkeypatch, about="game")
    phone.subscribed_by(alice)
    enqueue_news(alice)
    relay()
    assert phone.read(receiver.got[0][1])["game"] == str(ITEM)


def test_a_long_text_is_cut(
    alice: User, receiver: Receiver, phone: Device, monkeypatch: pytest.MonkeyPatch
) -> None:
    kind_like_news(monkeypatch, subject="\N{BOMB}" * 5000, text="\x01" * 5000)
    phone.subscribed_by(alice)
    enqueue_news(alice)
    relay()
    ((_, body),) = receiver.got
    assert len(body) <= 4096  # what push services accept
    assert phone.read(body)["title"].endswith("\N{BOMB}…")


# --- headers -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("deadline", "seconds"),
    [
        (None, 24 * 3600),
        (NOW + timedelta(hours=3), 3 * 3600),
        (NOW + timedelta(days=30), 7 * 24 * 3600),
        (NOW - timedelta(hours=1), 0),
    ],
)
def test_it_is_kept_until_the_deadline(
    deadline: datetime | None, seconds: int, alice: User, receiver: Receiver, phone: Device
) -> None:
    phone.subscribed_by(alice)
    entry = enqueue_news(alice)
    if deadline is not None:
        text = deadline.isoformat().replace("+00:00", "Z")
        OutboxEntry.objects.filter(id=entry.id).update(data={**entry.data, "deadline": text})
    relay()
    assert receiver.got[0][0]["ttl"] == str(seconds)


def test_a_reminder_is_urgent(
    alice: User, receiver: Receiver, phone: Device, monkeypatch: pytest.MonkeyPatch
) -> None:
    phone.subscribed_by(alice)
    wish(alice, kind="turn_reminder", email="off")
    enqueue_news(alice)
    relay()
    kind_like_news(monkeypatch, name="turn_reminder")
    entry = enqueue_news(alice)
    OutboxEntry.objects.filter(id=entry.id).update(kind="turn_reminder")
    relay()
    assert [headers["urgency"] for headers, _ in receiver.got] == ["normal", "high"]


def test_a_newer_message_replaces_an_older_one_of_the_same_game(
    alice: User, bob: User, receiver: Receiver, phone: Device
) -> None:
    phone.subscribed_by(alice)
    device_at(receiver).subscribed_by(bob)
    enqueue_news(alice, number=1)
    enqueue_news(alice, number=2)
    enqueue_news(bob)
    relay()
    relay()
    topics = [headers["topic"] for headers, _ in receiver.got]
    assert len(topics) == 3
    assert len(set(topics)) == 2  # the push service cannot tell that it is one game
    assert all(len(topic) == 32 for topic in topics)
    assert ITEM.hex not in topics


# --- when, and whether ---------------------------------------------------------------------------


def test_in_quiet_hours_it_waits_for_the_morning(
    alice: User, receiver: Receiver, phone: Device, clock: Any
) -> None:
    Preferences.objects.create(user=alice, quiet_from=time(11), quiet_to=time(19))
    phone.subscribed_by(alice)
    enqueue_news(alice)
    relay()
    assert receiver.got == []
    assert only_delivery().available_at == NOW + timedelta(hours=7)
    clock.shift(timedelta(hours=7))
    relay()
    assert len(receiver.got) == 1


def test_what_waited_when_quiet_hours_began_waits_on_without_blocking_the_device(
    alice: User, receiver: Receiver, phone: Device, clock: Any
) -> None:
    receiver.status = 503
    subscription = phone.subscribed_by(alice)
    enqueue_news(alice)
    relay()
    preferences_change(user=alice, changes={"quiet_from": time(12), "quiet_to": time(19)})
    clock.shift(timedelta(minutes=10))
    relay()
    assert only_delivery().available_at == NOW + timedelta(hours=7)
    assert only_delivery().attempts == 1
    subscription.refresh_from_db()
    assert subscription.rest_until == NOW + timedelta(minutes=10)


def test_what_no_longer_matters_is_not_sent(alice: User, receiver: Receiver, phone: Device) -> None:
    phone.subscribed_by(alice)
    enqueue_news(alice)
    outbox_fan_out()
    STALE.add(1)
    relay()
    assert receiver.got == []
    assert only_delivery().progress == Progress.DROPPED


def test_who_turns_it_off_gets_no_more(
    alice: User, receiver: Receiver, phone: Device, clock: Any
) -> None:
    receiver.status = 500
    phone.subscribed_by(alice)
    enqueue_news(alice)
    relay()
    channel_preferences_change(user=alice, preferences={"news": {"push": False}})
    assert only_delivery().progress == Progress.DROPPED
    enqueue_news(alice)
    clock.shift(timedelta(hours=1))
    relay()
    assert len(receiver.got) == 1


@pytest.mark.parametrize(
    ("how", "expected"),
    [
        ({"email": Mode.SINGLE}, True),
        ({"email": Mode.OFF}, False),
        ({"email": Mode.SINGLE, "has_preferences": False}, False),
    ],
)
def test_by_default_it_follows_the_email(
    how: dict[str, Any], expected: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert channel_settings_for(kind_like_news(monkeypatch, **how), None).push is expected


def test_without_a_key_nothing_is_sent(
    alice: User, receiver: Receiver, phone: Device, settings: Any
) -> None:
    phone.subscribed_by(alice)
    enqueue_news(alice)
    outbox_fan_out()
    settings.VAPID_PRIVATE_KEY = ""
    enqueue_news(alice)
    relay()
    assert receiver.got == []
    assert only_delivery().progress == Progress.DROPPED
    assert Notification.objects.count() == 2


# --- what fails ----------------------------------------------------------------------------------


@pytest.mark.fault(9)
def test_it_is_tried_for_hours_and_then_given_up(
    alice: User, receiver: Receiver, phone: Device, clock: Any
) -> None:
    receiver.status = 503
    phone.subscribed_by(alice)
    enqueue_news(alice)
    outbox_fan_out()
    waits = []
    for _ in range(PushDeliveryQueue.max_attempts):
        before = only_delivery().available_at
        clock.move_to(before)
        relay()
        waits.append(only_delivery().available_at - before)
    assert waits[:-1] == list(PushDeliveryQueue.waits)
    assert only_delivery().progress == Progress.DEAD
    messages = [phone.read(body) for _, body in receiver.got]
    assert messages == [messages[0]] * 6
    assert len({headers["topic"] for headers, _ in receiver.got}) == 1
    assert len({body for _, body in receiver.got}) == 6  # each encrypted with a key of its own


def test_what_fails_and_then_works_is_sent(
    alice: User, receiver: Receiver, phone: Device, clock: Any
) -> None:
    receiver.status = 429
    subscription = phone.subscribed_by(alice)
    enqueue_news(alice)
    relay()
    subscription.refresh_from_db()
    assert (subscription.failures, subscription.failing_since) == (1, NOW)
    receiver.status = 201
    clock.shift(timedelta(seconds=5))
    relay()
    assert only_delivery().progress == Progress.SENT
    subscription.refresh_from_db()
    assert (subscription.failures, subscription.failing_since) == (0, None)


@pytest.mark.parametrize("status", [404, 410])
def test_a_device_that_is_gone_is_removed(
    status: int, alice: User, receiver: Receiver, phone: Device
) -> None:
    receiver.status = status
    phone.subscribed_by(alice)
    enqueue_news(alice, number=1)
    enqueue_news(alice, number=2)
    relay()
    relay()
    assert len(receiver.got) == 1
    assert not PushSubscription.objects.exists()
    assert not Delivery.objects.exists()


def test_so_is_one_that_fails_for_days(
    alice: User, receiver: Receiver, phone: Device, clock: Any
) -> None:
    receiver.status = 403  # as after a change of the key
    phone.subscribed_by(alice)
    enqueue_news(alice)
    relay()
    clock.shift(timedelta(days=4, hours=23))
    enqueue_news(alice)
    relay()
    assert PushSubscription.objects.exists()
    clock.shift(timedelta(hours=2))
    enqueue_news(alice)
    relay()
    assert not PushSubscription.objects.exists()


@pytest.mark.parametrize("status", [400, 413])
def test_what_would_be_refused_again_is_not_sent_again(
    status: int, alice: User, receiver: Receiver, phone: Device
) -> None:
    receiver.status = status
    phone.subscribed_by(alice)
    enqueue_news(alice)
    relay()
    assert only_delivery().progress == Progress.DEAD
    assert PushSubscription.objects.exists()


@pytest.mark.fault(9)
def test_an_address_that_has_become_private_is_not_called(
    alice: User, receiver: Receiver, phone: Device, settings: Any
) -> None:
    phone.subscribed_by(alice)
    enqueue_news(alice)
    settings.WEBHOOKS_PRIVATE_NETWORKS = []
    relay()
    assert receiver.got == []
    assert only_delivery().progress == Progress.WAITING
    assert only_delivery().log[-1]["answer"] == PRIVATE
    assert PushSubscription.objects.get().failures == 1


@pytest.mark.fault(9)
def test_a_name_that_leads_inside_is_not_called(
    alice: User, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.WEBHOOKS_PRIVATE_NETWORKS = []
    Device("https://push.example.net/send").subscribed_by(alice)

    def lookup(host: str, port: int, *, flags: int = 0, **how: Any) -> list[Any]:
        if flags:
            raise socket.gaierror("a name")
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", port))]

    monkeypatch.setattr(socket, "getaddrinfo", lookup)
    enqueue_news(alice)
    relay()
    assert only_delivery().log[-1]["answer"] == PRIVATE


def test_one_message_at_a_time_goes_to_a_device(
    alice: User, receiver: Receiver, phone: Device, clock: Any
) -> None:
    receiver.status = 500
    phone.subscribed_by(alice)
    for number in range(3):
        enqueue_news(alice, number=number)
    relay()
    assert len(receiver.got) == 1
    clock.shift(timedelta(seconds=5))
    relay()
    assert len(receiver.got) == 2


# --- one browser, two users ----------------------------------------------------------------------


def test_a_browser_belongs_to_the_last_user_who_subscribed_it(
    alice: User, bob: User, receiver: Receiver, phone: Device, clock: Any
) -> None:
    receiver.status = 500
    phone.subscribed_by(alice)
    enqueue_news(alice, number=1)
    relay()
    phone.subscribed_by(bob)
    receiver.status = 201
    clock.shift(timedelta(hours=1))
    enqueue_news(alice, number=2)
    enqueue_news(bob, number=3)
    relay()
    messages = [phone.read(body)["title"] for _, body in receiver.got]
    assert messages == ["News 1 (en)", "News 3 (en)"]  # neither the waiting one nor the new one
    assert PushSubscription.objects.get().user == bob


# --- tests and logs ------------------------------------------------------------------------------


def test_a_test_is_sent_once_also_at_night(
    alice: User, receiver: Receiver, phone: Device, clock: Any
) -> None:
    Preferences.objects.create(user=alice, quiet_from=time(11), quiet_to=time(19))
    receiver.status = 500
    subscription = phone.subscribed_by(alice)
    push_test(user=alice, subscription_id=subscription.id)
    relay()
    clock.shift(timedelta(days=1))
    relay()
    ((_, body),) = receiver.got
    assert phone.read(body)["kind"] == "push_test"
    assert only_delivery().progress == Progress.DEAD


@pytest.mark.parametrize("status", [201, 410, 500])
def test_no_log_holds_a_secret_or_an_address(
    status: int, alice: User, receiver: Receiver, phone: Device, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    receiver.status = status
    phone.subscribed_by(alice)
    enqueue_news(alice)
    relay()
    assert len(receiver.got) == 1
    for secret in ("hook/phone", *phone.keys.values(), "vapid t="):
        assert secret not in caplog.text


def test_the_public_key_is_that_of_the_private_one(settings: Any) -> None:
    assert push_key() == public_key_of(settings.VAPID_PRIVATE_KEY)
    settings.VAPID_PRIVATE_KEY = ""
    assert push_key() is None
