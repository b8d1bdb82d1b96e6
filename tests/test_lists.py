"""Lists that people keep by hand hold everything that there is, and nothing else."""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterator

import pytest

from accounts.models import EmailKind
from accounts.services.email_texts import STAFF_PASSKEY_ADDED, TAKEN, TEXTS
from games.play import event_texts
from notifications.kinds import KINDS
from notifications.own_kinds import PUSH_TEST
from tests.packages import PACKAGES, ROOT, SERVICE

SENDERS = {"notification_enqueue": 2, "users_notify": 2, "turn_notify": 2}
"""Functions that notify users, and the place of the kind among their arguments."""
ADDERS = {"event_add": 1, "pause_event_add": 2}
"""The same for the events of a game."""
DECLARE = ("notifications.py", "own_kinds.py", "event_texts.py")
SOURCES = {
    path: ast.parse(path.read_text(encoding="utf-8"))
    for package in SERVICE
    for path in sorted((ROOT / package).rglob("*.py"))
    if "migrations" not in path.parts
}


def kinds_given(functions: dict[str, int]) -> set[str]:
    """Return the kinds that stand in calls of these functions."""
    return {
        text
        for tree in SOURCES.values()
        for call in ast.walk(tree)
        if isinstance(call, ast.Call) and name_of(call.func) in functions
        for text in texts_of(argument_at(call, functions[name_of(call.func)]))
    }


def name_of(function: ast.expr) -> str:
    return function.id if isinstance(function, ast.Name) else getattr(function, "attr", "")


def argument_at(call: ast.Call, place: int) -> ast.expr | None:
    named = next((word.value for word in call.keywords if word.arg == "kind"), None)
    return named or (call.args[place] if place < len(call.args) else None)


def texts_of(node: ast.AST | None) -> Iterator[str]:
    """Yield the text, or both texts of a choice between two."""
    if isinstance(node, ast.IfExp):
        yield from (*texts_of(node.body), *texts_of(node.orelse))
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value


def texts_elsewhere() -> set[str]:
    """Return the texts of all modules but those that declare kinds."""
    return {
        node.value
        for path, tree in SOURCES.items()
        if path.name not in DECLARE
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }


def test_every_notification_that_is_sent_is_declared_and_none_is_declared_in_vain(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delitem(KINDS, "news", raising=False)  # of other tests
    sent = kinds_given(SENDERS)
    assert len(sent) > 20
    assert sent <= KINDS.keys()
    assert KINDS.keys() - sent - texts_elsewhere() == {PUSH_TEST}  # sent by this name


def test_every_event_that_is_added_has_a_text_and_no_text_is_in_vain() -> None:
    added = kinds_given(ADDERS)
    assert len(added) > 15
    assert added <= event_texts.KINDS
    assert event_texts.KINDS - texts_elsewhere() == set()


def test_every_email_about_an_account_has_a_text() -> None:
    assert TEXTS.keys() == {*EmailKind, TAKEN, STAFF_PASSKEY_ADDED}


def test_the_tools_check_every_package() -> None:
    tools = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]
    measured = {*PACKAGES} - {"bench"}
    assert set(tools["coverage"]["run"]["source"]) == measured
    assert set(tools["importlinter"]["root_packages"]) >= measured
    assert set(tools["mypy"]["files"]) >= {*PACKAGES, "tests"}
