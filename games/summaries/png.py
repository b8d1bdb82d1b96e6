"""Pictures as PNG, for programs that show no SVG: chats, mail, previews of links."""

from __future__ import annotations

import math
import re
from threading import Lock
from typing import Final

import font_source_sans_pro as font
import resvg_py
from cachetools import LRUCache, cached

WIDTHS: Final = (200, 400, 800)
"""The widths of PNGs in pixels, smallest first. They are few, so that the cache helps."""
FAMILY: Final = "Source Sans Pro"
SIZE = re.compile(r'<svg [^>]*viewBox="0 0 ([\d.]+) ([\d.]+)"')


@cached(LRUCache(50), lock=Lock())
def png_of(picture: str, width: int) -> bytes:
    """Return an SVG as a PNG of ``width`` pixels, in light colors. It takes up to 0.2 s of CPU.

    The font comes with the project, so that all machines draw the same.
    """
    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=picture,
            width=width,
            background="#ffffff",
            skip_system_fonts=True,
            font_files=[font.SourceSansPro, font.SourceSansProBold],
            font_family=FAMILY,
            sans_serif_family=FAMILY,
        )
    )


def size_of(picture: str, width: int) -> tuple[int, int]:
    """Return the width and the height in pixels of the PNG of an SVG.

    Raises ValueError if the picture has no size.
    """
    if (found := SIZE.match(picture)) is None:
        raise ValueError("This picture has no viewBox.")
    across, down = map(float, found.groups())
    return width, math.ceil(down * width / across)
