"""Mail: plain, by day, in the reader's language, and ended with one click."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from smtplib import SMTPRecipientsRefused, SMTPServerDisconnected
from typing import Any
from unittest import mock

import pytest
from django.core import mail, signing
from django.core.mail import EmailMessage
from django.test import Client

from accounts.models import Preferences, User
from notifications.kinds import KINDS
from notifications.models import ChannelPreference, Delivery, Mode, Progress
from notifications.services.emails import SALT
from notifications.services.endpoints import delivery_retry
from notifications.services.fanout import outbox_fan_out
from notifications.services.preferences import channel_preferences_change
from tests.notifications.news import ITEM, STALE, enqueue_news, only_delivery, relay

pytestmark = pytest.mark.usefixtures("clock")


@pytest.fixture
def waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    """News that wait a little before they are mailed, as turns do."""
    news = KINDS["news"]
    members = {name: getattr(news, name) for name in news.__dataclass_fields__}
    monkeypatch.setitem(KINDS, "news", type(news)(**{**members, "delays_email": True}))


def sent() -> EmailMessage:
    (message,) = mail.outbox
    return message


def test_it_says_what_happened_and_where_to_go(alice: User) -> None:
    enqueue_news(alice)
    relay()
    message = sent()
    assert (message.to, message.subject) == (["alice@example.org"], "News 1 (en)")
    assert message.body.startswith(
        f"There is news number 1.\n\nhttps://play.example.org/{ITEM}\n\n-- \nUnsubscribe from"
    )


def test_it_speaks_the_language_of_its_reader(alice: User) -> None:
    Preferences.objects.create(user=alice, language="fr")
    enqueue_news(alice)
    relay()
    assert sent().subject == "News 1 (fr)"
    assert "Pour ne plus recevoir" in sent().body


def test_it_has_one_name_however_often_it_is_sent(alice: User) -> None:
    enqueue_news(alice)
    relay()
    delivery_retry(delivery=only_delivery())
    relay()
    names = [message.message()["Message-ID"] for message in mail.outbox]
    assert names == [f"<{only_delivery().id}@citadels.example.org>"] * 2


def test_what_waits_is_not_sent_to_who_has_ended_it_meanwhile(alice: User, clock: Any) -> None:
    Preferences.objects.create(user=alice, quiet_from="11:00", quiet_to="14:00")
    enqueue_news(alice)
    relay()
    channel_preferences_change(user=alice, preferences={"news": {"email": Mode.OFF}})
    clock.shift(timedelta(hours=2))
    relay()
    assert mail.outbox == []
    assert delivery_retry(delivery=only_delivery())
    channel_preferences_change(user=alice, preferences={"news": {"email": Mode.OFF}})
    relay()
    assert len(mail.outbox) == 1


def test_mail_about_one_game_is_one_thread(alice: User) -> None:
    enqueue_news(alice)
    relay()
    assert sent().message()["References"] == f"<{ITEM}@citadels.example.org>"


# --- when ----------------------------------------------------------------------------------------


def test_mail_of_a_turn_waits_a_little(alice: User, waiting: None, clock: Any) -> None:
    enqueue_news(alice)
    relay()
    clock.shift(timedelta(seconds=119))
    relay()
    assert mail.outbox == []
    clock.shift(timedelta(seconds=1))
    relay()
    assert sent()


def test_who_has_played_meanwhile_gets_none(alice: User, waiting: None, clock: Any) -> None:
    enqueue_news(alice)
    relay()
    STALE.add(1)
    clock.shift(timedelta(seconds=120))
    relay()
    assert mail.outbox == []
    assert only_delivery().progress == Progress.DROPPED


def test_at_night_mail_waits_for_the_morning(alice: User, clock: Any) -> None:
    Preferences.objects.create(user=alice, quiet_from=time(11), quiet_to=time(19))
    enqueue_news(alice)
    relay()
    assert mail.outbox == []
    assert only_delivery().available_at == datetime(2026, 11, 21, 19, tzinfo=UTC)
    clock.shift(timedelta(hours=7))
    relay()
    assert sent()


def test_a_night_that_begins_while_mail_waits_counts_as_well(alice: User, clock: Any) -> None:
    enqueue_news(alice)
    outbox_fan_out()
    Preferences.objects.create(user=alice, quiet_from=time(11), quiet_to=time(19))
    relay()
    assert mail.outbox == []
    assert only_delivery().attempts == 0
    clock.shift(timedelta(hours=7))
    relay()
    assert sent()


# --- what fails ----------------------------------------------------------------------------------


def test_a_mail_server_that_is_away_is_tried_for_hours(alice: User, clock: Any) -> None:
    enqueue_news(alice)
    outbox_fan_out()
    tries = 0
    with mock.patch.object(EmailMessage, "send", side_effect=SMTPServerDisconnected) as send:
        while only_delivery().progress == Progress.WAITING:
            clock.move_to(only_delivery().available_at)
            relay()
            tries += 1
    assert send.call_count == tries == 6
    assert only_delivery().progress == Progress.DEAD
    assert only_delivery().log[-1]["answer"] == "Not sent: SMTPServerDisconnected"


@pytest.mark.parametrize(("code", "progress"), [(550, "dead"), (450, "waiting")])
def test_an_address_that_is_refused_for_good_is_given_up(
    alice: User, code: int, progress: str
) -> None:
    enqueue_news(alice)
    refused = SMTPRecipientsRefused({"alice@example.org": (code, b"no")})
    with mock.patch.object(EmailMessage, "send", side_effect=refused):
        relay()
    assert only_delivery().progress == progress


# --- one click -----------------------------------------------------------------------------------


def unsubscribe_path() -> str:
    url = str(sent().message()["List-Unsubscribe"]).replace("\n", "").replace(" ", "")
    assert url.startswith("<https://citadels.example.org/unsubscribe/")
    return url.strip("<>").removeprefix("https://citadels.example.org")


def test_one_click_ends_mail_of_a_kind_without_a_log_in(alice: User, bob: User) -> None:
    enqueue_news(alice)
    relay()
    assert sent().message()["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    strict = Client(enforce_csrf_checks=True)
    response = strict.post(unsubscribe_path(), {"List-Unsubscribe": "One-Click"})
    assert response.status_code == 200
    enqueue_news(alice, bob)
    relay()
    assert [message.to for message in mail.outbox[1:]] == [["bob@example.org"]]
    wish = ChannelPreference.objects.get()
    assert (wish.user, wish.kind, wish.email, wish.in_app) == (alice, "news", Mode.OFF, None)


def test_a_second_click_changes_nothing(alice: User, client: Client, clock: Any) -> None:
    enqueue_news(alice)
    relay()
    path = unsubscribe_path()
    client.post(path)
    first = ChannelPreference.objects.values().get()
    clock.shift(timedelta(hours=1))
    assert client.post(path).status_code == 200
    assert ChannelPreference.objects.values().get() == first


def test_the_link_of_a_kind_that_is_gone_changes_nothing(alice: User, client: Client) -> None:
    token = signing.dumps([str(alice.id), "gone"], salt=SALT)
    assert client.post(f"/unsubscribe/{token}/").status_code == 200
    assert not ChannelPreference.objects.exists()


def test_to_look_at_the_page_ends_nothing(alice: User, client: Client) -> None:
    enqueue_news(alice)
    relay()
    page = client.get(unsubscribe_path())
    assert page.status_code == 200
    assert "<strong>Something new.</strong>" in page.text
    assert '<form method="post">' in page.text
    assert not ChannelPreference.objects.exists()


def test_the_page_speaks_the_language_of_its_reader(alice: User, client: Client) -> None:
    Preferences.objects.create(user=alice, language="fr")
    enqueue_news(alice)
    relay()
    assert "Se désabonner" in client.get(unsubscribe_path()).text


@pytest.mark.parametrize("token", ["nonsense", "WyJhIiwiYiJd:1abcde:xyz"])
def test_an_address_that_is_not_ours_ends_nothing(token: str, client: Client, db: None) -> None:
    assert client.get(f"/unsubscribe/{token}/").status_code == 404
    assert client.post(f"/unsubscribe/{token}/").status_code == 404
    assert not ChannelPreference.objects.exists()


def test_nothing_is_mailed_to_who_has_switched_it_off(alice: User) -> None:
    ChannelPreference.objects.create(user=alice, kind="news", email=Mode.OFF)
    enqueue_news(alice)
    relay()
    assert mail.outbox == []
    assert not Delivery.objects.exists()
