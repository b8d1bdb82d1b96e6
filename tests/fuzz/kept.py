"""The corpus: one file for each input that broke something once."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

CORPUS = Path(__file__).parent / "corpus"


def folder_of(target: str) -> Path:
    return CORPUS / target.replace(" ", "_").replace(",", "")


def inputs_kept(target: str) -> Iterator[bytes]:
    for path in sorted(folder_of(target).glob("*")):
        yield path.read_bytes()


def keep(target: str, name: str, data: bytes) -> Path:
    """Keep an input, for its mending and for ever."""
    folder = folder_of(target)
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / name
    path.write_bytes(data)
    return path
