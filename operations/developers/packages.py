"""The packages of the clients that this service offers, as `make packages` builds them."""

from __future__ import annotations

from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from django.conf import settings

KINDS = {".whl": "pip install", ".tgz": "npm install"}
"""The command that installs a package, by the end of its name."""


class Package(NamedTuple):
    """A package to download."""

    name: str
    sha256: str
    size: int
    """In bytes."""

    @property
    def command(self) -> str:
        """The command that installs it, without its address."""
        return KINDS[Path(self.name).suffix]


def packages() -> list[Package]:
    """Return the packages in the folder, or nothing if none were built."""
    files = (path for path in sorted(settings.PACKAGES_DIR.glob("*")) if path.suffix in KINDS)
    return [
        Package(path.name, digest(path, path.stat().st_mtime_ns), path.stat().st_size)
        for path in files
    ]


@lru_cache(maxsize=100)
def digest(path: Path, changed_at: int) -> str:
    """Return the SHA-256 of a file, read again only if ``changed_at`` differs."""
    return sha256(path.read_bytes()).hexdigest()
