"""Endpoints for messages."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import HttpResponse
from django.utils import timezone
from drf_spectacular.utils import OpenApiExample
from rest_framework import serializers
from rest_framework.request import Request

from accounts.api.requests import require_user
from accounts.errors import Muted
from accounts.scopes import MESSAGES
from core.api.conditional import not_modified_reply, tagged_reply
from core.api.endpoints import ApiView, endpoint
from core.visible_text import validate_text
from games.chat.errors import RoomClosed
from games.chat.selectors import Page, messages_document, room_view_of, unread_of
from games.chat.services import message_post, room_read
from games.models import Room
from games.models.message import MESSAGE_LENGTH
from games.play.api import schema
from games.play.api.replies import reply_response
from games.play.api.serializers import MAX_INTEGER, UserSummary, optional_integer
from games.play.errors import GameNotFound, IdempotencyKeyInvalid, IdempotencyKeyReused

MAX_MESSAGES = 200
EXAMPLE = OpenApiExample(
    "To the other players",
    value={"room": "players", "text": "Back on Monday!"},
    request_only=True,
)


class MessageInput(serializers.Serializer):
    room = serializers.ChoiceField(Room.choices)
    text = serializers.CharField(max_length=MESSAGE_LENGTH, validators=[validate_text])


class MessageView(serializers.Serializer):
    """A message in a room."""

    number = serializers.IntegerField(help_text="The number of the message in its room.")
    user = UserSummary()
    text = serializers.CharField(allow_null=True, help_text="Null: a moderator has removed it.")
    removed = serializers.BooleanField()
    at = serializers.DateTimeField()


class MessagesQuery(serializers.Serializer):
    room = serializers.ChoiceField(
        Room.choices,
        required=False,
        default=None,
        allow_null=True,
        help_text="By default the players' room if you have a seat, otherwise the spectators'.",
    )
    after = serializers.IntegerField(
        required=False,
        default=0,
        min_value=0,
        max_value=MAX_INTEGER,
        help_text="The last `number` read.",
    )
    before = optional_integer("Read backwards: the messages just before this one.", min_value=1)
    limit = serializers.IntegerField(
        required=False, default=50, min_value=1, max_value=MAX_MESSAGES
    )


class MessagesReply(serializers.Serializer):
    """Part of a room, without messages of users that you block."""

    room = serializers.ChoiceField(Room.choices)
    last = serializers.IntegerField(help_text="Send it as `after` the next time.")
    more = serializers.BooleanField(
        help_text="True if there are more messages in the direction of reading."
    )
    read = serializers.IntegerField(help_text="The last message that you have marked as read.")
    messages = MessageView(many=True)


class RoomReadInput(serializers.Serializer):
    room = serializers.ChoiceField(Room.choices)
    number = serializers.IntegerField(
        min_value=0, max_value=MAX_INTEGER, help_text="The last message that you have read."
    )


class RoomReadView(serializers.Serializer):
    read = serializers.IntegerField(help_text="How far you have read.")


class UnreadRoom(serializers.Serializer):
    """A room with unread messages of others."""

    game = serializers.UUIDField()
    ruleset = serializers.CharField()
    room = serializers.ChoiceField(Room.choices)
    unread = serializers.IntegerField()
    last = serializers.IntegerField(help_text="The number of the last message.")
    at = serializers.DateTimeField(help_text="The time of the last message.")


class UnreadReply(serializers.Serializer):
    """All rooms with unread messages, newest first."""

    server_time = serializers.DateTimeField()
    rooms = UnreadRoom(many=True)


class GameMessagesApi(ApiView):
    @endpoint(
        "game_messages",
        "List messages",
        description=(
            "Until the end of the game only players read the players' room, and everybody else "
            "who may see the game reads the spectators' room. After the end, all of them read "
            "both."
        ),
        scope=MESSAGES,
        query=MessagesQuery,
        reply=MessagesReply,
        errors=[RoomClosed, GameNotFound],
    )
    def get(self, request: Request, game_id: UUID, query: dict[str, Any]) -> HttpResponse:
        view = room_view_of(user=require_user(request), game_id=game_id, room=query.pop("room"))
        if (same := not_modified_reply(request, view.version)) is not None:
            return same
        return tagged_reply(messages_document(view, Page(**query)), view.version)

    @endpoint(
        "game_message_post",
        "Send a message",
        scope=MESSAGES,
        rate="messages",
        parameters=[schema.IDEMPOTENCY_KEY],
        body=MessageInput,
        examples=[EXAMPLE],
        reply=MessageView,
        status=201,
        errors=[IdempotencyKeyInvalid, RoomClosed, Muted, GameNotFound, IdempotencyKeyReused],
    )
    def post(self, request: Request, game_id: UUID, body: dict[str, Any]) -> HttpResponse:
        key = request.headers.get("Idempotency-Key")
        reply = message_post(user=require_user(request), game_id=game_id, key=key, **body)
        return reply_response(reply, status=201)


class GameMessagesReadApi(ApiView):
    @endpoint(
        "game_messages_read",
        "Mark messages as read",
        scope=MESSAGES,
        guests_may=True,
        body=RoomReadInput,
        reply=RoomReadView,
        errors=[RoomClosed, GameNotFound],
    )
    def post(self, request: Request, game_id: UUID, body: dict[str, Any]) -> object:
        return {"read": room_read(user=require_user(request), game_id=game_id, **body)}


class MeMessagesApi(ApiView):
    @endpoint(
        "me_messages",
        "List games with unread messages",
        scope=MESSAGES,
        reply=UnreadReply,
    )
    def get(self, request: Request) -> HttpResponse:
        rooms = unread_of(user=require_user(request))
        document = {"server_time": timezone.now(), "rooms": rooms}
        return not_modified_reply(request, rooms) or tagged_reply(document, rooms)
