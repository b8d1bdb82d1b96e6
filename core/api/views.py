"""The root of the API, and its OpenAPI description."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from threading import Lock
from typing import NamedTuple

from django.http import HttpResponse
from django.utils import translation
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.renderers import (
    OpenApiJsonRenderer,
    OpenApiJsonRenderer2,
    OpenApiYamlRenderer,
    OpenApiYamlRenderer2,
)
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.reverse import reverse

from core.api.conditional import HEADERS, not_modified
from core.api.declared import OPEN
from core.api.endpoints import ApiView, endpoint


class ApiRoot(serializers.Serializer):
    guide = serializers.URLField(help_text="The documentation: guides, and the details.")
    docs = serializers.URLField(help_text="The reference of all operations, for people.")
    schema = serializers.URLField(help_text="The same as an OpenAPI description.")
    developers = serializers.URLField(help_text="Where to begin, packages, and the changelog.")
    rulesets = serializers.URLField(help_text="What can be played.")
    oauth = serializers.URLField(help_text="The metadata of the OAuth2 server (RFC 8414).")


class ApiRootApi(ApiView):
    @endpoint(
        "api_root",
        "List the entry points of the API",
        scope=OPEN,
        tags=["start"],
        reply=ApiRoot,
    )
    def get(self, request: Request) -> object:
        return {
            name: reverse(route, request=request)
            for name, route in (
                ("guide", "docs"),
                ("docs", "api-docs"),
                ("schema", "api-schema"),
                ("developers", "developers"),
                ("rulesets", "rulesets"),
                ("oauth", "oauth2_provider:oauth-server-metadata"),
            )
        }


class RenderedSchema(NamedTuple):
    body: bytes
    etag: str


RENDERING = Lock()


@cache
def _render_schema() -> dict[str, RenderedSchema]:
    with translation.override("en"):  # independent of the language of the first request
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
    """Return the OpenAPI description as ``yaml`` or ``json``.

    A process renders it once, which takes seconds. Concurrent requests wait for the first one.
    """
    with RENDERING:
        return _render_schema()[format]


class SchemaApi(ApiView):
    """The OpenAPI description, the same for every client."""

    renderer_classes = (
        OpenApiYamlRenderer,
        OpenApiYamlRenderer2,
        OpenApiJsonRenderer,
        OpenApiJsonRenderer2,
    )

    @endpoint(
        "api_schema",
        "Get the OpenAPI description",
        scope=OPEN,
        expensive=True,
        rate="schema",
        parameters=[OpenApiParameter("format", enum=["yaml", "json"])],
        documented=False,
    )
    def get(self, request: Request, format: str = "") -> HttpResponse:
        """Answer with ``format``, as the address says it, or with what the client accepts."""
        renderer = request.accepted_renderer
        charset = f"; charset={renderer.charset}" if renderer.charset else ""
        schema = rendered_schema(renderer.format)
        return not_modified(request, schema.etag) or HttpResponse(
            schema.body,
            content_type=f"{renderer.media_type}{charset}",
            headers={
                **HEADERS,
                "ETag": schema.etag,
                "Content-Disposition": f'inline; filename="openapi.{renderer.format}"',
            },
        )
