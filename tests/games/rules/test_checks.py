"""A service without a game says so when it starts."""

from __future__ import annotations

import pytest

from games.rules.checks import games_check
from tablekernel import registry


def test_installed_games_are_no_fault() -> None:
    assert games_check(None) == []


def test_a_service_without_a_game_is_an_error_with_a_hint(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "RULESETS", {})
    (error,) = games_check(None)
    assert (error.id, error.is_serious()) == ("games.E001", True)
    assert "citadels-engine" in str(error.hint)
