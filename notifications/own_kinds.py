"""The kinds of this app: its webhooks, and the daily digest."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from notifications.kinds import Cause, Data, Kind, Limit, Reader, register
from notifications.models import Disabled, Mode

PUSH_TEST = "push_test"
WHY_DISABLED = {
    Disabled.GONE: _("it answered 410 Gone"),
    Disabled.FAILING: _("it has failed for days"),
}


def disabled_parameters(data: Data, reader: Reader) -> dict[str, object]:
    """Return the host of a disabled webhook, and the reason in words."""
    return {"host": data["host"], "why": WHY_DISABLED[Disabled(data["why"])]}


def register_own() -> None:
    """Register the kinds of notifications of this app."""
    register(
        Kind(
            name="webhook_disabled",
            summary=_("One of your webhooks was disabled: it is gone, or has failed for days."),
            subject=_("Your webhook at %(host)s is disabled"),
            text=_(
                "Nothing is sent to your webhook at %(host)s anymore: %(why)s. Enable it "
                "again when it works."
            ),
            cause=Cause.OWN,
            limit=Limit(10),
            parameters=disabled_parameters,
            about="webhook",
            email=Mode.SINGLE,
            members={
                "name": {"type": "string"},
                "host": {"type": "string"},
                "why": {"type": "string", "x-extensible-enum": [why.value for why in WHY_DISABLED]},
            },
            required=("name", "host", "why"),
        ),
        Kind(
            name="webhook_test",
            summary=_("The message that tests a webhook."),
            subject=_("A test of a webhook."),
            text=_("A test of a webhook."),
            cause=Cause.OWN,
            limit=None,
            bound="one for each request: `webhooks`",
            about="webhook",
            in_app=False,
            has_preferences=False,
            has_retries=False,
        ),
        Kind(
            name=PUSH_TEST,
            summary=_("The message that tests a device."),
            subject=_("This is a test"),
            text=_("Notifications reach this device."),
            cause=Cause.OWN,
            limit=None,
            bound="one for each request: `webhooks`",
            about="device",
            answers_reader=True,
            in_app=False,
            webhook=False,
            has_preferences=False,
            has_retries=False,
        ),
        Kind(
            name="digest",
            summary=_("The daily e-mail."),
            subject=_("The daily digest."),
            text=_("The daily digest."),
            cause=Cause.OWN,
            limit=None,
            bound="one a day",
            about="user",
            in_app=False,
            email=Mode.SINGLE,
            webhook=False,
            has_preferences=False,
        ),
    )
