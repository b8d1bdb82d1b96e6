"""Cursor pagination: no item is skipped when items are added between two pages."""

from __future__ import annotations

from datetime import UTC
from typing import Any

from django.utils.dateparse import parse_datetime
from django.utils.translation import gettext as _
from rest_framework import pagination
from rest_framework.exceptions import NotFound
from rest_framework.request import Request

from core.errors import Invalid

DIGITS_MAX = 9


class CursorPagination(pagination.CursorPagination):
    """Paginates by cursor, newest first. A view with another order sets ``ordering`` in a
    subclass.
    """

    page_size = 25
    max_page_size = 100
    page_size_query_param = "limit"
    ordering = ("-created_at", "-id")

    def get_page_size(self, request: Request) -> int:
        """Return the requested page size. Raises Invalid if it is not a number from 1 to the
        maximum. The endpoint has refused a repeated one.
        """
        text = request.query_params.get(self.page_size_query_param, "")
        if not text:
            return self.page_size
        number = text.isascii() and text.isdigit() and len(text) <= DIGITS_MAX and int(text)
        if not 1 <= number <= self.max_page_size:
            detail = _("This must be a number from 1 to %(most)s.") % {"most": self.max_page_size}
            raise Invalid.field("/limit", "invalid", detail)
        return number

    def get_schema_operation_parameters(self, view: Any) -> list[dict[str, Any]]:
        """Return the framework's parameters, with the bounds of ``limit``."""
        found: list[dict[str, Any]] = super().get_schema_operation_parameters(view)
        for parameter in found:
            if parameter["name"] == self.page_size_query_param:
                parameter["schema"] |= {"minimum": 1, "maximum": self.max_page_size}
        return found

    def decode_cursor(self, request: Request) -> pagination.Cursor | None:
        """Return the decoded cursor. It is validated here, since the framework would pass it to the
        database unchecked.
        """
        try:
            cursor = super().decode_cursor(request)
            if cursor is None or cursor.position is None:
                return cursor
            position = self.position(str(cursor.position))
            return cursor._replace(position=position)  # type: ignore[arg-type]  # stubs: a number
        except (NotFound, ValueError, OverflowError):
            detail = _("This cursor is not valid: take it from `next` or `previous`.")
            raise Invalid.field("/cursor", "invalid", detail) from None

    def get_paginated_response_schema(self, schema: dict[str, Any]) -> dict[str, Any]:
        """Return a page of ``schema``, with links to the pages beside it."""
        link = {
            "type": ["string", "null"],
            "format": "uri-reference",
            "example": "https://example.org/api/v1/games/?cursor=cD00ODY%3D",
        }
        return {
            "type": "object",
            "required": ["next", "previous", "results"],
            "properties": {
                "next": {**link, "description": "URL of the next page; null on the last one."},
                "previous": {**link, "description": "URL of the page before; null on the first."},
                "results": schema,
            },
        }

    def position(self, text: str) -> str:
        """Return the position of a cursor as a value for the database. Raises ValueError,
        OverflowError.

        A list that is not ordered by time overrides this.
        """
        return parse_instant(text)


def parse_instant(text: str) -> str:
    """Return an instant as cursors hold it, in UTC. Raises ValueError, OverflowError."""
    at = parse_datetime(text)
    if at is None or at.tzinfo is None:
        raise ValueError(f"{text!r} is no instant")
    return str(at.astimezone(UTC))
