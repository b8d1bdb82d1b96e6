"""Endpoints for a user's notifications and channel preferences."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.utils.translation import get_language
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.requests import require_user
from accounts.models import User
from accounts.scopes import ACCOUNT, GAMES_READ
from accounts.selectors import preferences_of
from core.api.conditional import not_modified_reply, tagged_reply
from core.api.endpoints import ApiView, endpoint
from core.api.languages import set_content_language
from core.api.pagination import CursorPagination
from notifications.api import schema
from notifications.api.serializers import (
    ChannelPreferencesInput,
    ChannelPreferencesView,
    NotificationListQuery,
    NotificationReadInput,
    NotificationReadReply,
    NotificationView,
)
from notifications.errors import NotificationNotFound
from notifications.kinds import Reader
from notifications.selectors import (
    channel_preferences_document,
    lines_still_true,
    notification_document,
    notifications_of,
    titles_of,
)
from notifications.services.inbox import notifications_read
from notifications.services.preferences import channel_preferences_change


class NotificationsApi(ApiView):
    @endpoint(
        "me_notifications",
        "List your notifications",
        description="Newest first. Old ones are deleted, as is your turn when you have moved.",
        scope=GAMES_READ,
        query=NotificationListQuery,
        pages=NotificationView,
    )
    def get(self, request: Request, query: dict[str, Any]) -> HttpResponse:
        user = require_user(request)
        found = self.paginate_queryset(notifications_of(user=user, **query)) or []
        page = lines_still_true(found, user=user)
        reader = Reader.of(preferences_of([user.id])[user.id])
        assert isinstance(self.paginator, CursorPagination)
        links = (self.paginator.get_next_link(), self.paginator.get_previous_link())
        titles = titles_of(page, user=user)
        # Only the titles of games change once a notification is shown.
        version = ([(one.id, one.read_at) for one in page], sorted(titles.items()), reader, links)
        if (same := not_modified_reply(request, version)) is not None:
            return same
        documents = [notification_document(one, reader, titles) for one in page]
        reply = self.get_paginated_response(documents)
        return tagged_reply(reply.data, version)


class NotificationsReadApi(ApiView):
    @endpoint(
        "me_notifications_read",
        "Mark notifications as read",
        scope=GAMES_READ,
        guests_may=True,
        body=NotificationReadInput,
        reply=NotificationReadReply,
        errors=[NotificationNotFound],
    )
    def post(self, request: Request, body: dict[str, Any]) -> object:
        return {"read": notifications_read(user=require_user(request), **body)}


class NotificationPreferencesApi(ApiView):
    @endpoint(
        "me_notification_preferences",
        "Get your notification preferences",
        scope=ACCOUNT,
        reply=ChannelPreferencesView,
    )
    def get(self, request: Request) -> object:
        return channel_preferences_reply(require_user(request))

    @endpoint(
        "me_notification_preferences_change",
        "Change your notification preferences",
        scope=ACCOUNT,
        guests_may=True,
        body=ChannelPreferencesInput,
        examples=[schema.PREFERENCES_EXAMPLE],
        reply=ChannelPreferencesView,
    )
    def patch(self, request: Request, body: dict[str, Any]) -> object:
        user = require_user(request)
        channel_preferences_change(user=user, preferences=body["kinds"])
        return channel_preferences_reply(user)


def channel_preferences_reply(user: User) -> Response:
    """Return the preferences for all kinds, in the language of the request."""
    return set_content_language(Response(channel_preferences_document(user=user)), get_language())
