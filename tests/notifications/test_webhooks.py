"""What a receiver gets, and what happens when it does not take it."""

from __future__ import annotations

import logging
from datetime import timedelta
from time import monotonic
from typing import Any

import pytest
from standardwebhooks import Webhook, WebhookVerificationError

from accounts.models import User
from core import leases
from notifications.models import Delivery, Notification, Progress, WebhookEndpoint
from notifications.outbound import post
from notifications.services.delivery_queue import WebhookDeliveryQueue
from notifications.services.endpoints import (
    webhook_change,
    webhook_redeliver,
    webhook_rotate,
    webhook_test,
)
from notifications.services.fanout import outbox_fan_out
from notifications.services.preferences import channel_preferences_change
from tests.faults.figures import Note
from tests.faults.together import PATIENCE
from tests.notifications.news import (
    ITEM,
    NOW,
    STALE,
    enqueue_news,
    hook,
    only_delivery,
    relay,
)
from tests.notifications.receiver import Receiver, receiving

pytestmark = pytest.mark.usefixtures("clock")


def last_attempt() -> dict[str, Any]:
    log: list[dict[str, Any]] = only_delivery().log
    return log[-1]


# --- what it gets --------------------------------------------------------------------------------


def test_it_gets_json_with_ids_and_a_signature(alice: User, receiver: Receiver) -> None:
    endpoint = hook(alice, receiver.url)
    enqueue_news(alice)
    relay()
    ((headers, body),) = receiver.got
    assert Webhook(endpoint.secret).verify(body, headers) == {
        "type": "news",
        "timestamp": "2026-11-21T12:00:00Z",
        "data": {"user": str(alice.id), "item": str(ITEM), "number": 1},
    }
    assert headers["content-type"] == "application/json"
    assert headers["host"] == receiver.url.split("/")[2]
    assert headers["webhook-id"] == only_delivery().message_id
    assert last_attempt() == {
        "at": "2026-11-21T12:00:00Z",
        "sent": True,
        "status": 200,
        "answer": "thank you",
        "milliseconds": 0,
    }


def test_another_secret_does_not_verify_it(alice: User, receiver: Receiver) -> None:
    hook(alice, receiver.url)
    enqueue_news(alice)
    relay()
    ((headers, body),) = receiver.got
    with pytest.raises(WebhookVerificationError):
        Webhook("whsec_" + "A" * 44).verify(body, headers)


def test_for_a_day_after_a_rotation_both_secrets_sign(
    alice: User, receiver: Receiver, clock: Any
) -> None:
    old = hook(alice, receiver.url).secret
    new = webhook_rotate(user=alice, webhook_id=WebhookEndpoint.objects.get().id).secret
    assert new != old
    enqueue_news(alice)
    relay()
    headers, body = receiver.got[0]
    assert Webhook(old).verify(body, headers) == Webhook(new).verify(body, headers)
    clock.shift(timedelta(hours=24))
    enqueue_news(alice)
    relay()
    headers, body = receiver.got[1]
    assert Webhook(new).verify(body, headers)["type"] == "news"
    with pytest.raises(WebhookVerificationError):
        Webhook(old).verify(body, headers)


# --- what fails ----------------------------------------------------------------------------------


@pytest.mark.fault(9)
def test_it_is_tried_for_days_and_then_given_up(
    alice: User, receiver: Receiver, clock: Any, settings: Any, note: Note
) -> None:
    settings.WEBHOOKS_FAILING_DAYS = 30
    receiver.status = 500
    hook(alice, receiver.url)
    enqueue_news(alice)
    outbox_fan_out()
    waits = []
    for _ in range(10):
        before = only_delivery().available_at
        clock.move_to(before)
        relay()
        waits.append(only_delivery().available_at - before)
    seconds, minutes, hours = (timedelta(**{unit: 1}) for unit in ("seconds", "minutes", "hours"))
    assert waits[:-1] == [
        *(5 * seconds, 5 * minutes, 30 * minutes, 2 * hours, 5 * hours),
        *(10 * hours, 14 * hours, 20 * hours, 24 * hours),
    ]
    assert only_delivery().progress == Progress.DEAD
    assert len(receiver.got) == 10
    assert len(set(receiver.ids)) == 1
    assert {body for _, body in receiver.got} == {receiver.got[0][1]}
    assert last_attempt()["status"] == 500
    note("attempts", len(receiver.got))
    note("over hours", sum(waits[:-1], timedelta()) / hours)


def test_what_fails_and_then_works_is_sent(alice: User, receiver: Receiver, clock: Any) -> None:
    receiver.status = 503
    hook(alice, receiver.url)
    enqueue_news(alice)
    relay()
    assert WebhookEndpoint.objects.get().failing_since == NOW
    receiver.status = 204
    clock.shift(timedelta(seconds=5))
    relay()
    assert only_delivery().progress == Progress.SENT
    endpoint = WebhookEndpoint.objects.get()
    assert (endpoint.failures, endpoint.failing_since) == (0, None)


def test_jitter_never_makes_it_earlier(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leases, "JITTER", 1.1)
    for attempts, wait in enumerate(WebhookDeliveryQueue.waits, start=1):
        at = WebhookDeliveryQueue().next_attempt(attempts, NOW)
        assert at is not None
        assert wait <= at - NOW <= wait * 1.1


@pytest.mark.fault(9)
def test_who_hangs_is_hung_up_on(alice: User, impatient: None) -> None:
    with receiving(hangs=True) as receiver:
        hook(alice, receiver.url)
        enqueue_news(alice)
        relay()
    assert (last_attempt()["status"], last_attempt()["answer"]) == (None, "No answer in time.")
    assert only_delivery().available_at == NOW + timedelta(seconds=5)


@pytest.mark.fault(9)
@pytest.mark.parametrize(("what", "sent"), [("headers", False), ("body", True)])
def test_who_sends_a_byte_now_and_then_is_hung_up_on(
    what: str, sent: bool, alice: User, impatient: None
) -> None:
    with receiving(drips=what) as receiver:
        hook(alice, receiver.url)
        enqueue_news(alice)
        began = monotonic()
        relay()
        assert monotonic() - began < PATIENCE  # the receiver never ends
    assert last_attempt()["sent"] is sent  # a status of 2xx is an answer, whatever follows


def test_who_thinks_longer_than_it_takes_to_connect_is_waited_for(
    alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(post, "CONNECT_SECONDS", 1.0)
    with receiving(seconds=1.5) as receiver:
        hook(alice, receiver.url)
        enqueue_news(alice)
        relay()
    assert last_attempt()["sent"] is True


def test_who_is_not_there_is_tried_again(alice: User) -> None:
    with receiving() as receiver:
        pass
    hook(alice, receiver.url)
    enqueue_news(alice)
    relay()
    assert last_attempt()["answer"].startswith("No connection")
    assert only_delivery().progress == Progress.WAITING


def test_what_waits_is_not_sent_to_who_has_ended_it_meanwhile(
    alice: User, receiver: Receiver, clock: Any
) -> None:
    receiver.status = 500
    hook(alice, receiver.url)
    enqueue_news(alice)
    relay()
    channel_preferences_change(user=alice, preferences={"news": {"webhook": False}})
    clock.shift(timedelta(days=1))
    relay()
    assert len(receiver.got) == 1
    assert only_delivery().progress == Progress.DROPPED


def test_of_a_long_answer_little_is_read(alice: User, receiver: Receiver) -> None:
    receiver.answer = b"\x00evil\n" + b"x" * 100_000
    hook(alice, receiver.url)
    enqueue_news(alice)
    relay()
    answer = last_attempt()["answer"]
    assert len(answer) == 200
    assert answer.startswith("evil xxx")


@pytest.mark.fault(9)
def test_a_redirect_is_a_failure_and_is_not_followed(alice: User, receiver: Receiver) -> None:
    with receiving() as inner:
        receiver.status, receiver.headers = 307, {"Location": inner.url}
        hook(alice, receiver.url)
        enqueue_news(alice)
        relay()
    assert inner.got == []
    assert last_attempt()["status"] == 307
    assert last_attempt()["answer"] == "Redirects are not followed."
    assert only_delivery().progress == Progress.WAITING


@pytest.mark.fault(9)
def test_an_address_that_has_become_private_is_not_called(
    alice: User, receiver: Receiver, settings: Any
) -> None:
    hook(alice, receiver.url)
    settings.WEBHOOKS_PRIVATE_NETWORKS = []
    enqueue_news(alice)
    relay()
    assert receiver.got == []
    assert last_attempt()["answer"] == "Not sent: The address is not on the public internet."


# --- endpoints that are disabled -----------------------------------------------------------------


def test_410_disables_an_endpoint_and_its_owner_is_told(alice: User, receiver: Receiver) -> None:
    receiver.status = 410
    hook(alice, receiver.url)
    enqueue_news(alice, number=1)
    enqueue_news(alice, number=2)
    relay()
    relay()
    endpoint = WebhookEndpoint.objects.get()
    assert (endpoint.disabled_at, endpoint.disabled_why) == (NOW, "gone")
    assert len(receiver.got) == 1
    assert set(Delivery.objects.filter(endpoint=endpoint).values_list("progress", flat=True)) == {
        "dead"
    }
    notice = Notification.objects.get(entry__kind="webhook_disabled")
    assert notice.entry.data == {"name": "", "host": "127.0.0.1", "why": "gone"}


def test_so_does_failing_for_days(alice: User, receiver: Receiver, clock: Any) -> None:
    receiver.status = 500
    hook(alice, receiver.url)
    enqueue_news(alice)
    relay()
    clock.shift(timedelta(days=4, hours=23))
    relay()
    assert WebhookEndpoint.objects.get().disabled_at is None
    clock.shift(timedelta(hours=2))
    relay()
    assert WebhookEndpoint.objects.get().disabled_why == "failing"
    enqueue_news(alice)
    relay()
    relay()
    assert len(receiver.got) == 3
    assert Notification.objects.filter(entry__kind="webhook_disabled").count() == 1


def test_its_owner_enables_it_again(alice: User, receiver: Receiver) -> None:
    receiver.status = 410
    endpoint = hook(alice, receiver.url, kinds=["news"])
    enqueue_news(alice)
    relay()
    receiver.status = 200
    webhook_change(user=alice, webhook_id=endpoint.id, changes={"enabled": True})
    enqueue_news(alice)
    relay()
    assert len(receiver.got) == 2
    assert WebhookEndpoint.objects.get().disabled_at is None


# --- once more -----------------------------------------------------------------------------------


@pytest.mark.fault(9)
def test_what_was_given_up_can_be_sent_again_by_the_same_id(
    alice: User, receiver: Receiver
) -> None:
    endpoint = hook(alice, receiver.url)
    enqueue_news(alice)
    relay()
    delivery = only_delivery()
    STALE.add(1)  # asked for is asked for
    webhook_redeliver(user=alice, webhook_id=endpoint.id, delivery_id=delivery.id)
    relay()
    assert receiver.ids == [delivery.message_id] * 2
    assert len(only_delivery().log) == 2


def test_a_test_is_sent_once_whether_it_works_or_not(
    alice: User, receiver: Receiver, clock: Any
) -> None:
    receiver.status = 500
    endpoint = hook(alice, receiver.url)
    webhook_test(user=alice, webhook_id=endpoint.id)
    relay()
    clock.shift(timedelta(days=1))
    relay()
    ((_, body),) = receiver.got
    assert b'"type":"webhook_test"' in body
    assert only_delivery().progress == Progress.DEAD


def test_an_endpoint_that_fails_has_a_rest_before_its_next_call(
    alice: User, receiver: Receiver, clock: Any
) -> None:
    receiver.status = 500
    hook(alice, receiver.url)
    for number in range(3):
        enqueue_news(alice, number=number)
    relay()
    assert len(receiver.got) == 1
    clock.shift(timedelta(seconds=5))
    relay()
    assert len(receiver.got) == 2
    clock.shift(timedelta(seconds=5))
    relay()
    assert len(receiver.got) == 2  # ten seconds after the second failure


def test_no_log_holds_a_secret_or_an_address(
    alice: User, receiver: Receiver, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    receiver.status = 410
    endpoint = hook(alice, receiver.url + "?key=hidden")
    enqueue_news(alice)
    relay()
    assert "hidden" not in caplog.text
    assert endpoint.secret not in caplog.text
    assert "hidden" not in str(only_delivery().log)
