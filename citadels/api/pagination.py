"""Lists are read page by page, by cursor: nothing is skipped when rows are added meanwhile."""

from __future__ import annotations

from rest_framework import pagination


class CursorPagination(pagination.CursorPagination):
    """Newest first. A view with another order sets ``ordering`` in a subclass."""

    page_size = 25
    max_page_size = 100
    page_size_query_param = "limit"
    ordering = ("-created_at", "-id")
