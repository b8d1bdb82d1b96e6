"""Replies shared by several views, for tokens with and without the scope games:read."""

from __future__ import annotations

from http import HTTPStatus
from uuid import UUID

from django.http import HttpResponse
from django.urls import reverse
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.requests import require_access, require_user, user_of
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
    """Return the reply to a token without games:read: success, without the game."""
    return located_reply(reverse("game", args=[game_id]))


def located_reply(location: str) -> Response:
    """Return an empty reply that only says where the result is."""
    return Response(status=HTTPStatus.NO_CONTENT, headers={"Location": location})


def game_reply(request: Request, game_id: UUID) -> Response:
    """Return the game after the user's change."""
    if not may_read(request):
        return empty_reply(game_id)
    language = language_of(request)
    _, document = game_view_for(user=require_user(request), game_id=game_id, language=language)
    return set_content_language(Response(document), language)


def idempotent_reply(
    request: Request, reply: Reply, *, game_id: UUID, status: int = 200
) -> HttpResponse:
    """Return a reply that was stored in the transaction of its change.

    A replayed reply is in the language of the first one, which is not stored, so it has no
    ``Content-Language``.
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
    """Return the reply without a language, marked if it is a replayed one."""
    return mark_replayed(json_response(reply.document, status=status), reply)


def mark_replayed(response: HttpResponse, reply: Reply) -> HttpResponse:
    """Mark the response if its reply is a replayed one."""
    if reply.replayed:
        response["Idempotent-Replayed"] = "true"
    return response


def game_not_modified_reply(request: Request, game_id: UUID, language: str) -> HttpResponse | None:
    """Return 304 if nothing that the viewer can see has changed, else None."""
    if "If-None-Match" not in request.headers:
        return None
    header = game_header_for(user=user_of(request), game_id=game_id, language=language)
    same = not_modified_reply(request, header.version)
    return None if same is None else set_content_language(same, language)
