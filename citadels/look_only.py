"""Pages of the admin that show and do not change."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest


class LookOnly:
    """No adding, no changing, no deleting."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False
