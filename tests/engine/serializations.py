"""The module of each registered game that stores its states."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

from tablekernel import registry

SLUGS = sorted(registry.RULESETS)


def serialization_of(slug: str) -> ModuleType:
    """Return the module ``serialization`` beside the rules of a game."""
    package = type(registry.ruleset(slug).rules).__module__.rpartition(".")[0]
    return import_module(f"{package}.serialization")
