"""How several views reply."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpResponse
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.requests import signed_in
from citadels.api.errors import ending
from games.api.languages import language_of, spoken_in
from games.selectors import game_view_for
from games.services.idempotency import Reply


def game_reply(request: Request, game_id: UUID) -> Response:
    """The match as it is after what the user did."""
    language = language_of(request)
    _, document = game_view_for(user=signed_in(request), game_id=game_id, language=language)
    return spoken_in(Response(document), language)


def sent(reply: Reply, language: str) -> HttpResponse:
    """A reply that was written in the transaction of what it reports. One that is sent again is in
    the language of the first time, and says so by not saying which.
    """
    response = as_written(reply)
    if reply.replayed:
        return ending(response, "replayed")
    return spoken_in(ending(response, "played"), language)


def as_written(reply: Reply) -> HttpResponse:
    """A reply that has no language, marked if it was given before."""
    response = HttpResponse(reply.body, status=reply.status, content_type="application/json")
    if reply.replayed:
        response["Idempotent-Replayed"] = "true"
    return response
