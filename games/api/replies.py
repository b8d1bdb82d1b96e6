"""How several views reply."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpResponse
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.requests import signed_in
from games.selectors import game_view_for
from games.services.idempotency import Reply


def game_reply(request: Request, game_id: UUID) -> Response:
    """The match as it is after what the user did."""
    _, document = game_view_for(user=signed_in(request), game_id=game_id)
    return Response(document)


def sent(reply: Reply) -> HttpResponse:
    """A reply that was written in the transaction of what it reports."""
    headers = {"Idempotent-Replayed": "true"} if reply.replayed else {}
    return HttpResponse(
        reply.body, status=reply.status, content_type="application/json", headers=headers
    )
