"""What others may put in front of a user is limited, by rows that last."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.db import OperationalError, connection, transaction

from accounts.models import AccountDeletion, User
from accounts.services.deletions import account_delete, deletion_request
from notifications.errors import NotificationNotFound
from notifications.kinds import KINDS, Cause, Kind, Limit
from notifications.models import Channel, Delivery, Mode, Notification, OutboxEntry
from notifications.selectors import notifications_of
from notifications.services.emails import DIGEST
from notifications.services.fanout import Audience, outbox_fan_out
from notifications.services.inbox import notifications_read
from notifications.services.preferences import channel_preferences_change, mail_stop
from notifications.services.privacy import export_files_of
from notifications.services.receiver_limits import FACTORS, WHILE
from notifications.services.relay import relay_all
from tests.faults.together import at_once
from tests.notifications.news import NOW, enqueue_news, hook, wish
from tests.notifications.receiver import Receiver


@pytest.fixture(autouse=True)
def limited(news: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """At once, news come once from each user, and three times in all."""
    monkeypatch.setitem(KINDS, "news", replace(KINDS["news"], limit=Limit(3, from_one=1)))


@pytest.fixture
def replacing(limited: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """News replace news."""
    monkeypatch.setitem(KINDS, "news", replace(KINDS["news"], limit=Limit(9), replaces=("news",)))


def relay() -> None:
    """Fan out and send everything, however slow the machine is."""
    relay_all(seconds=60)


def numbers(user: User) -> list[int]:
    return [line.entry.data["number"] for line in notifications_of(user=user)]


def count_held() -> int:
    return Delivery.objects.filter(progress="held").count()


def test_a_kind_needs_a_limit() -> None:
    texts = {"summary": "", "subject": "", "text": "", "cause": Cause.USER}
    with pytest.raises(TypeError, match="limit"):
        Kind(name="new", **texts)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="Nothing limits"):
        Kind(name="new", **texts, limit=None)  # type: ignore[arg-type]


def test_the_first_mail_comes_at_once_and_the_next_are_collected(
    alice: User, bob: User, charlie: User, clock: Any
) -> None:
    for number, sender in enumerate([bob, bob, charlie, bob, None, None]):
        enqueue_news(alice, number=number, sender=sender)
        relay()
        clock.shift(1)
    assert [message.subject[:6] for message in mail.outbox] == ["News 0", "News 2", "News 4"]
    assert (
        count_held() == 3
    )  # two from the same user, whose share is one of three, and one beyond all
    assert numbers(alice) == [5, 4, 3, 2, 1, 0]  # the list has all
    clock.shift(WHILE)
    enqueue_news(alice, number=6, sender=bob)
    relay()
    assert mail.outbox[-1].subject.startswith("News 6")


def test_other_kinds_and_other_receivers_do_not_count(
    alice: User, bob: User, charlie: User, clock: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    enqueue_news(alice, charlie, sender=bob)
    relay()
    monkeypatch.setitem(KINDS, "other", replace(KINDS["news"], name="other"))
    entry = enqueue_news(alice, sender=bob)
    OutboxEntry.objects.filter(id=entry.id).update(kind="other")
    relay()
    assert Counter(message.to[0] for message in mail.outbox) == {alice.email: 2, charlie.email: 1}


def test_webhooks_get_ten_times_as_many(alice: User, bob: User, receiver: Receiver) -> None:
    hook(alice, receiver.url)
    for number in range(FACTORS[Channel.WEBHOOK] + 2):
        enqueue_news(alice, number=number, sender=bob)
    outbox_fan_out(seconds=60)
    assert Delivery.objects.count() == FACTORS[Channel.WEBHOOK]
    assert Notification.objects.count() == FACTORS[Channel.WEBHOOK] + 2


def test_who_left_the_digest_gets_nothing_collected(alice: User, bob: User, clock: Any) -> None:
    enqueue_news(alice, sender=bob)
    enqueue_news(alice, sender=bob)
    relay()
    assert count_held() == 1
    mail_stop(user_id=alice.id, kind=DIGEST)
    enqueue_news(alice, sender=bob)
    relay()
    assert (count_held(), len(mail.outbox)) == (0, 1)
    channel_preferences_change(user=alice, preferences={"news": {"email": Mode.DIGEST}})
    channel_preferences_change(user=alice, preferences={"news": {"email": Mode.SINGLE}})
    enqueue_news(alice, sender=bob)
    relay()
    assert count_held() == 1  # requested again


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_workers_that_fan_out_at_once_do_not_exceed_a_limit(alice: User, bob: User) -> None:
    entry = enqueue_news(alice, sender=bob)

    def other_worker() -> str:
        with connection.cursor() as cursor:
            cursor.execute("SET lock_timeout = '50ms'")
        try:
            with transaction.atomic():
                Audience.of(entry, NOW)
        except OperationalError:
            return "waits"
        return "counts"

    with transaction.atomic():
        Audience.of(entry, NOW)
        assert at_once(other_worker) == ["waits"]
    assert at_once(other_worker) == ["counts"]


@pytest.mark.usefixtures("replacing")
def test_a_newer_line_replaces_unread_ones(alice: User, clock: Any) -> None:
    first = enqueue_news(alice, number=1)
    relay()
    shown = Notification.objects.get(entry=first)
    clock.shift(1)
    enqueue_news(alice, number=2)
    relay()
    assert numbers(alice) == [2]
    assert notifications_read(user=alice, up_to=shown.id) == 0  # the page showed the replaced one
    notifications_read(user=alice)
    clock.shift(1)
    enqueue_news(alice, number=3)
    relay()
    assert numbers(alice) == [3, 2]  # what was read stays
    with pytest.raises(NotificationNotFound):
        notifications_read(user=alice, up_to=first.notifications.model().id)


@pytest.mark.usefixtures("replacing")
def test_a_late_line_does_not_replace_a_newer_one(alice: User, clock: Any) -> None:
    late = enqueue_news(alice, number=1)
    OutboxEntry.objects.filter(id=late.id).update(available_at=NOW + timedelta(minutes=1))
    enqueue_news(alice, number=2)
    relay()
    clock.shift(60)
    relay()
    assert numbers(alice) == [2]


@pytest.mark.usefixtures("replacing")
def test_what_was_not_sent_yet_is_replaced_at_the_same_receiver_only(
    alice: User, bob: User, receiver: Receiver
) -> None:
    hook(alice, receiver.url)
    other = hook(alice, receiver.url + "/other")
    wish(bob, email=Mode.DIGEST)
    enqueue_news(alice, bob, number=1)
    outbox_fan_out(seconds=60)
    other.kinds = ["your_turn"]
    other.save()
    enqueue_news(alice, bob, number=2)
    outbox_fan_out(seconds=60)
    rows = Delivery.objects.values_list("channel", "endpoint__kinds", "entry__data", "progress")
    assert sorted(
        (channel, bool(kinds), data["number"], end) for channel, kinds, data, end in rows
    ) == [
        ("email", False, 1, "dropped"),
        ("email", False, 2, "held"),
        ("webhook", False, 1, "dropped"),
        ("webhook", False, 2, "waiting"),
        ("webhook", True, 1, "waiting"),
    ]


def test_who_caused_what_is_exported_and_forgotten(alice: User, bob: User) -> None:
    entry = enqueue_news(alice, sender=bob)
    files = dict(export_files_of(bob))
    (caused,) = files["caused_notifications"]
    assert caused == {"kind": "news", "subject": entry.subject, "created_at": entry.created_at}
    deletion_request(user=bob)
    account_delete(AccountDeletion.objects.get(user=bob))
    assert OutboxEntry.objects.get(id=entry.id).sender is None
