"""Telling users: one row in the caller's transaction."""

from __future__ import annotations

from typing import Any
from unittest import mock

import pytest
from django.db import transaction
from django.db.transaction import TransactionManagementError

from accounts.models import User
from citadels.celery import app
from core import task_wakeup
from notifications.kinds import UnknownKind
from notifications.models import OutboxEntry
from notifications.services.outbox import notification_enqueue
from notifications.services.outbox import wakeup as wakeup
from tests.notifications.news import ITEM, enqueue_news


@pytest.fixture(autouse=True)
def rested(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wakeup, "silent_until", 0.0)
    monkeypatch.setattr(task_wakeup.broker, "open_until", 0.0)


def test_it_costs_one_statement(alice: User, bob: User, django_assert_num_queries: Any) -> None:
    with transaction.atomic(), django_assert_num_queries(1):
        ids = [alice.id, bob.id, alice.id]
        notification_enqueue(users=ids, kind="news", subject=ITEM, data={"number": 1})
    assert OutboxEntry.objects.get().users == [str(alice.id), str(bob.id)]


def test_what_is_rolled_back_is_told_to_nobody(alice: User) -> None:
    with transaction.atomic():
        enqueue_news(alice)
        transaction.set_rollback(True)
    assert not OutboxEntry.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_it_belongs_to_a_transaction(alice: User) -> None:
    with pytest.raises(TransactionManagementError):
        notification_enqueue(users=[alice.id], kind="news", subject=ITEM, data={"number": 1})


def test_a_kind_must_be_known(alice: User) -> None:
    with pytest.raises(UnknownKind):
        notification_enqueue(users=[alice.id], kind="olds", subject=ITEM, data={})


def test_nobody_is_told_by_no_row(db: None) -> None:
    assert notification_enqueue(users=[], kind="news", subject=ITEM, data={"number": 1}) is None
    assert not OutboxEntry.objects.exists()


# --- the doorbell --------------------------------------------------------------------------------


def test_a_worker_is_woken_after_the_commit_once_a_second(
    alice: User, django_capture_on_commit_callbacks: Any
) -> None:
    send_task = mock.patch.object(app, "send_task")
    with send_task as send, django_capture_on_commit_callbacks(execute=True):
        enqueue_news(alice)
        enqueue_news(alice)
        assert not send.called
    assert [call.args for call in send.call_args_list] == [("notifications.tasks.relay",)]


def test_a_dead_broker_stops_nobody_and_is_left_alone_for_a_while(
    alice: User, django_capture_on_commit_callbacks: Any
) -> None:
    send_task = mock.patch.object(app, "send_task", side_effect=OSError("no route"))
    with send_task as send, django_capture_on_commit_callbacks(execute=True):
        enqueue_news(alice)
        enqueue_news(alice)
    assert send.call_count == 1
    assert OutboxEntry.objects.count() == 2
