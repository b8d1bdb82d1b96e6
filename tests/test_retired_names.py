"""No definition has a name that was retired."""

from __future__ import annotations

import ast

import pytest

from tests.retired_names import Definition, defined, definitions, lines_left


@pytest.mark.slow
def test_no_retired_name_is_left() -> None:
    assert lines_left(definitions()) == []


@pytest.mark.parametrize(
    ("path", "code", "names"),
    [
        ("games/play/clocks.py", "class Tenure:\n    stint_begin = 1", ["Tenure", "stint_begin"]),
        ("games/staff/admin.py", "class RollBackAdmin: ...", ["RollBackAdmin"]),
        (
            "games/play/save.py",
            "DOWNTIMES_KEPT_DAYS = 1\nleft, eyes = 1, 2",
            ["DOWNTIMES_KEPT_DAYS", "eyes"],
        ),
        ("core/api/limits.py", "class Standing: ...", ["Standing"]),
        ("games/models/standing_order.py", "class StandingOrder: ...", []),
        ("tablekernel/loop.py", "async def told(): ...", ["told"]),
        ("tablekernel/loop.py", "def told_apart(): ...", []),
        ("tests/games/test_x.py", "def test_what_is_told_of_a_tenure(): ...", []),
        ("tests/games/test_x.py", "def test_a_match_ends(): ...", ["test_a_match_ends"]),
        ("tests/engine/test_x.py", "def test_a_match_ends(): ...", []),
        ("engine/citadels/frames.py", "class Turn: ...", []),
        ("games/play/documents.py", "class Turn: ...", ["Turn"]),
    ],
)
def test_a_name_is_found_where_it_is_retired(path: str, code: str, names: list[str]) -> None:
    every = (Definition(path, *found) for found in defined(ast.parse(code)))
    assert [line.split()[2] for line in lines_left(every)] == names
