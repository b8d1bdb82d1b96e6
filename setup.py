"""Builds the wheel of the service: its packages, and the files that they serve or read.

The documentation comes from `build/docs`, so `make docs` runs first. The web client comes from
`build/web`, as `make web-bundle` builds it, or is packaged as its sources where there is no bundle.
"""

from __future__ import annotations

import shutil
import tomllib
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

FILES = (
    "CHANGELOG.md",
    "LICENSE",
    "SECURITY.md",
    "build/docs/**/*",
    "build/packages/**/*",
    "build/web/**/*" if Path("build/web").is_dir() else "clients/web/site/**/*",
    "docs/images/**/*",
    "locale/*/LC_MESSAGES/django.mo",
    "tests/engine/*/replays/*.json",
)
"""Files outside of the packages. In the wheel they are in `citadels/files`, under these paths."""


class BuildWithFiles(build_py):
    """Builds the packages, and copies the files beside them."""

    def run(self) -> None:
        super().run()
        if self.editable_mode:
            return
        if not Path("build/docs/index.html").exists():
            raise SystemExit("There is no documentation in build/docs: run `make docs` first.")
        for path in (path for pattern in FILES for path in Path().glob(pattern) if path.is_file()):
            target = Path(self.build_lib, "citadels", "files", path)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, target)


NOT_OF_THE_SERVICE = ("rich", "setuptools")
"""What clients need, and what builds the packages."""


def requirements(name: str) -> list[str]:
    """Return what a file of requirements names."""
    lines = Path("requirements", name).read_text(encoding="utf-8").splitlines()
    left_out = ("#", "-", *NOT_OF_THE_SERVICE)
    return [line for line in lines if line and not line.startswith(left_out)]


def own_packages() -> list[str]:
    """Return the kernel and the games, in the versions of this repository: no others fit."""
    files = [Path(folder, "pyproject.toml") for folder in ("tablekernel", "engine")]
    projects = [tomllib.loads(file.read_text(encoding="utf-8"))["project"] for file in files]
    return [f"{project['name']}=={project['version']}" for project in projects]


if __name__ == "__main__":
    setup(
        cmdclass={"build_py": BuildWithFiles},
        install_requires=[*requirements("base.in"), *own_packages()],
        extras_require={name: requirements(f"{name}.in") for name in ("sentry", "tracing")},
    )
