"""Endpoints for the sessions of a user's browsers."""

from __future__ import annotations

from uuid import UUID

from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api.requests import require_user
from accounts.api.serializers import SessionView
from accounts.documents import session_document
from accounts.errors import SessionNotFound
from accounts.scopes import ACCOUNT
from accounts.services.browser_sessions import session_end, sessions_end, sessions_of
from core.api.endpoints import ApiView, endpoint


class MeSessionsApi(ApiView):
    @endpoint(
        "me_sessions",
        "List the browsers in which you are logged in",
        description="With the pages of this service, such as the consent page. Tokens are apart.",
        scope=ACCOUNT,
        pages=SessionView,
    )
    def get(self, request: Request) -> Response:
        sessions = sessions_of(user=require_user(request), now=timezone.now())
        page = self.paginate_queryset(sessions) or []
        return self.get_paginated_response([session_document(session) for session in page])

    @endpoint(
        "me_sessions_end",
        "Log out in all browsers",
        description=(
            "The tokens that the web client at `/play/` got in these browsers end as well. Other "
            "tokens and authorizations stay."
        ),
        scope=ACCOUNT,
        guests_may=True,
    )
    def delete(self, request: Request) -> None:
        sessions_end(user=require_user(request))


class MeSessionApi(ApiView):
    @endpoint(
        "me_session_end",
        "Log out in one browser",
        description="The tokens that the web client at `/play/` got there end as well.",
        scope=ACCOUNT,
        guests_may=True,
        errors=[SessionNotFound],
    )
    def delete(self, request: Request, session_id: UUID) -> None:
        session_end(user=require_user(request), session_id=session_id)
