"""Marks a class that games subclass. mypyc reads the mark; at run time it does nothing.

Without it, a compiled class refuses subclasses in plain Python.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mypy_extensions import mypyc_attr
else:

    def mypyc_attr(**_attributes):
        """Return a decorator that returns its class."""
        return lambda cls: cls


__all__ = ["mypyc_attr"]
