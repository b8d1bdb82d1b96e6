"""Any JSON as lines that people can read: for the tables of games that have no drawing."""

from __future__ import annotations

from typing import Any, TypedDict


class Branch(TypedDict):
    """A value with its name, or a name with what hangs from it."""

    name: str
    value: str
    branches: list[Branch]


def tree(value: Any, name: str = "") -> Branch:
    """``value`` under ``name``; plain lists in one line."""
    name = name.replace("_", " ")
    if isinstance(value, dict):
        branches = [tree(inner, str(key)) for key, inner in value.items()]
        return {"name": name, "value": "" if branches else "none", "branches": branches}
    if isinstance(value, list) and any(isinstance(inner, dict | list) for inner in value):
        branches = [tree(inner, str(number)) for number, inner in enumerate(value)]
        return {"name": name, "value": "", "branches": branches}
    if isinstance(value, list):
        return {"name": name, "value": ", ".join(map(word, value)) or "none", "branches": []}
    return {"name": name, "value": word(value), "branches": []}


def word(value: Any) -> str:
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)
