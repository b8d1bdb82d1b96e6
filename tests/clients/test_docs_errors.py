"""docs/errors.md lists every error of the API, and no other."""

from __future__ import annotations

import ast
import re
from importlib import import_module
from pathlib import Path

from core.api.errors import status_of
from core.errors import CATALOGUE

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "errors.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\| `(\w+)` \| (\d{3}) \|", re.MULTILINE)
ERRORS = sorted(ROOT.glob("*/**/errors.py"))
PACKAGES = ("accounts.", "games.", "notifications.", "core.", "moderation.")


def listed_codes() -> dict[str, int]:
    return {code: int(status) for code, status in ROW.findall(PAGE)}


def defined_codes() -> dict[str, int]:
    """Return the codes and statuses of the service, without those that tests define."""
    modules = [".".join(path.relative_to(ROOT).with_suffix("").parts) for path in ERRORS]
    assert len(modules) > 10
    for module in modules:
        if module.startswith(PACKAGES):
            import_module(module)
    return {
        code: int(status_of(error))
        for code, error in CATALOGUE.items()
        if error.__module__.startswith(PACKAGES)
    }


def test_every_problem_is_listed_with_its_status() -> None:
    assert listed_codes() == defined_codes()


def test_it_lists_the_codes_of_the_options_of_citadels() -> None:
    source = (ROOT / "engine" / "citadels" / "options.py").read_text(encoding="utf-8")
    codes = {
        str(call.args[0].value)
        for call in ast.walk(ast.parse(source))
        if isinstance(call, ast.Call)
        and isinstance(call.func, ast.Name)
        and call.func.id == "OptionsRefused"
        and isinstance(call.args[0], ast.Constant)
    }
    assert codes
    assert {code for code in codes if f"`{code}`" not in PAGE} == set()
