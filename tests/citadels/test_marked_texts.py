"""The details of errors are texts for people: each one is marked for translation."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from inspect import signature

import pytest

from core.errors import CATALOGUE, ApiError
from tests.packages import ROOT, SERVICE

ENGLISH = {"serving/head_limits.py"}
"""Refuses requests before their language is read: see docs/languages.md."""


def takes_detail(error: type[ApiError]) -> bool:
    """True if the first argument is the detail, and not a code or a place in the request."""
    return next(iter(signature(error).parameters), "") == "detail"


def unmarked(source: str) -> Iterator[int]:
    """Find the lines in which an error gets a literal text as its detail."""
    names = {error.__name__ for error in CATALOGUE.values() if takes_detail(error)}
    for call in ast.walk(ast.parse(source)):
        if not isinstance(call, ast.Call):
            continue
        name = call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", "")
        details = [*call.args[:1], *(word.value for word in call.keywords if word.arg == "detail")]
        for detail in details if name in names else ():
            if isinstance(detail, ast.JoinedStr) or (
                isinstance(detail, ast.Constant) and isinstance(detail.value, str)
            ):
                yield call.lineno


@pytest.mark.slow
def test_every_detail_is_marked() -> None:
    paths = [path for package in SERVICE for path in (ROOT / package).rglob("*.py")]
    assert len(paths) > 200
    found = [
        f"{path.relative_to(ROOT)}:{line}"
        for path in paths
        if str(path.relative_to(ROOT)) not in ENGLISH
        for line in unmarked(path.read_text(encoding="utf-8"))
    ]
    assert not found


def test_one_that_is_not_marked_is_found() -> None:
    assert list(unmarked('raise NotFound("There is no such thing.")')) == [1]
    assert list(unmarked('raise NotFound(f"There is no {thing}.")')) == [1]
    assert list(unmarked('raise NotFound(detail="There is nothing.")')) == [1]
    assert not list(unmarked('raise NotFound(_("There is no such thing."))'))
