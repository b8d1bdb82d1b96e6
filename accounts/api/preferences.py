"""How a user wishes to be treated, over HTTP."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.api import schema
from accounts.api.requests import signed_in
from accounts.api.serializers import PreferencesView
from accounts.scopes import ACCOUNT
from accounts.selectors import preferences_of
from accounts.services.preferences import preferences_change
from citadels.api.errors import Invalid
from citadels.api.requests import checked
from citadels.api.schema import problems


class PreferencesApi(APIView):
    scope = ACCOUNT

    @extend_schema(
        operation_id="me_preferences",
        summary="See your preferences",
        responses={200: PreferencesView, **problems(*schema.SECURED)},
    )
    def get(self, request: Request) -> Response:
        user = signed_in(request)
        return Response(PreferencesView(preferences_of([user.id])[user.id]).data)

    @extend_schema(
        operation_id="me_preferences_change",
        summary="Change some of your preferences",
        request=PreferencesView(partial=True),
        responses={200: PreferencesView, **problems(*schema.SECURED, Invalid)},
    )
    def patch(self, request: Request) -> Response:
        changes = checked(PreferencesView(data=request.data, partial=True))
        changed = preferences_change(user=signed_in(request), changes=changes)
        return Response(PreferencesView(changed).data)
