"""A user's list of notifications, and how he wishes to be told."""

from __future__ import annotations

from django.http import HttpResponse
from django.utils.translation import get_language
from drf_spectacular.utils import extend_schema
from rest_framework import generics
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api.requests import signed_in
from accounts.models import User
from accounts.scopes import ACCOUNT, GAMES_READ
from accounts.selectors import preferences_of
from citadels.api.errors import Invalid
from citadels.api.pagination import CursorPagination
from citadels.api.revalidation import tagged, unchanged
from citadels.api.schema import problems
from citadels.languages import spoken_in
from notifications.api import schema
from notifications.api.serializers import (
    NotificationListQuery,
    NotificationReadInput,
    NotificationReadReply,
    NotificationView,
    WishesInput,
    WishesView,
    checked,
)
from notifications.errors import NotificationNotFound
from notifications.kinds import Reader
from notifications.models import Notification
from notifications.selectors import (
    list_etag,
    notification_document,
    notifications_of,
    wishes_document,
)
from notifications.services.inbox import notifications_read
from notifications.services.preferences import wishes_change


class NotificationsApi(generics.GenericAPIView):
    scope = GAMES_READ
    serializer_class = NotificationView
    queryset = Notification.objects.none()

    @extend_schema(
        operation_id="me_notifications",
        summary="List what you were told",
        description="Newest first. Old ones are deleted.",
        parameters=[NotificationListQuery, schema.IF_NONE_MATCH],
        responses={
            200: NotificationView(many=True),
            304: schema.NOT_MODIFIED,
            **problems(*schema.SECURED, Invalid),
        },
    )
    def get(self, request: Request) -> HttpResponse:
        user = signed_in(request)
        query = checked(NotificationListQuery(data=request.query_params))
        page = self.paginate_queryset(notifications_of(user=user, **query)) or []
        reader = Reader.of(preferences_of([user.id])[user.id])
        assert isinstance(self.paginator, CursorPagination)
        links = (self.paginator.get_next_link(), self.paginator.get_previous_link())
        etag = list_etag(page, reader, links)
        if (same := unchanged(request, etag)) is not None:
            return same
        reply = self.get_paginated_response([notification_document(n, reader) for n in page])
        return tagged(reply.data, etag)


class NotificationsReadApi(APIView):
    scope = GAMES_READ

    @extend_schema(
        operation_id="me_notifications_read",
        summary="Mark as read what you have seen",
        request=NotificationReadInput,
        responses={
            200: NotificationReadReply,
            **problems(*schema.SECURED, Invalid, NotificationNotFound),
        },
    )
    def post(self, request: Request) -> Response:
        body = checked(NotificationReadInput(data=request.data))
        return Response({"read": notifications_read(user=signed_in(request), **body)})


class NotificationPreferencesApi(APIView):
    scope = ACCOUNT

    @extend_schema(
        operation_id="me_notification_preferences",
        summary="See how you hear of what",
        responses={200: WishesView, **problems(*schema.SECURED)},
    )
    def get(self, request: Request) -> Response:
        return wishes_reply(signed_in(request))

    @extend_schema(
        operation_id="me_notification_preferences_change",
        summary="Choose how you hear of what",
        request=WishesInput,
        examples=[schema.PREFERENCES_EXAMPLE],
        responses={200: WishesView, **problems(*schema.SECURED, Invalid)},
    )
    def patch(self, request: Request) -> Response:
        user = signed_in(request)
        wishes_change(user=user, wishes=checked(WishesInput(data=request.data))["kinds"])
        return wishes_reply(user)


def wishes_reply(user: User) -> Response:
    return spoken_in(Response(wishes_document(user=user)), get_language())
