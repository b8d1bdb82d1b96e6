"""Read-only pages of the admin."""

from __future__ import annotations

from typing import Any, ClassVar

from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.text import capfirst

ENDINGS = ("", "__exact", "__gte", "__lt", "__isnull", "__isempty")
"""The lookups that admin filters use."""


SEARCH_MAX = 200
"""Characters of a search that count: Django splits the text into words in quadratic time."""


class BoundedSearchMixin:
    """Admin pages whose search text is cut to a bounded length."""

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        page: Any = super()
        found: tuple[QuerySet[Any], bool] = page.get_search_results(
            request, queryset, search_term[:SEARCH_MAX]
        )
        return found


class ReadOnlyAdminMixin(BoundedSearchMixin):
    """Admin pages without adding, changing or deleting, and without lookups of hidden columns."""

    list_filter: ClassVar[Any]
    opts: Any

    def changelist_view(
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> Any:
        """Show the list under the name of what it lists, instead of "Select ... to view"."""
        page: Any = super()
        title = capfirst(self.opts.verbose_name_plural)
        return page.changelist_view(request, {"title": title, **(extra_context or {})})

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        """Allow only the lookups of the filters. With ``?choice__startswith=`` one could read,
        letter by letter, what no page shows.
        """
        return any(lookup in lookups_of(one) for one in self.list_filter)


class AdministratorMenuMixin:
    """Admin pages that only administrators see in the menu. Others can open them by links."""

    def has_module_permission(self, request: HttpRequest) -> bool:
        return bool(request.user.is_superuser)


def lookups_of(one: Any) -> set[str]:
    """Return the lookups that a filter may put into an address."""
    if isinstance(one, tuple | list):
        one = one[0]
    if isinstance(one, str):
        return {f"{one}{ending}" for ending in ENDINGS}
    return {str(one.parameter_name)}
