"""Builds the wheel of the engine: compiled to C, unless ``ENGINE=pure`` is set.

What else there is to say of the wheel stands in ``pyproject.toml``, and the reasons in
``docs/decisions/compiled.md``.
"""

from __future__ import annotations

import os
from pathlib import Path

from setuptools import Extension, setup

ENGINE = Path("engine")

INTERPRETED = (
    "__init__.py",
    "*/__init__.py",
    "citadels/[cdf]*/__init__.py",  # they only name what is beside them
    "castle/[df]*/__init__.py",  # they read files, once, or hold nothing
    "**/text/**/*.py",  # sentences
    "errors.py",
    "kernel/choice_table.py",
    "kernel/defaults.py",
    "drawing/lettering.py",
    "kernel/numbered.py",
    "drawing/paints.py",
    "drawing/panels.py",
    "drawing/pills.py",
    "kernel/record.py",
    "kernel/scene.py",
    "drawing/svg.py",
    "kernel/topics.py",
    "*/catalogue.py",
    "*/defaults.py",
    "*/format_1.py",
    "*/options.py",  # looked at once a match, as all of these
    "*/picture/*.py",
    "*/presentation.py",
    "citadels/presets.py",
    "citadels/terms.py",
    "*/ruleset.py",
    "*/topics.py",
    "**/testing.py",  # what only tests and measurements use
    "citadels/coverage.py",
    "*/invariants.py",
    "*/checks.py",
    "terminal.py",
    "rl/*.py",
)
"""What would gain nothing."""


def compiled_files() -> list[str]:
    """The files that mypyc translates, in a fixed order."""
    left_out = {path for pattern in INTERPRETED for path in ENGINE.glob(pattern)}
    return [str(path) for path in sorted(ENGINE.rglob("*.py")) if path not in left_out]


def extensions() -> list[Extension]:
    """The compiled modules: one library, and a door to it for each of them."""
    if os.environ.get("ENGINE") == "pure":
        return []
    from mypyc.build import mypycify

    checking = ["--config-file=", "--ignore-missing-imports", "--cache-dir=build/mypy"]
    found: list[Extension] = mypycify(
        [*checking, *compiled_files()],
        opt_level=os.environ.get("ENGINE_OPTIMISED", "3"),
        debug_level="0",
        target_dir="build/mypyc",
        group_name="engine",
    )
    for extension in found:
        extension.extra_compile_args += ["-fno-semantic-interposition", "-fno-plt"]
    return found


setup(ext_modules=extensions())
