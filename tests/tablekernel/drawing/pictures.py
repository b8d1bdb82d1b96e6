"""What can be read in a picture."""

from __future__ import annotations

from typing import Any

from tablekernel.drawing.svg import SVG


def texts(root: Any) -> list[str]:
    """All words of a picture; the lines of a name are one after the other."""
    return [text.text or "" for text in root.iter(f"{{{SVG}}}text")]


def titles_of(root: Any) -> list[str]:
    """What is told to who points at something."""
    return [one.text or "" for group in root.iter(f"{{{SVG}}}g") for one in group if is_title(one)]


def is_title(element: Any) -> bool:
    return bool(element.tag == f"{{{SVG}}}title")
