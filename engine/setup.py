"""Names the packages in this folder, which is a package itself, and what is compiled of it."""

from __future__ import annotations

import os
from pathlib import Path

from setuptools import Extension, find_packages, setup

INTERPRETED = (
    "setup.py",
    "build/**/*.py",
    "**/__init__.py",
    "**/text/**/*.py",  # sentences
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
)
"""What would gain nothing."""


def compiled_modules() -> list[Extension]:
    """Return the compiled modules, none unless ``ENGINE=compiled``."""
    if os.environ.get("ENGINE") != "compiled":
        return []  # a pure wheel is built without the kernel
    from tablekernel.compiling import extensions

    here = Path()
    left_out = {path for pattern in INTERPRETED for path in here.glob(pattern)}
    return extensions("engine", [str(path) for path in here.rglob("*.py") if path not in left_out])


setup(
    packages=["engine", *(f"engine.{name}" for name in find_packages())],
    ext_modules=compiled_modules(),
)
