"""Inputs and outputs of the stream endpoints."""

from __future__ import annotations

from rest_framework import serializers

from games.play.api.serializers import LanguageQuery
from games.streams.cursors import LENGTH_MAX


class StreamQuery(LanguageQuery):
    last_event_id = serializers.CharField(
        required=False,
        default="",
        allow_blank=True,
        max_length=LENGTH_MAX,
        help_text="Same as the header `Last-Event-ID`, for clients that cannot send it.",
    )


class StreamRequestQuery(StreamQuery):
    """The query of a URL with a ticket."""

    ticket = serializers.CharField(required=False)


class StreamOpenInput(serializers.Serializer):
    game = serializers.UUIDField(
        required=False,
        allow_null=True,
        default=None,
        help_text="The id of the game; null for all your games.",
    )


class StreamAddress(serializers.Serializer):
    """The URL of a stream, which needs no token. Connect before it expires; an open stream stays
    open.
    """

    url = serializers.URLField()
    expires_at = serializers.DateTimeField()
