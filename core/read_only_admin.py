"""Pages of the admin that show and do not change."""

from __future__ import annotations

from typing import Any, ClassVar

from django.db.models import QuerySet
from django.http import HttpRequest

ENDINGS = ("", "__exact", "__gte", "__lt", "__isnull", "__isempty")
"""What the filters of the admin ask of a field."""


SEARCH_MAX = 200
"""Characters of a search that count: Django splits it into words in quadratic time."""


class BoundedSearchMixin:
    """Admin pages whose searches are cut to a bounded length."""

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        page: Any = super()
        found: tuple[QuerySet[Any], bool] = page.get_search_results(
            request, queryset, search_term[:SEARCH_MAX]
        )
        return found


class ReadOnlyAdminMixin(BoundedSearchMixin):
    """No adding, no changing, no deleting; and no asking for columns that are not shown."""

    list_filter: ClassVar[Any]

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        """A list is narrowed by its filters alone: by asking ``?choice__startswith=`` letter for
        letter one could read what no page shows.
        """
        return any(lookup in lookups_of(one) for one in self.list_filter)


def lookups_of(one: Any) -> set[str]:
    """What a filter may put into an address: it is a field, a field and a filter, or a filter."""
    if isinstance(one, tuple | list):
        one = one[0]
    if isinstance(one, str):
        return {f"{one}{ending}" for ending in ENDINGS}
    return {str(one.parameter_name)}
