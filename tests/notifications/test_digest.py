"""The daily digest: one mail a day, at the user's own hour, the most urgent first."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any
from unittest import mock
from uuid import UUID

import pytest
import time_machine
from django.core import mail
from django.test import Client

from accounts.models import Preferences, User
from notifications import kinds
from notifications.kinds import DigestLine, Reader
from notifications.models import Delivery, Digest, Mode, Progress
from notifications.services.digest import digests_create
from notifications.services.emails import DIGEST
from notifications.services.inbox import notifications_read
from notifications.services.preferences import channel_preferences_change, mail_stop
from tests.notifications.news import STALE, enqueue_news, relay, wish

EVENING = datetime(2026, 11, 21, 20, tzinfo=UTC)


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    monkeypatch.setattr(kinds, "PROVIDERS", [])
    with time_machine.travel(EVENING, tick=False) as clock:
        yield clock


def morning(clock: Any, hour: int = 8, day: int = 22) -> int:
    """What is ordered at this hour, and sent."""
    clock.move_to(datetime(2026, 11, day, hour, tzinfo=UTC))
    ordered = digests_create()
    relay()
    return ordered


def test_what_would_be_many_mails_is_one(alice: User, clock: Any) -> None:
    wish(alice, email=Mode.DIGEST)
    enqueue_news(alice, number=1)
    enqueue_news(alice, number=2)
    relay()
    assert mail.outbox == []
    assert morning(clock, 7) == 0
    assert morning(clock, 8) == 1
    (message,) = mail.outbox
    assert message.subject == "News about your games"
    assert "* There is news number 1.\n* There is news number 2." in message.body
    assert set(Delivery.objects.values_list("progress", flat=True)) == {"sent"}


def test_it_comes_once_a_day(alice: User, clock: Any) -> None:
    wish(alice, email=Mode.DIGEST)
    enqueue_news(alice, number=1)
    relay()
    assert morning(clock) == 1
    enqueue_news(alice, number=2)
    relay()
    assert morning(clock, 9) == morning(clock, 23) == 0
    assert morning(clock, day=23) == 1
    assert len(mail.outbox) == 2
    assert "number 1" not in mail.outbox[1].body


def test_the_hour_is_that_of_the_users_clock(alice: User, clock: Any) -> None:
    Preferences.objects.create(user=alice, time_zone="America/New_York", digest_hour=6)
    wish(alice, email=Mode.DIGEST)
    enqueue_news(alice)
    relay()
    assert morning(clock, 10) == 0
    assert morning(clock, 11) == 1
    assert str(Digest.objects.get().day) == "2026-11-22"


def test_what_was_missed_at_the_hour_is_made_up_for(alice: User, clock: Any) -> None:
    wish(alice, email=Mode.DIGEST)
    enqueue_news(alice)
    relay()
    assert morning(clock, 11) == 1


def test_what_comes_after_the_hour_waits_for_the_next(alice: User, clock: Any) -> None:
    wish(alice, email=Mode.DIGEST)
    morning(clock, 8)
    clock.move_to(datetime(2026, 11, 22, 9, tzinfo=UTC))
    enqueue_news(alice)
    relay()
    assert morning(clock, 10) == 0
    assert mail.outbox == []
    assert morning(clock, day=23) == 1
    assert len(mail.outbox) == 1


def test_what_was_read_or_is_out_of_date_is_left_out(alice: User, clock: Any) -> None:
    wish(alice, email=Mode.DIGEST)
    enqueue_news(alice, number=1)
    relay()
    notifications_read(user=alice)
    enqueue_news(alice, number=2)
    enqueue_news(alice, number=3)
    relay()
    STALE.add(3)
    morning(clock)
    (message,) = mail.outbox
    assert "number 2" in message.body
    assert "number 1" not in message.body
    assert "number 3" not in message.body
    assert Delivery.objects.filter(progress=Progress.DROPPED).count() == 2


def test_nothing_is_no_mail(alice: User, clock: Any) -> None:
    wish(alice, email=Mode.DIGEST)
    enqueue_news(alice)
    relay()
    notifications_read(user=alice)
    assert morning(clock) == 1
    assert mail.outbox == []


def test_turns_come_first_the_most_urgent_at_the_top(
    alice: User, clock: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def turns(user_id: UUID, reader: Reader) -> list[DigestLine]:
        return [
            DigestLine("no hurry"),
            DigestLine("tomorrow", until=EVENING + timedelta(days=2)),
            DigestLine("today", "https://play.example.org/1", EVENING + timedelta(days=1)),
        ]

    monkeypatch.setattr(kinds, "PROVIDERS", [turns])
    wish(alice, email=Mode.DIGEST)
    enqueue_news(alice)
    relay()
    morning(clock)
    (message,) = mail.outbox
    assert message.subject == "Your turn in 3 games"
    today = "today. Deadline: Sunday 22 November 2026, 20:00 (UTC)"
    words = [today, "play.example.org/1", "tomorrow", "no hurry"]
    places = [message.body.index(word) for word in [*words, "news number 1"]]
    assert places == sorted(places)


def test_a_user_who_asked_for_it_is_reminded_of_their_turns_every_day(
    alice: User, clock: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kinds, "PROVIDERS", [lambda user_id, reader: [DigestLine("your turn")]])
    channel_preferences_change(user=alice, preferences={"news": {"email": "digest"}})
    assert digests_create() == 0  # they asked at eight in the evening
    assert morning(clock, 8) == 1
    assert morning(clock, 8, day=23) == 1
    assert len(mail.outbox) == 2


def test_two_that_order_at_once_order_one(alice: User, clock: Any) -> None:
    from notifications.services.digest import digest_create

    hour = datetime(2026, 11, 22, 8, tzinfo=UTC)
    assert digest_create(user_id=alice.id, hour=hour, now=hour)
    assert not digest_create(user_id=alice.id, hour=hour, now=hour)


def test_one_click_ends_the_digest(alice: User, clock: Any, client: Client) -> None:
    wish(alice, email=Mode.DIGEST)
    enqueue_news(alice)
    relay()
    morning(clock)
    url = str(mail.outbox[0].message()["List-Unsubscribe"]).replace("\n", "").replace(" ", "")
    client.post(url.strip("<>").removeprefix("https://citadels.example.org"))
    enqueue_news(alice)
    relay()
    assert morning(clock, day=23) == 0
    assert len(mail.outbox) == 1


def test_who_has_ended_it_gets_none_even_if_something_was_held(
    alice: User, clock: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kinds, "PROVIDERS", [lambda user_id, reader: [DigestLine("your turn")]])
    wish(alice, email=Mode.DIGEST)
    enqueue_news(alice)
    relay()
    mail_stop(user_id=alice.id, kind=DIGEST)
    assert morning(clock) == morning(clock, day=23) == 0
    assert Delivery.objects.get().progress == Progress.DROPPED


def test_one_that_is_ordered_is_not_sent_to_who_has_ended_it(alice: User, clock: Any) -> None:
    Preferences.objects.create(user=alice, quiet_from="23:00", quiet_to="09:00")
    wish(alice, email=Mode.DIGEST)
    enqueue_news(alice)
    relay()
    assert morning(clock, 8) == 1
    mail_stop(user_id=alice.id, kind=DIGEST)
    morning(clock, 9)
    assert mail.outbox == []


def test_what_a_digest_told_is_told_in_the_moment_it_is_sent(alice: User, clock: Any) -> None:
    class Killed(BaseException):
        pass

    wish(alice, email=Mode.DIGEST)
    enqueue_news(alice)
    relay()
    dies = mock.patch("notifications.services.digest.digest_mark_sent", side_effect=Killed)
    with dies, pytest.raises(Killed):
        morning(clock)
    assert not Delivery.objects.filter(progress=Progress.SENT).exists()
    clock.shift(timedelta(minutes=2))
    relay()
    assert [message.body.count("number 1") for message in mail.outbox] == [1, 1]
    morning(clock, day=23)
    assert len(mail.outbox) == 2


def test_a_zone_that_is_not_known_here_delays_no_other(alice: User, bob: User, clock: Any) -> None:
    for user in (alice, bob):
        wish(user, email=Mode.DIGEST)
    enqueue_news(alice, bob)
    relay()
    Preferences.objects.create(user=alice, time_zone="Atlantis/Harbour")
    assert morning(clock) == 1
    assert [message.to for message in mail.outbox] == [[bob.email]]
