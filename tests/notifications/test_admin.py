"""Operators see what went out and send it again; they see no secrets."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import Permission
from django.test import Client
from django.urls import reverse

from accounts.models import User
from notifications.models import Delivery, OutboxEntry, Progress
from tests.notifications.news import enqueue_news, hook, only_delivery, relay
from tests.notifications.push_service import device_at
from tests.notifications.receiver import Receiver


@pytest.fixture
def admin(admin_client: Client) -> Client:
    return admin_client


def url(model: str, view: str = "changelist", *args: object) -> str:
    return reverse(f"admin:notifications_{model}_{view}", args=args)


def test_no_page_shows_where_a_device_is(admin: Client, alice: User, receiver: Receiver) -> None:
    device = device_at(receiver, "open-sesame")
    subscription = device.subscribed_by(alice)
    enqueue_news(alice)
    relay()
    for model, pk in (("pushsubscription", subscription.pk), ("delivery", only_delivery().pk)):
        for path in (url(model), url(model, "change", pk)):
            page = admin.get(path)
            assert page.status_code == 200
            assert "127.0.0.1" in page.text or model == "delivery"
            for secret in ("open-sesame", *device.keys.values()):
                assert secret not in page.text
        assert admin.post(url(model, "change", pk), {}).status_code == 403
        assert admin.get(url(model, "add")).status_code == 403


@pytest.mark.parametrize("model", ["outboxentry", "delivery", "webhookendpoint"])
def test_no_page_shows_a_secret(model: str, admin: Client, alice: User, receiver: Receiver) -> None:
    endpoint = hook(alice, receiver.url + "?key=open-sesame")
    enqueue_news(alice)
    relay()
    ids = {
        "outboxentry": OutboxEntry.objects.get().pk,
        "delivery": only_delivery().pk,
        "webhookendpoint": endpoint.pk,
    }
    for path in (url(model), url(model, "change", ids[model])):
        page = admin.get(path)
        assert page.status_code == 200
        assert endpoint.secret not in page.text
        assert "open-sesame" not in page.text
    assert admin.post(url(model, "change", ids[model]), {}).status_code == 403
    assert admin.get(url(model, "add")).status_code == 403


def test_what_was_given_up_is_found_and_delivered_again(
    admin: Client, alice: User, receiver: Receiver
) -> None:
    hook(alice, receiver.url)
    enqueue_news(alice)
    relay()
    Delivery.objects.update(progress=Progress.DEAD)
    page = admin.get(url("delivery"), {"progress": "dead"})
    assert str(only_delivery().pk) in page.text
    chosen = {"action": "redeliver", "_selected_action": [str(only_delivery().pk)]}
    assert admin.post(url("delivery"), chosen).status_code == 302
    relay()
    assert receiver.ids == [only_delivery().message_id] * 2


def test_nothing_waits_for_an_endpoint_that_is_disabled(
    admin: Client, alice: User, receiver: Receiver
) -> None:
    receiver.status = 410
    hook(alice, receiver.url)
    enqueue_news(alice)
    relay()
    chosen = {"action": "redeliver", "_selected_action": [str(only_delivery().pk)]}
    assert "0 deliveries are sent again" in admin.post(url("delivery"), chosen, follow=True).text
    assert only_delivery().progress == Progress.DEAD


def test_who_may_only_look_delivers_nothing(client: Client, alice: User, bob: User) -> None:
    enqueue_news(bob)
    relay()
    alice.is_staff = True
    alice.save()
    alice.user_permissions.add(Permission.objects.get(codename="view_delivery"))
    client.force_login(alice)
    assert "redeliver" not in client.get(url("delivery")).text
    chosen = {"action": "redeliver", "_selected_action": [str(only_delivery().pk)]}
    client.post(url("delivery"), chosen)
    assert only_delivery().progress == Progress.SENT
