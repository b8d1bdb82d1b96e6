"""How several views reply, and what a token that may not read games gets instead."""

from __future__ import annotations

from http import HTTPStatus
from uuid import UUID

from django.http import HttpResponse
from django.urls import reverse
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.requests import require_access, require_user
from accounts.scopes import GAMES_READ
from core.api.conditional import not_modified_reply
from core.api.errors import outcome_set
from core.api.json import json_response
from core.api.languages import language_of, set_content_language
from games.play.idempotency import Reply
from games.play.selectors import game_header_for, game_view_for


def may_read(request: Request) -> bool:
    """True if the token of the request has the scope games:read."""
    return GAMES_READ in require_access(request).scopes


def empty_reply(game_id: UUID) -> Response:
    """Reply to a token without games:read: the request is done, and the game is not shown."""
    location = reverse("game", args=[game_id])
    return Response(status=HTTPStatus.NO_CONTENT, headers={"Location": location})


def game_reply(request: Request, game_id: UUID) -> Response:
    """The game as it is after what the user did."""
    if not may_read(request):
        return empty_reply(game_id)
    language = language_of(request)
    _, document = game_view_for(user=require_user(request), game_id=game_id, language=language)
    return set_content_language(Response(document), language)


def idempotent_reply(
    request: Request, reply: Reply, *, game_id: UUID, status: int = 200
) -> HttpResponse:
    """A reply that was made in the transaction of what it reports. One that is sent again is in
    the language of the first time, and says so by not saying which.
    """
    response: HttpResponse
    if not may_read(request):
        response = mark_replayed(empty_reply(game_id), reply)
    elif reply.replayed:
        response = reply_response(reply, status)
    else:
        response = set_content_language(reply_response(reply, status), language_of(request))
    return outcome_set(response, "replayed" if reply.replayed else "played")


def reply_response(reply: Reply, status: int) -> HttpResponse:
    """A reply that has no language, marked if it was given before."""
    return mark_replayed(json_response(reply.document, status=status), reply)


def mark_replayed(response: HttpResponse, reply: Reply) -> HttpResponse:
    """Mark a response if its reply was given before."""
    if reply.replayed:
        response["Idempotent-Replayed"] = "true"
    return response


def game_not_modified_reply(request: Request, game_id: UUID, language: str) -> HttpResponse | None:
    """304 if nothing that the viewer could see has changed since he asked; else None."""
    if "If-None-Match" not in request.headers:
        return None
    header = game_header_for(user=require_user(request), game_id=game_id, language=language)
    same = not_modified_reply(request, header.version)
    return None if same is None else set_content_language(same, language)
