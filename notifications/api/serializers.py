"""Serializers of the notifications endpoints."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from core.visible_text import validate_line
from notifications.models import Disabled, Mode, Progress
from notifications.models.outbox import KIND_LENGTH
from notifications.models.receiver import NAME_LENGTH, URL_LENGTH

MAX_KINDS = 50
KEY_LENGTH = 100


# --- the list ----------------------------------------------------------------------------------


class NotificationView(serializers.Serializer):
    """A notification. Programs read `kind` and `data`, people read the texts."""

    id = serializers.UUIDField()
    kind = serializers.CharField()
    title = serializers.CharField(help_text="A few words, in the language of your preferences.")
    text = serializers.CharField()
    game_title = serializers.CharField(
        help_text="The title of the game, if you have a seat in it; empty if it has none."
    )
    data = serializers.DictField(  # type: ignore[assignment]  # a field, beside the property
        help_text=(
            "`game` names the game; kinds add members of their own. A kind with a webhook has the "
            "data of that webhook, without `user`: of `your_turn` it is `YourTurnData`."
        )
    )
    created_at = serializers.DateTimeField()
    read_at = serializers.DateTimeField(allow_null=True)


class NotificationListQuery(serializers.Serializer):
    unread = serializers.BooleanField(required=False, default=False, help_text="Only unread ones.")


class NotificationReadInput(serializers.Serializer):
    up_to = serializers.UUIDField(
        required=False,
        allow_null=True,
        default=None,
        help_text="Mark this one and all older ones. Null: all.",
    )


class NotificationReadReply(serializers.Serializer):
    read = serializers.IntegerField(help_text="The number of notifications that were marked.")


# --- preferences -------------------------------------------------------------------------------


class ChannelPreferenceInput(serializers.Serializer):
    """The channels for one kind. Members that are left out do not change."""

    in_app = serializers.BooleanField(required=False, help_text="In the list of notifications.")
    email = serializers.ChoiceField(
        Mode.choices,
        required=False,
        help_text="off; single: an e-mail for each; digest: once a day, at your `digest_hour`.",
    )
    webhook = serializers.BooleanField(
        required=False, help_text="To those of your webhooks that want the kind."
    )
    push = serializers.BooleanField(
        required=False, help_text="To your devices that are subscribed."
    )


class ChannelPreferenceView(serializers.Serializer):
    """The channels for one kind."""

    summary = serializers.CharField(help_text="The meaning of the kind.")
    in_app = serializers.BooleanField()
    email = serializers.ChoiceField(Mode.choices)
    webhook = serializers.BooleanField()
    push = serializers.BooleanField()


class ChannelPreferencesView(serializers.Serializer):
    """Channels by the name of the kind. More kinds may be added."""

    kinds = serializers.DictField(child=ChannelPreferenceView())


class ChannelPreferencesInput(serializers.Serializer):
    kinds = serializers.DictField(child=ChannelPreferenceInput())


# --- webhooks ----------------------------------------------------------------------------------


class WebhookView(serializers.Serializer):
    """A webhook: a URL of yours that is called with your notifications."""

    id = serializers.UUIDField()
    name = serializers.CharField()
    url = serializers.CharField()
    kinds = serializers.ListField(child=serializers.CharField(), help_text="Empty: all kinds.")
    enabled = serializers.BooleanField()
    disabled_at = serializers.DateTimeField(allow_null=True)
    disabled_why = serializers.ChoiceField(
        Disabled.choices,
        allow_null=True,
        help_text="owner: you; gone: it answered 410; failing: it failed for days.",
    )
    failing_since = serializers.DateTimeField(allow_null=True)
    old_secret_until = serializers.DateTimeField(
        allow_null=True, help_text="Until then both secrets sign."
    )
    created_at = serializers.DateTimeField()


class WebhookSecret(WebhookView):
    """A webhook with its secret. The secret is shown only once."""

    secret = serializers.CharField(help_text="Shown only once. It verifies what you receive.")


def kinds_field(**more: Any) -> serializers.ListField:
    """Return an input field for the kinds that a webhook gets."""
    return serializers.ListField(
        child=serializers.CharField(max_length=KIND_LENGTH),
        max_length=MAX_KINDS,
        required=False,
        help_text="The kinds it gets. Empty: all, including future ones.",
        **more,
    )


def name_field(help_text: str, **more: Any) -> serializers.CharField:
    """Return an input field for a name on one line, which may be empty."""
    return serializers.CharField(
        max_length=NAME_LENGTH,
        required=False,
        allow_blank=True,
        validators=[validate_line],
        help_text=help_text,
        **more,
    )


class WebhookChangeInput(serializers.Serializer):
    url = serializers.CharField(
        max_length=URL_LENGTH, required=False, help_text="https, at a public address."
    )
    kinds = kinds_field()
    name = name_field("A name for the webhook.")
    enabled = serializers.BooleanField(required=False)


class WebhookCreateInput(serializers.Serializer):
    url = serializers.CharField(max_length=URL_LENGTH, help_text="https, at a public address.")
    kinds = kinds_field(default=list)
    name = name_field("A name for the webhook.", default="")


class AttemptView(serializers.Serializer):
    """An attempt to deliver."""

    at = serializers.DateTimeField()
    sent = serializers.BooleanField(help_text="True if the reply had a 2xx status.")
    status = serializers.IntegerField(
        allow_null=True, help_text=("The HTTP status, if there was a reply.")
    )
    answer = serializers.CharField(help_text="The start of the reply, or why there was none.")
    milliseconds = serializers.IntegerField()


class DeliveryView(serializers.Serializer):
    """A delivery to a webhook, sent or waiting."""

    id = serializers.UUIDField()
    message_id = serializers.CharField(help_text="The header `webhook-id`, in every attempt.")
    kind = serializers.CharField()
    progress = serializers.ChoiceField(
        [choice for choice in Progress.choices if choice[0] != Progress.HELD],
        help_text=(
            "waiting: to be sent; sent; dropped: no longer relevant; dead: all attempts failed."
        ),
    )
    created_at = serializers.DateTimeField()
    ended_at = serializers.DateTimeField(allow_null=True)
    next_attempt_at = serializers.DateTimeField(allow_null=True)
    attempts = AttemptView(many=True)


# --- devices -----------------------------------------------------------------------------------


class PushKeyView(serializers.Serializer):
    key = serializers.CharField(
        allow_null=True,
        help_text="The `applicationServerKey` of this service, base64url. Null: it sends nothing.",
    )


class PushSubscriptionView(serializers.Serializer):
    """A device of yours that gets your notifications."""

    id = serializers.UUIDField(help_text="Keep it on the device, to recognize it in the list.")
    name = serializers.CharField()
    host = serializers.CharField(help_text="The host of the push service.")
    failing_since = serializers.DateTimeField(allow_null=True)
    created_at = serializers.DateTimeField()


class PushKeysInput(serializers.Serializer):
    """The keys of the browser."""

    p256dh = serializers.CharField(
        max_length=KEY_LENGTH, help_text="A point on P-256 (65 bytes), base64url."
    )
    auth = serializers.CharField(max_length=KEY_LENGTH, help_text="16 bytes, base64url.")


class PushSubscriptionInput(serializers.Serializer):
    """What `PushSubscription.toJSON()` returns in a browser, and a name."""

    endpoint = serializers.CharField(max_length=URL_LENGTH, help_text="https, at a public address.")
    keys = PushKeysInput()
    name = name_field("A name for the device.", default="")
