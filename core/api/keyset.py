"""Keyset pagination: a cursor names a position in the order, not a number of rows. Rows that are
added, removed or changed between two pages make no client skip others.
"""

from __future__ import annotations

from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

import orjson
from django.core.exceptions import ValidationError
from django.db.models import Model, Q, QuerySet
from django.utils.translation import gettext as _
from rest_framework.request import Request
from rest_framework.utils.urls import replace_query_param
from rest_framework.views import APIView

from core import json
from core.api.pagination import CursorPagination
from core.errors import Invalid

Place = list[Any]
LARGEST = 2**31 - 1


class KeysetPagination(CursorPagination):
    """Paginates a queryset by its ``order_by``. The columns must not be null, the last one must be
    unique; ``-`` reverses a column.
    """

    def paginate_queryset(
        self,
        queryset: QuerySet[Any] | Sequence[Any],
        request: Request,
        view: APIView | None = None,
    ) -> list[Any]:
        assert isinstance(queryset, QuerySet)
        self.url = request.build_absolute_uri()
        self.order = tuple(str(name) for name in queryset.query.order_by)
        size = self.get_page_size(request) or self.page_size
        back, place = self.place_from_request(request, queryset.model)
        order = reverse_ordering(self.order) if back else self.order
        if place is not None:
            queryset = queryset.filter(rows_after(order, place))
        rows = list(queryset.order_by(*order)[: size + 1])
        more = len(rows) > size
        self.rows = rows[:size][::-1] if back else rows[:size]
        self.has_next = bool(rows) and (back or more)
        self.has_previous = bool(rows) and (more if back else place is not None)
        return self.rows

    def place_from_request(self, request: Request, model: type[Model]) -> tuple[bool, Place | None]:
        """Return the direction and the position of a cursor. Raises Invalid."""
        text = request.query_params.get(self.cursor_query_param)
        if not text:
            return False, None
        try:
            back, *place = orjson.loads(urlsafe_b64decode(text.encode("ascii")))
            fields = {field.name: field for field in model._meta.fields}
            values = [
                fields[name.lstrip("-")].to_python(value)
                for name, value in zip(self.order, place, strict=True)
            ]
            if not all(map(comparable, values)):
                raise ValueError
            return bool(back), values
        except (ValueError, TypeError, OverflowError, ValidationError):
            detail = _(
                "This cursor does not belong to this list: take it from `next` or `previous`."
            )
            raise Invalid.field("/cursor", "invalid", detail) from None

    def get_next_link(self) -> str | None:
        return self.link(back=False, row=self.rows[-1]) if self.has_next else None

    def get_previous_link(self) -> str | None:
        return self.link(back=True, row=self.rows[0]) if self.has_previous else None

    def link(self, *, back: bool, row: Any) -> str:
        place = [getattr(row, name.lstrip("-")) for name in self.order]
        text = urlsafe_b64encode(json.dumps([int(back), *place])).decode("ascii")
        return replace_query_param(self.url, self.cursor_query_param, text)


def comparable(value: object) -> bool:
    """Return a value that the database can compare with a column. Raises OverflowError."""
    if isinstance(value, datetime):
        return value.tzinfo is not None and bool(value.astimezone(UTC))
    if isinstance(value, int):
        return abs(value) <= LARGEST
    return value is not None


def reverse_ordering(order: Sequence[str]) -> tuple[str, ...]:
    """Return the opposite ordering, for the page before."""
    return tuple(name[1:] if name.startswith("-") else f"-{name}" for name in order)


def rows_after(order: Sequence[str], place: Place) -> Q:
    """Return the condition for rows after ``place``."""
    found, same = Q(), Q()
    for name, value in zip(order, place, strict=True):
        column = name.lstrip("-")
        step = "lt" if name.startswith("-") else "gt"
        found |= same & Q(**{f"{column}__{step}": value})
        same &= Q(**{column: value})
    first = order[0].lstrip("-")
    bound = "lte" if order[0].startswith("-") else "gte"
    return Q(**{f"{first}__{bound}": place[0]}) & found  # so that the index is used
