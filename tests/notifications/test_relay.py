"""From the outbox to lists, mailboxes and webhooks: once each, and what fails delays no other."""

from __future__ import annotations

import threading
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import Any
from unittest import mock

import pytest
import time_machine
from celery.exceptions import SoftTimeLimitExceeded
from django.core import mail
from django.db import OperationalError, connection, transaction
from django.utils import timezone

from accounts.models import User
from core.leases import LAST_REFUSAL, LeasedRows
from notifications.kinds import KINDS
from notifications.models import Delivery, Notification, OutboxEntry, Progress, WebhookEndpoint
from notifications.outbound.outcome import Outcome
from notifications.services.delivery import PATIENCE, deliver
from notifications.services.delivery_queue import QUEUES, EmailDeliveryQueue
from notifications.services.fanout import OutboxQueue, outbox_fan_out
from notifications.services.outcomes import outcome_note
from notifications.services.purge import expired_purge
from notifications.services.relay import relay_all
from tests.faults.figures import Note
from tests.notifications.news import (
    ITEM,
    STALE,
    enqueue_news,
    hook,
    only_delivery,
    relay,
    wish,
)
from tests.notifications.receiver import Receiver, receiving


def test_each_user_is_told_once_by_each_channel(
    alice: User, bob: User, charlie: User, receiver: Receiver
) -> None:
    hook(alice, receiver.url)
    wish(alice, email="single")
    enqueue_news(alice, bob)
    relay()
    relay()
    assert sorted(n.user.username for n in Notification.objects.all()) == ["alice", "bob"]
    assert sorted(message.to[0] for message in mail.outbox) == [
        "alice@example.org",
        "bob@example.org",
    ]
    assert len(receiver.got) == 1
    assert set(Delivery.objects.values_list("progress", flat=True)) == {"sent"}


def test_a_user_is_notified_as_they_wish(alice: User, receiver: Receiver) -> None:
    hook(alice, receiver.url)
    wish(alice, in_app=False, email="off", webhook=False)
    enqueue_news(alice)
    relay()
    assert not Notification.objects.exists()
    assert not Delivery.objects.exists()


def test_a_webhook_is_told_of_the_kinds_it_asks_for(
    alice: User, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    hook(alice, receiver.url, kinds=["webhook_disabled"])
    enqueue_news(alice)
    relay()
    assert receiver.got == []


def test_who_is_gone_is_told_nothing(alice: User, bob: User) -> None:
    enqueue_news(alice, bob)
    alice.is_active = False
    alice.save()
    bob.delete()
    relay()
    assert not Notification.objects.exists()
    assert mail.outbox == []
    assert OutboxEntry.objects.get().fanned_out_at is not None


def test_who_has_no_address_gets_no_mail(alice: User) -> None:
    alice.email = ""
    alice.save()
    enqueue_news(alice)
    relay()
    assert Notification.objects.count() == 1
    assert not Delivery.objects.exists()


def test_an_entry_that_is_out_of_date_before_its_fan_out_reaches_nobody(alice: User) -> None:
    enqueue_news(alice)
    STALE.add(1)
    relay()
    assert not Notification.objects.exists()
    assert mail.outbox == []


def test_what_is_out_of_date_before_it_goes_out_is_dropped(alice: User, receiver: Receiver) -> None:
    hook(alice, receiver.url)
    enqueue_news(alice)
    outbox_fan_out()
    STALE.add(1)
    relay()
    assert receiver.got == []
    assert only_delivery().progress == Progress.DROPPED


def test_an_entry_whose_fan_out_fails_delays_no_other(
    alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    with time_machine.travel(datetime(2026, 11, 21, 12, tzinfo=UTC), tick=False) as clock:
        broken = enqueue_news(alice, number=1)
        good = enqueue_news(alice, number=2)
        OutboxEntry.objects.filter(id=broken.id).update(kind="forgotten")
        for _ in range(7):
            relay()
            clock.shift(timedelta(hours=7))
        broken.refresh_from_db()
        good.refresh_from_db()
    assert good.fanned_out_at == good.created_at
    assert (broken.attempts, broken.dead_at is None) == (6, False)
    assert "forgotten" in broken.error


@pytest.mark.parametrize("step", ["note_failure", "give_up"])
def test_one_that_can_be_neither_put_off_nor_given_up_delays_no_other(
    alice: User, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    broken = enqueue_news(alice, number=1)
    good = enqueue_news(alice, number=2)
    last = OutboxQueue.max_attempts - 1
    OutboxEntry.objects.filter(id=broken.id).update(kind="forgotten", attempts=last)
    fails = mock.Mock(side_effect=ValueError("broken"))
    monkeypatch.setattr(OutboxQueue, step, fails)
    outbox_fan_out()
    good.refresh_from_db()
    assert good.fanned_out_at is not None
    assert fails.call_count == 1
    OutboxEntry.objects.filter(id=broken.id).update(available_at=timezone.now())
    outbox_fan_out()
    assert fails.call_count == (2 if step == "give_up" else 1)


def test_a_lost_database_stops_the_sweep(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    enqueue_news(alice)
    monkeypatch.setattr(OutboxQueue, "process", mock.Mock(side_effect=OperationalError("gone")))
    monkeypatch.setattr(OutboxQueue, "fail", mock.Mock(side_effect=OperationalError("gone")))
    monkeypatch.setattr(connection, "is_usable", lambda: False)
    with pytest.raises(OperationalError):
        outbox_fan_out()


def test_what_the_machine_refuses_is_not_counted_and_soon_ends_the_sweep(
    alice: User, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    for number in range(LAST_REFUSAL + 2):
        enqueue_news(alice, number=number)
    process = mock.Mock(side_effect=OperationalError("no space"))
    monkeypatch.setattr(OutboxQueue, "process", process)
    outbox_fan_out()
    assert process.call_count == LAST_REFUSAL
    assert set(OutboxEntry.objects.values_list("attempts", "error")) == {(0, "")}
    assert len(caplog.records) == 1


@pytest.mark.parametrize("computed", [True, False])
def test_a_time_limit_counts_for_a_row_that_computed(
    alice: User, monkeypatch: pytest.MonkeyPatch, computed: bool
) -> None:
    entry = enqueue_news(alice)
    monkeypatch.setattr("core.leases.COMPUTED", 0.0 if computed else 1000.0)
    monkeypatch.setattr(OutboxQueue, "process", mock.Mock(side_effect=SoftTimeLimitExceeded))
    outbox_fan_out()
    entry.refresh_from_db()
    assert entry.attempts == (1 if computed else 0)


@pytest.mark.parametrize("is_broken", [True, False])
def test_a_count_may_be_wrong_once_the_machine_has_refused_something(
    alice: User, monkeypatch: pytest.MonkeyPatch, is_broken: bool
) -> None:
    """The row is tried once more, and given up for an error of its own."""
    monkeypatch.setattr(LeasedRows, "has_met_refusal", True)
    entry = enqueue_news(alice)
    rows = OutboxEntry.objects.filter(id=entry.id)
    rows.update(attempts=OutboxQueue.max_attempts, kind="forgotten" if is_broken else entry.kind)
    outbox_fan_out()
    entry.refresh_from_db()
    assert (entry.dead_at is not None, entry.fanned_out_at is not None) == (
        is_broken,
        not is_broken,
    )


def test_an_error_may_hold_what_no_column_takes(
    alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    entry = enqueue_news(alice)
    monkeypatch.setattr(OutboxQueue, "process", mock.Mock(side_effect=ValueError("a\0b")))
    outbox_fan_out()
    entry.refresh_from_db()
    assert entry.error == "ValueError: a\\0b"


def test_a_delivery_that_cannot_be_claimed_keeps_no_other(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    enqueue_news(alice, number=1)
    enqueue_news(bob, number=2)
    outbox_fan_out()
    queue = EmailDeliveryQueue()
    take_lease, claimed = queue.take_lease, []

    def second_fails(pk: Any, due: datetime) -> Delivery | None:
        claimed.append(pk)
        if len(claimed) == 2:
            raise OperationalError("lock timeout")
        return take_lease(pk, due)

    monkeypatch.setattr(queue, "take_lease", second_fails)
    assert [row.pk for row in queue.take(2)] == claimed[:1]


@pytest.mark.parametrize("error", [OperationalError, SoftTimeLimitExceeded])
def test_a_call_that_has_begun_is_recorded_whatever_ends_the_run(
    alice: User, monkeypatch: pytest.MonkeyPatch, error: type[Exception]
) -> None:
    hook(alice, "https://example.org/")
    enqueue_news(alice)
    outbox_fan_out()
    failed = threading.Event()
    runs = iter([True])

    def find(limit: int) -> list[Any]:
        if next(runs, False):
            return []
        failed.set()
        raise error

    def job() -> Outcome:
        return Outcome(failed.wait(PATIENCE), "")

    monkeypatch.setattr(QUEUES["email"], "find", find)
    monkeypatch.setattr("notifications.services.delivery.webhook_job", lambda **more: job)
    with suppress(SoftTimeLimitExceeded):
        deliver(seconds=PATIENCE)
    assert only_delivery().progress == Progress.SENT


@pytest.mark.parametrize(
    ("step", "error", "attempts"),
    [
        ("preferences_of", OperationalError, [0, 0]),
        ("job_for", OperationalError, [0, 0]),
        ("job_for", SoftTimeLimitExceeded, [0, 1]),
    ],
)
def test_deliveries_that_have_not_begun_are_given_back(
    alice: User,
    bob: User,
    monkeypatch: pytest.MonkeyPatch,
    step: str,
    error: type[Exception],
    attempts: list[int],
) -> None:
    enqueue_news(alice, bob)
    outbox_fan_out()
    monkeypatch.setattr(f"notifications.services.delivery.{step}", mock.Mock(side_effect=error))
    with suppress(SoftTimeLimitExceeded):
        deliver(seconds=5)
    assert sorted(Delivery.objects.values_list("attempts", flat=True)) == attempts


def test_a_text_that_cannot_be_made_delays_no_other(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    enqueue_news(alice, number=1)
    with transaction.atomic():
        enqueue_news(bob, number=2)
        OutboxEntry.objects.filter(data={"number": 1}).update(data={"number": 1, "broken": True})
    news = KINDS["news"]

    def fails(data: dict[str, Any], reader: Any) -> dict[str, object]:
        if "broken" in data:
            raise ValueError("no words")
        return news.parameters(data, reader)

    monkeypatch.setitem(KINDS, "news", type(news)(**{**fields(news), "parameters": fails}))
    relay()
    assert [message.to for message in mail.outbox] == [["bob@example.org"]]
    waiting = Delivery.objects.get(progress=Progress.WAITING)
    assert waiting.log[0]["answer"] == "Not made: ValueError"


def fields(kind: Any) -> dict[str, Any]:
    return {name: getattr(kind, name) for name in kind.__dataclass_fields__}


def test_a_worker_that_dies_between_sending_and_marking_sends_again_by_the_same_id(
    alice: User, receiver: Receiver
) -> None:
    class Killed(BaseException):
        pass

    now = datetime(2026, 11, 21, 12, tzinfo=UTC)
    with time_machine.travel(now, tick=False) as clock:
        hook(alice, receiver.url)
        enqueue_news(alice)
        dies = mock.patch("notifications.services.delivery.outcome_note", side_effect=Killed)
        with dies, pytest.raises(Killed):
            relay()
        relay()  # another worker, while the lease lasts
        assert len(receiver.got) == 1
        clock.shift(timedelta(seconds=61))
        relay()
    assert receiver.ids == [only_delivery().message_id] * 2
    assert only_delivery().progress == Progress.SENT


def test_what_ends_its_worker_each_time_is_given_up(alice: User, receiver: Receiver) -> None:
    hook(alice, receiver.url)
    enqueue_news(alice)
    outbox_fan_out()
    Delivery.objects.update(attempts=10)  # each was counted before it was made
    relay()
    assert receiver.got == []
    assert only_delivery().progress == Progress.DEAD


def test_an_entry_that_ends_its_worker_each_time_is_given_up(alice: User, bob: User) -> None:
    deadly, other = enqueue_news(alice), enqueue_news(bob)
    OutboxEntry.objects.filter(id=deadly.id).update(attempts=OutboxQueue.max_attempts)
    relay()
    deadly.refresh_from_db()
    other.refresh_from_db()
    assert (deadly.fanned_out_at, deadly.dead_at is None) == (None, False)
    assert other.fanned_out_at is not None
    assert list(Notification.objects.values_list("user", flat=True)) == [bob.id]


def test_a_kind_that_is_no_more_delays_no_other(alice: User, receiver: Receiver) -> None:
    hook(alice, receiver.url)
    enqueue_news(alice, number=1)
    enqueue_news(alice, number=2)
    outbox_fan_out()
    OutboxEntry.objects.filter(data={"number": 1}).update(kind="forgotten")
    relay()
    assert Delivery.objects.get(entry__kind="forgotten").log[0]["answer"].startswith("Not made")
    WebhookEndpoint.objects.update(rest_until=timezone.now())
    relay()
    assert len(receiver.got) == 1


def test_who_is_late_does_not_put_off_what_another_has_taken(
    alice: User, receiver: Receiver
) -> None:
    hook(alice, receiver.url)
    enqueue_news(alice)
    outbox_fan_out()
    slow = only_delivery()
    slow.attempts = 1
    Delivery.objects.update(attempts=2, available_at=timezone.now())
    before = only_delivery()
    failed = Outcome(False, "too late")
    now = timezone.now()
    outcome_note(delivery=slow, outcome=failed, began=now, now=now)
    after = only_delivery()
    assert (after.available_at, after.log) == (before.available_at, [])


@pytest.mark.fault(9)
def test_hanging_receivers_delay_nobody(
    alice: User, bob: User, impatient: None, note: Note
) -> None:
    with receiving() as quick, receiving(hangs=True) as hanging:
        for number in range(3):
            hook(alice, f"{hanging.url}/{number}")
        for number in range(4):
            enqueue_news(alice, number=number)
        hook(bob, quick.url)
        enqueue_news(bob)
        began = timezone.now()
        relay_all(seconds=3)
        took = timezone.now() - began
    assert len(quick.got) == 1
    assert len(hanging.got) == 3  # one call for each endpoint, however many wait
    note("hang", len(hanging.got))
    note("told all in s", took.total_seconds())


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_two_relays_at_once_tell_nobody_twice(alice: User, bob: User) -> None:
    with receiving() as receiver:
        for number in range(3):
            hook(alice, f"{receiver.url}/{number}")
        for number in range(30):
            enqueue_news(alice, bob, number=number)
        barrier = threading.Barrier(4)

        def work() -> None:
            barrier.wait()
            try:
                for _ in range(30):
                    relay_all(seconds=5)
            finally:
                connection.close()

        threads = [threading.Thread(target=work) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert Notification.objects.count() == 60
    assert len(receiver.ids) == len(set(receiver.ids)) == 90
    assert len(mail.outbox) == 30
    assert set(Delivery.objects.values_list("progress", flat=True)) == {"sent"}


def test_what_is_old_is_forgotten(alice: User, settings: Any) -> None:
    enqueue_news(alice)
    relay()
    expired_purge(now=timezone.now() + timedelta(days=settings.NOTIFICATION_RETENTION_DAYS - 1))
    assert Notification.objects.count() == 1
    assert (
        expired_purge(now=timezone.now() + timedelta(days=settings.NOTIFICATION_RETENTION_DAYS + 1))
        == 1
    )
    assert not OutboxEntry.objects.exists()
    assert not Notification.objects.exists()
    assert not Delivery.objects.exists()


def test_one_user_is_in_one_list_once(alice: User) -> None:
    entry = enqueue_news(alice)
    outbox_fan_out()
    OutboxEntry.objects.filter(id=entry.id).update(fanned_out_at=None)
    outbox_fan_out()  # should never happen; the database says no
    assert Notification.objects.filter(entry__subject=ITEM).count() == 1
