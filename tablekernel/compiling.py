"""Compile the kernel, or a game on it, to C: for the ``setup.py`` of a package.

    setup(packages=["mygame"], ext_modules=extensions("mygame", ["mygame/rules.py"]))

Nothing is compiled unless the variable ``ENGINE`` is ``compiled``: a wheel is plain Python then. It
needs mypy in the same environment (``pip wheel --no-build-isolation``) and a C compiler. A compiled
game runs only with the compiled kernel of the same sources; see docs/decisions/compiled.md.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from setuptools import Extension

KERNEL: Final = Path(__file__).resolve().parent

COMPILED: Final = tuple(
    str(KERNEL / f"{name}.py")
    for name in (
        "analysis",
        "bots",
        "codec",
        "drawing/chart",
        "drawing/elements",
        "events",
        "frames",
        "hooks",
        "loop",
        "marks",
        "problem",
        "puzzles",
        "rng",
        "rules",
        "schemas",
        "search",
        "state",
    )
)
"""The compiled files of the kernel. The others would gain nothing."""


def extensions(package: str, files: Iterable[str]) -> list[Extension]:
    """Return the compiled modules of a package: a library, and a door to it for each of ``files``.

    The kernel is translated, too, since a class needs the layout of its base. Its library is left
    out: it is that of the wheel of the kernel.
    """
    if os.environ.get("ENGINE") != "compiled":
        return []
    from mypyc.build import mypycify

    kernel = name_library()
    own = kernel if package == KERNEL.name else package
    groups = {own: sorted(files), kernel: list(COMPILED)}
    found: list[Extension] = mypycify(
        [
            *("--config-file=", "--ignore-missing-imports", "--cache-dir=build/mypy"),
            *(path for group in groups.values() for path in group),
        ],
        opt_level=os.environ.get("ENGINE_OPTIMISED", "3"),
        debug_level="0",
        target_dir="build/mypyc",
        separate=[(paths, name) for name, paths in groups.items()],
    )
    kept = [one for one in found if one.name.startswith((f"{own}__mypyc", f"{package}."))]
    for extension in kept:
        extension.extra_compile_args += ["-fno-semantic-interposition", "-fno-plt"]
    return kept


def name_library() -> str:
    """Return the name of the library of the kernel, with a digest of its sources and of mypyc.

    A game compiled for another kernel asks for another library, and is refused at its import
    instead of reading memory at the wrong places.
    """
    from mypy.version import __version__

    found = sha256(__version__.encode())
    for path in COMPILED:
        found.update(Path(path).read_bytes())
    return f"{KERNEL.name}_{found.hexdigest()[:12]}"
