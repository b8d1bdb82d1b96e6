"""Without beat, too, users get their copies, accounts end, and what is old goes."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.conf import settings
from django.utils import timezone

from accounts.models import AccountDeletion, AccountExport, EmailKind, OutgoingEmail, User
from accounts.services.deletions import deletion_request
from accounts.services.email_queue import email_enqueue
from accounts.services.exports import export_request
from operations import maintenance
from operations.maintenance import PURGES, Maintenance

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("toy")]


def old_email(user: User) -> None:
    email_enqueue(kind=EmailKind.RESET, address="a@example.org", user=user)
    long_ago = timezone.now() - timedelta(days=settings.EMAIL_RETENTION_DAYS + 1)
    OutgoingEmail.objects.update(created_at=long_ago)


def test_copies_deletions_and_purges_need_no_beat(alice: User, bob: User) -> None:
    export_request(user=alice)
    deletion_request(user=bob)
    AccountDeletion.objects.update(due_at=timezone.now())
    old_email(alice)
    Maintenance().maintain()
    assert AccountExport.objects.get().ready_at is not None
    assert AccountDeletion.objects.get().done_at is not None
    assert not OutgoingEmail.objects.filter(kind=EmailKind.RESET).exists()


def test_it_purges_once_a_day(alice: User) -> None:
    with time_machine.travel(timezone.now(), tick=False) as clock:
        keeping = Maintenance()
        keeping.maintain()
        old_email(alice)
        clock.shift(timedelta(hours=23))
        keeping.maintain()
        assert OutgoingEmail.objects.count() == 1
        clock.shift(timedelta(hours=1))
        keeping.maintain()
        assert OutgoingEmail.objects.count() == 0


def test_what_fails_keeps_nothing_else_from_being_done(
    alice: User, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(**given: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(maintenance, "exports_make", broken)
    monkeypatch.setattr(maintenance, "PURGES", (broken, *PURGES))
    old_email(alice)
    Maintenance().maintain()
    assert not OutgoingEmail.objects.exists()
    assert caplog.text.count("broken failed") == 2


def test_what_beat_purges_is_purged_here_too() -> None:
    tasks = [entry["task"] for entry in settings.CELERY_BEAT_SCHEDULE.values()]
    beats = {task.partition(".")[0] for task in tasks if task.endswith(".purge")}
    assert {purge.__module__.partition(".")[0] for purge in PURGES} == beats
