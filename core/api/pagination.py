"""Lists are read page by page, by cursor: nothing is skipped when rows are added meanwhile."""

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
    """Newest first. A view with another order sets ``ordering`` in a subclass."""

    page_size = 25
    max_page_size = 100
    page_size_query_param = "limit"
    ordering = ("-created_at", "-id")

    def get_page_size(self, request: Request) -> int:
        """Return how many rows the client asks for.

        Raises Invalid if that is not one number from 1 to the maximum.
        """
        *more, text = request.query_params.getlist(self.page_size_query_param) or [""]
        if not text and not more:
            return self.page_size
        number = (
            not more and text.isascii() and text.isdigit() and len(text) <= DIGITS_MAX and int(text)
        )
        if not 1 <= number <= self.max_page_size:
            detail = _("This must be a number from 1 to %(most)s.") % {"most": self.max_page_size}
            raise Invalid.field("/limit", "invalid", detail)
        return number

    def get_schema_operation_parameters(self, view: Any) -> list[dict[str, Any]]:
        """As the framework's, with what ``limit`` may be."""
        found: list[dict[str, Any]] = super().get_schema_operation_parameters(view)
        for parameter in found:
            if parameter["name"] == self.page_size_query_param:
                parameter["schema"] |= {"minimum": 1, "maximum": self.max_page_size}
        return found

    def decode_cursor(self, request: Request) -> pagination.Cursor | None:
        """What the client sent, checked: the framework would hand it to the database as it is."""
        try:
            cursor = super().decode_cursor(request)
            if cursor is None or cursor.position is None:
                return cursor
            position = self.position(str(cursor.position))
            return cursor._replace(position=position)  # type: ignore[arg-type]  # stubs: a number
        except (NotFound, ValueError, OverflowError):
            detail = _("This cursor is not one of ours: take it from `next` or `previous`.")
            raise Invalid.field("/cursor", "invalid", detail) from None

    def get_paginated_response_schema(self, schema: dict[str, Any]) -> dict[str, Any]:
        """The framework's, in the words of OpenAPI 3.1: there is no ``nullable`` any more."""
        page = super().get_paginated_response_schema(schema)
        for name in ("next", "previous"):
            link = page["properties"][name]
            link.pop("nullable")
            link["type"] = ["string", "null"]
        return page

    def position(self, text: str) -> str:
        """Where a page begins, as the database is asked for it. Raises ValueError, OverflowError.

        A list that is in another order than by time says here what its positions are.
        """
        return parse_instant(text)


def parse_instant(text: str) -> str:
    """The instant as cursors have it, in UTC. Raises ValueError, OverflowError."""
    at = parse_datetime(text)
    if at is None or at.tzinfo is None:
        raise ValueError(f"{text!r} is no instant")
    return str(at.astimezone(UTC))
