"""Endpoints for private notes, which only their author can read."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.utils import OpenApiExample
from rest_framework import serializers
from rest_framework.request import Request

from accounts.api.requests import require_user
from accounts.scopes import GAMES_PLAY, GAMES_READ
from core.api.conditional import not_modified_reply, tagged_reply
from core.api.endpoints import ApiView, endpoint
from core.visible_text import validate_text
from games.models.note import NOTE_LENGTH
from games.notes.selectors import note_document, note_of, note_version
from games.notes.services import note_write
from games.play.api import schema
from games.play.api.replies import empty_reply, may_read
from games.play.errors import GameNotFound

EXAMPLE = OpenApiExample(
    "What you keep in mind", request_only=True, value={"text": "bob took the Architect twice"}
)


class NoteInput(serializers.Serializer):
    text = serializers.CharField(
        max_length=NOTE_LENGTH,
        allow_blank=True,
        trim_whitespace=False,
        validators=[validate_text],
        help_text="The whole note.",
    )


class NoteView(serializers.Serializer):
    """Your note about a game."""

    text = serializers.CharField(help_text="Empty if there is no note.")
    updated_at = serializers.DateTimeField(allow_null=True)


class GameNotesApi(ApiView):
    @endpoint(
        "game_notes",
        "Get your private note about a game",
        scope=GAMES_READ,
        reply=NoteView,
        errors=[GameNotFound],
    )
    def get(self, request: Request, game_id: UUID) -> HttpResponse:
        note = note_of(user=require_user(request), game_id=game_id)
        version = note_version(note)
        return not_modified_reply(request, version) or tagged_reply(note_document(note), version)

    @endpoint(
        "game_notes_write",
        "Write your private note about a game",
        description="It replaces the previous note.",
        scope=GAMES_PLAY,
        guests_may=True,
        body=NoteInput,
        examples=[EXAMPLE],
        reply=NoteView,
        other_replies=schema.WITHOUT_READ,
        errors=[GameNotFound],
    )
    def put(self, request: Request, game_id: UUID, body: dict[str, Any]) -> HttpResponse:
        note = note_write(user=require_user(request), game_id=game_id, **body)
        if not may_read(request):
            return empty_reply(game_id)
        return tagged_reply(note_document(note), note_version(note))
