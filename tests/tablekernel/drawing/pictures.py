"""What can be read in a picture."""

from __future__ import annotations

import re
from collections.abc import Iterator
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


def smallest_text(root: Any) -> float:
    """Return the size of the smallest letters of a picture, as they are drawn."""
    defined = {one.get("id"): one for one in root.iter() if one.get("id")}

    def sizes(one: Any, size: float, scale: float) -> Iterator[float]:
        scale *= float((re.findall(r"scale\(([\d.]+)", one.get("transform", "")) or [1])[0])
        size = float(one.get("font-size", size))
        if one.tag == f"{{{SVG}}}text":
            yield size * scale
        if one.tag == f"{{{SVG}}}use":
            yield from sizes(defined[one.get("href")[1:]], size, scale)
        for part in one:
            if part.tag != f"{{{SVG}}}defs":
                yield from sizes(part, size, scale)

    return min(sizes(root, 16, 1))
