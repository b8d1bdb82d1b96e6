"""Names the packages in this folder, which is a package itself, and what is compiled of it."""

from __future__ import annotations

import runpy

from setuptools import find_packages, setup

compiling = runpy.run_path("compiling.py")

setup(
    packages=["tablekernel", *(f"tablekernel.{name}" for name in find_packages())],
    ext_modules=compiling["extensions"]("tablekernel", compiling["COMPILED"]),
)
