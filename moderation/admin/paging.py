"""Lists that are as quick with a million rows: nothing is counted to the end."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from django.core.paginator import Paginator

MOST = 1000
"""Rows that a list goes on to: who wants others narrows it."""


class NearPages(Paginator):
    """The first pages of a list; how many rows there are is counted up to ``MOST``."""

    object_list: Any

    @cached_property
    def count(self) -> int:
        return int(self.object_list.order_by()[:MOST].count())
