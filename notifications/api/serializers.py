"""What the endpoints of notifications take and give, each named by its endpoint."""

from __future__ import annotations

from rest_framework import serializers

from core.visible_text import validate_line
from notifications.models import Disabled, Mode, Progress
from notifications.models.outbox import KIND_LENGTH
from notifications.models.webhook import NAME_LENGTH, URL_LENGTH

MAX_KINDS = 50


# --- the list ----------------------------------------------------------------------------------


class NotificationView(serializers.Serializer):
    """Something you were told. Programs read `kind` and `data`, people the texts."""

    id = serializers.UUIDField()
    kind = serializers.CharField()
    title = serializers.CharField(help_text="A few words, in the language of your preferences.")
    text = serializers.CharField()
    data = serializers.DictField(  # type: ignore[assignment]  # a field, beside the property
        help_text="`game` says which game; kinds add members of their own."
    )
    created_at = serializers.DateTimeField()
    read_at = serializers.DateTimeField(allow_null=True)


class NotificationListQuery(serializers.Serializer):
    unread = serializers.BooleanField(
        required=False, default=False, help_text="Leave out what is read."
    )


class NotificationReadInput(serializers.Serializer):
    up_to = serializers.UUIDField(
        required=False,
        allow_null=True,
        default=None,
        help_text="The newest one you have seen: it and all older ones are read. null: all.",
    )


class NotificationReadReply(serializers.Serializer):
    read = serializers.IntegerField(help_text="How many were marked.")


# --- preferences -------------------------------------------------------------------------------


class ChannelPreferenceInput(serializers.Serializer):
    """How you hear of one kind; what is left out stays."""

    in_app = serializers.BooleanField(required=False, help_text="In the list of notifications.")
    email = serializers.ChoiceField(
        Mode.choices,
        required=False,
        help_text="off; single: a mail each; digest: once a day, at your `digest_hour`.",
    )
    webhook = serializers.BooleanField(
        required=False, help_text="At those of your webhooks that ask for the kind."
    )


class ChannelPreferenceView(serializers.Serializer):
    """How you hear of one kind."""

    summary = serializers.CharField(help_text="What the kind tells.")
    in_app = serializers.BooleanField()
    email = serializers.ChoiceField(Mode.choices)
    webhook = serializers.BooleanField()


class ChannelPreferencesView(serializers.Serializer):
    """Kinds by their names. There may be more of them one day."""

    kinds = serializers.DictField(child=ChannelPreferenceView())


class ChannelPreferencesInput(serializers.Serializer):
    kinds = serializers.DictField(child=ChannelPreferenceInput())


# --- webhooks ----------------------------------------------------------------------------------


class WebhookView(serializers.Serializer):
    """An address of yours that is called when there is something to tell you."""

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
        allow_null=True, help_text="Until then two secrets sign."
    )
    created_at = serializers.DateTimeField()


class WebhookSecret(WebhookView):
    """With its secret, for this one time."""

    secret = serializers.CharField(help_text="Shown once. It verifies what you receive.")


class WebhookChangeInput(serializers.Serializer):
    url = serializers.CharField(
        max_length=URL_LENGTH, required=False, help_text="https, at a public address."
    )
    kinds = serializers.ListField(
        child=serializers.CharField(max_length=KIND_LENGTH),
        max_length=MAX_KINDS,
        required=False,
        help_text="What it is told of; empty: all kinds, and those to come.",
    )
    name = serializers.CharField(
        max_length=NAME_LENGTH,
        required=False,
        allow_blank=True,
        validators=[validate_line],
        help_text="What you call it.",
    )
    enabled = serializers.BooleanField(required=False)


class WebhookCreateInput(serializers.Serializer):
    url = serializers.CharField(max_length=URL_LENGTH, help_text="https, at a public address.")
    kinds = serializers.ListField(
        child=serializers.CharField(max_length=KIND_LENGTH),
        max_length=MAX_KINDS,
        required=False,
        default=list,
        help_text="What it is told of; empty: all kinds, and those to come.",
    )
    name = serializers.CharField(
        max_length=NAME_LENGTH,
        required=False,
        allow_blank=True,
        default="",
        validators=[validate_line],
        help_text="What you call it.",
    )


class AttemptView(serializers.Serializer):
    """One attempt to deliver."""

    at = serializers.DateTimeField()
    sent = serializers.BooleanField(help_text="Whether it was taken, with a status of 2xx.")
    status = serializers.IntegerField(allow_null=True, help_text="The HTTP status, if any came.")
    answer = serializers.CharField(help_text="How the answer began, or why there is none.")
    milliseconds = serializers.IntegerField()


class DeliveryView(serializers.Serializer):
    """Something sent to a webhook, or to be sent."""

    id = serializers.UUIDField()
    webhook_id = serializers.CharField(help_text="The header `webhook-id`, in every attempt.")
    kind = serializers.CharField()
    progress = serializers.ChoiceField(
        [choice for choice in Progress.choices if choice[0] != Progress.HELD],
        help_text="waiting: to be tried; sent; dropped: out of date by then; dead: given up.",
    )
    created_at = serializers.DateTimeField()
    ended_at = serializers.DateTimeField(allow_null=True)
    next_attempt_at = serializers.DateTimeField(allow_null=True)
    attempts = AttemptView(many=True)
