"""The entrance of the API."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema, inline_serializer
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse
from rest_framework.views import APIView


class ApiRootApi(APIView):
    """Where to go from here."""

    authentication_classes = ()
    permission_classes = (AllowAny,)

    @extend_schema(
        operation_id="api_root",
        tags=["start"],
        summary="Where to go from here",
        responses=inline_serializer(
            "ApiRoot",
            {"docs": serializers.URLField(), "schema": serializers.URLField()},
        ),
    )
    def get(self, request: Request) -> Response:
        return Response(
            {
                "docs": reverse("api-docs", request=request),
                "schema": reverse("api-schema", request=request),
            }
        )
