"""How far colors are from each other (WCAG 2.2: 1.4.3 and 1.4.11)."""

from __future__ import annotations

from tablekernel.drawing.svg import Paint

TEXT, SIGN = 4.5, 3.0
"""The least contrast of texts and of signs."""


def luminance(color: str) -> float:
    parts = (int(color[place : place + 2], 16) / 255 for place in (1, 3, 5))
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def by_day_and_night(one: Paint, other: Paint) -> float:
    """The lesser contrast of the two."""
    return min(contrast(one.day, other.day), contrast(one.night, other.night))
