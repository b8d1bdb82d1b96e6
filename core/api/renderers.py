"""Renderers that only declare a media type, so that clients can request it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rest_framework.renderers import BaseRenderer


class BinaryRenderer(BaseRenderer):
    """For views that return finished replies: files and pictures. Errors remain JSON.

    A subclass sets ``media_type`` and ``format``.
    """

    charset = None  # a media type with a charset parameter would be another one
    render_style = "binary"

    def render(
        self,
        data: Any,
        accepted_media_type: str | None = None,
        renderer_context: Mapping[str, Any] | None = None,
    ) -> bytes:
        return bytes(data or b"")
