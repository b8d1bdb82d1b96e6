"""The kinds this app tells of itself: its webhooks, and the daily digest."""

from __future__ import annotations

from notifications.kinds import Data, Kind, Reader, register
from notifications.models import Disabled, Mode

DISABLED = {
    "en": (
        "Your webhook at {host} is disabled",
        "Nothing is sent to your webhook at {host} any more: {why}. Enable it again when it works.",
        {Disabled.GONE: "it answered 410 Gone", Disabled.FAILING: "it has failed for days"},
    ),
    "fr": (
        "Votre webhook chez {host} est désactivé",
        "Plus rien n'est envoyé à votre webhook chez {host} : {why}. Réactivez-le s'il remarche.",
        {Disabled.GONE: "il a répondu 410 Gone", Disabled.FAILING: "il échoue depuis des jours"},
    ),
}


def disabled_subject(data: Data, reader: Reader) -> str:
    return DISABLED.get(reader.language, DISABLED["en"])[0].format(host=data["host"])


def disabled_text(data: Data, reader: Reader) -> str:
    _, text, reasons = DISABLED.get(reader.language, DISABLED["en"])
    return text.format(host=data["host"], why=reasons[Disabled(data["why"])])


def test_words(data: Data, reader: Reader) -> str:
    return "A test of a webhook."


def digest_words(data: Data, reader: Reader) -> str:
    return "The daily digest."


def register_own() -> None:
    register(
        Kind(
            name="webhook_disabled",
            summary="One of your webhooks is gone or has failed for days; nothing goes there now.",
            subject=disabled_subject,
            text=disabled_text,
            about="webhook",
            email=Mode.SINGLE,
        ),
        Kind(
            name="webhook_test",
            summary="What the test of a webhook sends.",
            subject=test_words,
            text=test_words,
            about="webhook",
            in_app=False,
            offered=False,
            retried=False,
        ),
        Kind(
            name="digest",
            summary="The daily mail.",
            subject=digest_words,
            text=digest_words,
            about="user",
            in_app=False,
            email=Mode.SINGLE,
            webhook=False,
            offered=False,
        ),
    )
