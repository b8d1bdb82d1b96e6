"""The entrance of the API, and its description."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from threading import Lock
from typing import NamedTuple

from django.http import HttpResponse
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.renderers import (
    OpenApiJsonRenderer,
    OpenApiJsonRenderer2,
    OpenApiYamlRenderer,
    OpenApiYamlRenderer2,
)
from drf_spectacular.settings import spectacular_settings
from drf_spectacular.utils import extend_schema, inline_serializer
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse
from rest_framework.views import APIView

from citadels.api.revalidation import HEADERS, unchanged

FILE_NAME = spectacular_settings.TITLE


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


class RenderedSchema(NamedTuple):
    body: bytes
    etag: str


RENDERING = Lock()


@cache
def _render_schema() -> dict[str, RenderedSchema]:
    generator = SchemaGenerator()  # type: ignore[no-untyped-call]
    document = generator.get_schema(public=True)  # type: ignore[no-untyped-call]
    bodies = {
        renderer.format: renderer().render(document, renderer_context={})
        for renderer in (OpenApiYamlRenderer, OpenApiJsonRenderer)
    }
    return {
        format: RenderedSchema(body, f'"{sha256(body).hexdigest()[:32]}"')
        for format, body in bodies.items()
    }


def rendered_schema(format: str) -> RenderedSchema:
    """Return the description of the API in a format, ``yaml`` or ``json``.

    A process renders it once, which takes seconds: concurrent requests wait for the first.
    """
    with RENDERING:
        return _render_schema()[format]


class SchemaApi(APIView):
    """The description of the API, the same for everybody."""

    authentication_classes = ()
    permission_classes = (AllowAny,)
    renderer_classes = (
        OpenApiYamlRenderer,
        OpenApiYamlRenderer2,
        OpenApiJsonRenderer,
        OpenApiJsonRenderer2,
    )
    read_scope = "schema"

    @extend_schema(exclude=True)
    def get(self, request: Request) -> HttpResponse:
        renderer = request.accepted_renderer
        charset = f"; charset={renderer.charset}" if renderer.charset else ""
        schema = rendered_schema(renderer.format)
        return unchanged(request, schema.etag) or HttpResponse(
            schema.body,
            content_type=f"{renderer.media_type}{charset}",
            headers={
                **HEADERS,
                "ETag": schema.etag,
                "Content-Disposition": f'inline; filename="{FILE_NAME}.{renderer.format}"',
            },
        )
