"""Applications that act for users, over HTTP: a user's own, and those he has allowed something."""

from __future__ import annotations

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from oauth2_provider.models import Application
from rest_framework import generics, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api import schema
from accounts.api.requests import signed_in
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
from accounts.services.applications import application_create, application_delete
from accounts.services.authorizations import authorization_revoke
from citadels.api.errors import Invalid
from citadels.api.headers import NO_STORE
from citadels.api.pagination import CursorPagination
from citadels.api.requests import checked
from citadels.api.schema import problems


class ByCreation(CursorPagination):
    ordering = ("-created", "-id")


class ApplicationsApi(generics.GenericAPIView):
    scope = ACCOUNT
    serializer_class = ApplicationView
    queryset = Application.objects.none()
    pagination_class = ByCreation

    @extend_schema(
        operation_id="me_applications",
        summary="List your applications",
        responses={200: ApplicationView(many=True), **problems(*schema.SECURED, Invalid)},
    )
    def get(self, request: Request) -> Response:
        page = self.paginate_queryset(applications_of(user=signed_in(request))) or []
        return self.get_paginated_response([application_document(one) for one in page])

    @extend_schema(
        operation_id="me_application_create",
        summary="Register an application that asks users to act for them",
        description="By OAuth2 with PKCE: `docs/accounts.md` goes through it step by step.",
        request=ApplicationInput,
        examples=[schema.APPLICATION_EXAMPLE],
        responses={
            201: ApplicationCreated,
            **problems(*schema.SECURED, TooManyApplications, Invalid),
        },
    )
    def post(self, request: Request) -> Response:
        body = checked(ApplicationInput(data=request.data))
        made = application_create(user=signed_in(request), **body)
        document = {**application_document(made.application), "client_secret": made.secret}
        return Response(document, status=status.HTTP_201_CREATED, headers=NO_STORE)


class ApplicationApi(APIView):
    scope = ACCOUNT

    @extend_schema(
        operation_id="me_application_delete",
        summary="Delete an application of yours",
        description="With it ends all that users have allowed it.",
        responses={204: None, **problems(*schema.SECURED, ApplicationNotFound)},
    )
    def delete(self, request: Request, client_id: str) -> Response:
        application_delete(user=signed_in(request), client_id=client_id)
        return Response(status=status.HTTP_204_NO_CONTENT)


class AuthorizationsApi(generics.GenericAPIView):
    scope = ACCOUNT
    serializer_class = AuthorizationView
    queryset = Application.objects.none()
    pagination_class = ByCreation

    @extend_schema(
        operation_id="me_authorizations",
        summary="List the applications that you have allowed something",
        responses={200: AuthorizationView(many=True), **problems(*schema.SECURED, Invalid)},
    )
    def get(self, request: Request) -> Response:
        user, now = signed_in(request), timezone.now()
        page = self.paginate_queryset(authorizations_of(user=user, now=now)) or []
        return self.get_paginated_response(authorization_documents(page, user=user, now=now))


class AuthorizationApi(APIView):
    scope = ACCOUNT

    @extend_schema(
        operation_id="me_authorization_revoke",
        summary="Take back what you have allowed an application",
        responses={204: None, **problems(*schema.SECURED, AuthorizationNotFound)},
    )
    def delete(self, request: Request, client_id: str) -> Response:
        authorization_revoke(user=signed_in(request), client_id=client_id)
        return Response(status=status.HTTP_204_NO_CONTENT)
