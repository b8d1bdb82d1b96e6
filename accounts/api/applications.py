"""Endpoints for applications: a user's own, and those that they authorized."""

from __future__ import annotations

from typing import Any

from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.api import schema
from accounts.api.requests import require_user
from accounts.api.serializers import (
    ApplicationCreated,
    ApplicationInput,
    ApplicationView,
    AuthorizationView,
)
from accounts.documents import application_document
from accounts.errors import ApplicationNotFound, AuthorizationNotFound, TooManyApplications
from accounts.scopes import ACCOUNT
from accounts.selectors import applications_of, authorization_documents, authorizations_of
from accounts.services.applications import (
    application_create,
    application_delete,
    authorization_revoke,
)
from core.api.endpoints import ApiView, endpoint
from core.api.pagination import CursorPagination


class ByCreation(CursorPagination):
    ordering = ("-created", "-id")


class ApplicationsApi(ApiView):
    pagination_class = ByCreation

    @endpoint(
        "me_applications",
        "List your applications",
        scope=ACCOUNT,
        pages=ApplicationView,
    )
    def get(self, request: Request) -> Response:
        page = self.paginate_queryset(applications_of(user=require_user(request))) or []
        return self.get_paginated_response([application_document(one) for one in page])

    @endpoint(
        "me_application_create",
        "Register an application that asks users to act for them",
        description="With OAuth2 and PKCE: `docs/accounts.md` explains it step by step.",
        scope=ACCOUNT,
        body=ApplicationInput,
        examples=[schema.APPLICATION_EXAMPLE],
        reply=ApplicationCreated,
        status=201,
        no_store=True,
        errors=[TooManyApplications],
    )
    def post(self, request: Request, body: dict[str, Any]) -> object:
        made = application_create(user=require_user(request), **body)
        return {**application_document(made.application), "client_secret": made.secret}


class ApplicationApi(ApiView):
    @endpoint(
        "me_application_delete",
        "Delete one of your applications",
        description="All its authorizations end.",
        scope=ACCOUNT,
        errors=[ApplicationNotFound],
    )
    def delete(self, request: Request, client_id: str) -> None:
        application_delete(user=require_user(request), client_id=client_id)


class AuthorizationsApi(ApiView):
    pagination_class = ByCreation

    @endpoint(
        "me_authorizations",
        "List the applications that you have authorized",
        scope=ACCOUNT,
        pages=AuthorizationView,
    )
    def get(self, request: Request) -> Response:
        user, now = require_user(request), timezone.now()
        page = self.paginate_queryset(authorizations_of(user=user, now=now)) or []
        return self.get_paginated_response(authorization_documents(page, user=user, now=now))


class AuthorizationApi(ApiView):
    @endpoint(
        "me_authorization_revoke",
        "Revoke the authorization of an application",
        scope=ACCOUNT,
        guests_may=True,
        errors=[AuthorizationNotFound],
    )
    def delete(self, request: Request, client_id: str) -> None:
        authorization_revoke(user=require_user(request), client_id=client_id)
