"""One e-mail of each kind in each language. They are kept in ``build/mails`` for people to read."""

from __future__ import annotations

from base64 import b64encode
from datetime import timedelta
from email.mime.image import MIMEImage
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core import mail
from django.core.mail import EmailMessage, EmailMultiAlternatives
from django.db import transaction
from django.test import override_settings
from django.utils import timezone

from accounts.models import EmailKind, OutgoingEmail, PendingEmail, Preferences, User
from accounts.services.email_texts import message_of
from games.models import Game
from games.play.notifications import KINDS as GAME_KINDS
from games.play.notify import decision_facts, notification_data
from moderation.notifications import KINDS as MODERATION_KINDS
from notifications.kinds import KINDS, Kind, Reader
from notifications.models import Delivery, OutboxEntry
from notifications.own_kinds import PUSH_TEST
from notifications.services import digest
from notifications.services.emails import EmailContent, email_content, email_job
from notifications.services.outbox import notification_enqueue
from notifications.services.push_requests import push_job, push_payload
from tests.conftest import user_named
from tests.notifications.push_service import device_at
from tests.notifications.receiver import receiving
from tests.toy_games import played, played_by_others, start_game

MAILS = Path(__file__).parents[3] / "build" / "mails"
LANGUAGES = [code for code, _ in settings.LANGUAGES]
PACE = {"kind": "per_decision", "allowance": 3 * 24 * 3600}
TURNS = (
    "your_turn",
    "turn_continues",
    "turn_reminder",
    "turn_excused",
    "deadline_moved",
    "order_stopped",
)
FACTS: dict[str, Any] = {
    "seat": 1,
    "username": "bob",
    "by": "bob",
    "answer": "accepted",
    "why": "host",
    "room": "players",
}
DISABLED = {"name": "my app", "host": "hooks.example.org", "why": "gone"}
DATA = {"webhook_disabled": DISABLED, "renamed": {"username": "player_1"}}


@pytest.fixture(params=LANGUAGES)
def reader(request: pytest.FixtureRequest) -> Reader:
    return Reader(request.param, "Europe/Paris")


@pytest.fixture
def game(db: None) -> Game:
    """A game after some rounds; one of its two users has to decide."""
    players = [user_named("alice"), user_named("bob")]
    game = start_game(
        *players,
        ruleset="citadels",
        options={},
        bots=["novice"] * 2,
        pace=PACE,
        title="Saturday at eight",
    )
    return played_by_others(played(game, players, 60), players)


def delivery_of(game: Game, kind: str, reader: Reader) -> Delivery:
    """An e-mail of a kind to the player who has to decide."""
    seat = game.seats.get(number=game.to_act or 0)
    assert seat.user is not None
    members = KINDS[kind].members
    facts = {name: value for name, value in FACTS.items() if name in members}
    data = notification_data(game, **(decision_facts(game) if kind in TURNS else facts))
    with transaction.atomic():
        notification_enqueue(users=[seat.user.id], kind=kind, subject=game.id, data=data)
    entry = OutboxEntry.objects.latest("id")
    return Delivery(entry=entry, user=seat.user, channel="email")


def keep(message: EmailMessage, name: str, reader: Reader) -> str:
    """Write an e-mail into ``build/mails``, as a browser shows it, too. Returns its text."""
    MAILS.mkdir(parents=True, exist_ok=True)
    text = f"To: {message.to[0]}\nSubject: {message.subject}\n\n{message.body}"
    (MAILS / f"{name}-{reader.language}.txt").write_text(text, encoding="utf-8")
    if (markup := html_of(message)) is not None:
        (MAILS / f"{name}-{reader.language}.html").write_text(markup, encoding="utf-8")
    return text


def html_of(message: EmailMessage) -> str | None:
    """Return the HTML of an e-mail with its pictures in it, or None if it is plain text."""
    if not isinstance(message, EmailMultiAlternatives):
        return None
    ((markup, kind),) = message.alternatives
    assert kind == "text/html"
    markup = str(markup)
    for part in message.attachments:
        assert isinstance(part, MIMEImage)
        cid, data = part["Content-ID"].strip("<>"), b64encode(bytes(part.get_payload(decode=True)))
        assert f"cid:{cid}" in markup
        markup = markup.replace(f"cid:{cid}", f"data:image/png;base64,{data.decode()}")
    assert "cid:" not in markup
    return markup


def send(delivery: Delivery, reader: Reader, content: EmailContent) -> EmailMessage:
    email_job(delivery=delivery, reader=reader, content=content)()
    return mail.outbox[-1]


def test_emails_about_games_are_whole(game: Game, reader: Reader) -> None:
    for kind in GAME_KINDS:
        delivery = delivery_of(game, kind.name, reader)
        content = email_content(delivery=delivery, reader=reader)
        message = send(delivery, reader, content)
        assert_whole(keep(message, kind.name, reader), kind)
        assert content.subject.endswith("Saturday at eight"), kind.name
        assert len(content.subject) < 100, kind.name
        assert bool(content.pictures) == (kind.name in TURNS), kind.name


@pytest.mark.parametrize("name", [*(kind.name for kind in MODERATION_KINDS), "webhook_disabled"])
@pytest.mark.slow
def test_other_emails_are_whole(name: str, reader: Reader, alice: User) -> None:
    kind = KINDS[name]
    data = DATA.get(name, {})
    with transaction.atomic():
        notification_enqueue(users=[alice.id], kind=kind.name, subject=alice.id, data=data)
    delivery = Delivery(entry=OutboxEntry.objects.latest("id"), user=alice, channel="email")
    content = email_content(delivery=delivery, reader=reader)
    assert_whole(keep(send(delivery, reader, content), kind.name, reader), kind)


@override_settings(WEBHOOKS_ALLOW_HTTP=True, WEBHOOKS_PRIVATE_NETWORKS=["127.0.0.0/8"])
def test_messages_to_devices_are_whole(game: Game, reader: Reader) -> None:
    """One of each kind, as the device reads it."""
    subscriber = user_named("charlie")
    with receiving(status=201) as receiver:
        device = device_at(receiver)
        subscription = device.subscribed_by(subscriber)
        entries = [delivery_of(game, kind.name, reader).entry for kind in GAME_KINDS] + [
            OutboxEntry(kind=kind.name, subject=game.id, data=DATA.get(kind.name, {}))
            for kind in (*MODERATION_KINDS, KINDS["webhook_disabled"], KINDS[PUSH_TEST])
        ]
        for entry in entries:
            delivery, now = Delivery(entry=entry), timezone.now()
            job = push_job(delivery=delivery, subscription=subscription, reader=reader, now=now)
            assert job().sent
            message = device.read(receiver.got[-1][1])
            assert (message["kind"], message["tag"]) == (entry.kind, str(game.id))
            assert ("game" in message) is (KINDS[entry.kind].about == "game")
            texts = message["title"] + message["body"]
            assert "%" not in texts, entry.kind
            assert "…" not in texts, entry.kind  # nothing had to be cut
            in_english = push_payload(entry, Reader("en", reader.zone))["body"]
            assert (message["body"] == in_english) is (reader.language == "en"), entry.kind


def assert_whole(text: str, kind: Kind) -> None:
    assert "%" not in text, kind.name
    headers, told, *_ = text.split("\n\n")
    assert "?" not in headers + told, kind.name


def test_the_digest_is_whole(game: Game, reader: Reader) -> None:
    delivery = delivery_of(game, "your_turn", reader)
    delivery.progress = "held"
    delivery.save()
    daily = delivery_of(game, "digest", reader)
    now = timezone.now() + timedelta(hours=1)
    content = digest.digest_content(delivery=daily, reader=reader, now=now)
    assert content is not None
    assert len(content.pictures) == 1
    text = keep(send(daily, reader, content), "digest", reader)
    assert text.count("Saturday at eight") == 1
    assert "(Europe/Paris)" in text


@pytest.mark.parametrize("kind", EmailKind)
def test_emails_about_accounts_are_whole(kind: EmailKind, reader: Reader, alice: User) -> None:
    Preferences.objects.create(user=alice, language=reader.language)
    address = "new@example.org" if kind == EmailKind.VERIFY else alice.email
    PendingEmail.objects.create(user=alice, address="new@example.org")
    message = message_of(OutgoingEmail(kind=kind, address=address, user=alice))
    assert message is not None
    text = keep(message, f"account-{kind}", reader)  # with the address
    assert ("alice" in text) is (kind != EmailKind.VERIFY)
