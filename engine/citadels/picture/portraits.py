"""The portraits of the characters: each is a face in a medallion. What a character wears is said in
its file in a few words (``portrait = "crown beard"``); ``WORDS`` has their shapes.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from engine.citadels.characters import CHARACTERS
from engine.citadels.names import RANK_OF
from engine.citadels.picture.paints import HAIR, METAL, PARCHMENT, ROBES, SHADE, SKINS
from tablekernel.drawing.paints import COIN, WHITE
from tablekernel.drawing.svg import Markup, Paint, define, join_markup, reuse, tag

RADIUS: Final = 24
"""The radius of a medallion."""
ROBE: Final = "robe"
INKS: Final = {
    "hair": HAIR, "gray": METAL, "gold": COIN, "dark": SHADE, "white": WHITE, "red": ROBES[8],
}  # fmt: skip
WORDS: Final = {
    # hair and beards
    "beard": ("hair", "M-8-4q1 15 8 15t8-15q-1 5-4 4-4-2-8 0-3 1-4-4z"),
    "long_beard": ("gray", "M-8-4q0 24 8 26 8-2 8-26-1 5-4 4-4-2-8 0-3 1-4-4z"),
    "moustache": ("hair", "M0 .5q-4-1.5-7 2.5 4 1 7-.8 3 1.8 7 .8-3-4-7-2.5z"),
    "curls": (
        "hair",
        "M-8-2q-4-2-2-5-2-4 2-6 2-5 8-4 6-1 8 4 4 2 2 6 2 3-2 5 0-7-3-8-5 2-10 0-3 1-3 8z",
    ),
    "long_hair": (
        "hair",
        "M-7 10q-8-2-4-14-1-12 11-13t11 13q4 12-4 14 3-8 1-16-8-1-10-5-2 5-6 6-2 7 1 15z",
    ),
    "tonsure": ("hair", "M-8.5-3q-1-7 2-9 0 4 1 5-2 1-3 4zM8.5-3q1-7-2-9 0 4-1 5 2 1 3 4z"),
    "wig": (
        "white",
        "M-10 7q-4-4-1-7-3-4 0-7 0-9 11-9.5T11-7q3 3 0 7 3 3-1 7-4 0-3-4 1-6-2-10-5 1-10 0-3"
        " 4-2 10 1 4-3 4z",
    ),
    # hats
    "crown": ("gold", "M-8-9l-1.5-10 5 4L0-22l4.5 7 5-4L8-9q-8-3-16 0z"),
    "imperial_crown": ("gold", "M-9-8v-6q-2-8 7-8v-3h4v3q9 0 7 8v6q-9-3-18 0z"),
    "coronet": ("gold", "M-7-11v-5l3.5 2.5L0-18l3.5 4.5L7-16v5q-7-3-14 0z"),
    "laurel": (
        "gold",
        "M-9-4q-3-8 2-13 1 3-.5 5 3-1 4 0-3 1-3 4l2 1q-3 1-4.5 3z"
        "M9-4q3-8-2-13-1 3 .5 5-3-1-4 0 3 1 3 4l-2 1q3 1 4.5 3z",
    ),
    "mitre": ("white", "M-8-8l-1-8q4-5 9-9 5 4 9 9l-1 8q-8-3-16 0z"),
    "mitre_cross": ("gold", "M-1-10v-4h-3v-2h3v-4h2v4h3v2H1v4z"),
    "galero": ("red", "M-16-9q6-3 8-3 1-9 8-9t8 9q2 0 8 3-7 4-16 4t-16-4z"),
    "hood": (ROBE, "M-11 7q-4-27 11-30Q15-20 11 7q-3-1-3-4 1-15-8-15T-8 3q0 3-3 4z"),
    "cowl": (ROBE, "M-13 9q-1-9 5-8 0 7 8 8 8-1 8-8 6-1 5 8-6 6-13 6t-13-6z"),
    "wizard_hat": (ROBE, "M-15-7q6-2 8-4l6-16q2 2 6 3l-2 2q2 8 5 11 2 2 7 4-15 4-30 0z"),
    "witch_hat": ("dark", "M-17-7q6-1 9-4l3-8-2-5 8 2q3 3 6 11 3 3 10 4-17 4-34 0z"),
    "star": ("gold", "M1-20l1 2.6 2.8.2-2.2 1.8.8 2.7L1-14.2l-2.4 1.5.8-2.7-2.2-1.8L0-17.4z"),
    "turban": ("white", "M-10-7q-3-6 2-9 3-5 8-5t8 5q5 3 2 9-4-4-10-4t-10 4z"),
    "jewel": ("gold", "M0-17l2.5 3.5L0-10l-2.5-3.5z"),
    "veil": (ROBE, "M-12 9q-3-29 12-29T12 9q-4-4-4-14-8-1-8-5-2 4-8 5 0 10-4 14z"),
    "eye": ("gold", "M-4-12q4-3.5 8 0-4 3.5-8 0z"),
    "beret": (ROBE, "M-12-8q-3-8 6-10 10-4 17 2 3 5-2 7-11-4-21 1z"),
    "feather": ("gold", "M7-12q2-12 12-12-1 9-9 14z"),
    "plume": ("red", "M-1-19q3-8 14-5-1 5-5 5 2 3 0 7-3-5-9-7z"),
    "flat_cap": ("dark", "M-10-8q-2-8 10-8t10 8q-10-3-20 0zM-12-7q12-4 24 0v2q-12-4-24 0z"),
    "mortarboard": (
        "dark",
        "M0-22l16 6-16 6-16-6zM-8-12.5L0-9.5l8-3V-7q-8-3-16 0zM13-16h1.5v9H13z",
    ),
    "tricorn": ("dark", "M-15-12q7 2 8-4 7-8 14 0 1 6 8 4-2 6-7 5-8-3-16 0-5 1-7-5z"),
    "wide_hat": ("dark", "M-18-6q6-3 9-4 0-10 9-10t9 10q3 1 9 4-18 4-36 0z"),
    "bandana": ("red", "M-9-6q-1-11 9-11.5T9-6Q0-10-9-6zM8-8l7 1-1 5-5-4z"),
    "helmet": ("gray", "M-10 1q-3-20 10-21T10 1H6v-7H1.5V2h-3v-8H-6v7z"),
    "horns": ("white", "M-9-12q-7-1-7-10 4 5 9 5zM9-12q7-1 7-10-4 5-9 5z"),
    "kettle": ("gray", "M-15-7q5-2 7-4 1-8 8-9 7 1 8 9 2 2 7 4-15 3-30 0z"),
    "goggles": ("gray", "M-9-7.5h18v3H8a4 4 0 0 1-7-1h-2a4 4 0 0 1-7 1h-1z"),
    # faces
    "mask": ("dark", "M-9-8q9 2 18 0-1 7-5 6-2-1-4-2-2 1-4 2-4 1-5-6z"),
    "scarf": ("dark", "M-9-2q9 3 18 0-1 10-9 11-8-1-9-11z"),
    "patch": ("dark", "M-9-11L7-3l-1 1-2-1q-1 2-3 1-1-2 0-3l-10-5z"),
    "monocle": ("gold", "M3-8.5a3.3 3.3 0 1 0 .1 0zM3-7.3a2.1 2.1 0 1 1-.1 0zM6-5.5l1 9h-1z"),
    "collar": ("white", "M-10 8q10-6 20 0l-3 5-7-3-7 3z"),
    "chain": ("gold", "M-10 10q10 10 20 0l1.5 1.5Q0 23-11.5 11.5z"),
}
"""A color and a path. The middle of the medallion is at 0, 0, and the face around 0, -4."""
BUST: Final = "M-19.5 14q3-8 14.5-9.5h10Q16.5 6 19.5 14a24 24 0 0 1-39 0z"
FACE: Final = "M-7.5-6a7.5 7.5 0 0 1 15 0v3q-.5 5-4.5 7.5V9q-3 3-6 0V4.5Q-7-.0-7.5-3z"
FEATURES: Final = "M-3.8-5.5h2v2h-2zM1.8-5.5h2v2h-2zM-2 2.2q2 1 4 0v1q-2 1-4 0z"


def portrait_of(name: str) -> str:
    """Return the name of the definition of a portrait."""
    return f"portrait-{name}"


@cache
def define_portrait(name: str) -> Markup:
    """Define the portrait of a character, in a medallion around 0, 0."""
    rank = RANK_OF[name]
    robe = ROBES[rank]
    parts: list[tuple[Paint, str]] = []
    for word in CHARACTERS[name].portrait.split():
        ink, path = WORDS[word]
        parts.append((robe if ink == ROBE else INKS[ink], path))
    return define(
        portrait_of(name),
        tag("circle", r=RADIUS, fill=PARCHMENT, stroke=robe, stroke_width=2),
        reuse("bust", fill=robe),
        reuse("face", fill=SKINS[rank % len(SKINS)]),
        *(tag("path", d=path, fill=paint) for paint, path in parts),
    )


@cache
def define_shared() -> tuple[Markup, ...]:
    """Define what all portraits have: shoulders, and a face."""
    return (
        define("bust", tag("path", d=BUST)),
        define("face", tag("path", d=FACE), tag("path", d=FEATURES, fill=SHADE)),
    )


@cache
def draw_rank(name: str) -> Markup:
    """Draw the rank of a character on the lower edge of its medallion, in a group that is bold."""
    rank = RANK_OF[name]
    disc = tag("circle", cx=-17, cy=16, r=10, fill=ROBES[rank], stroke=WHITE)
    digit = tag("text", str(rank), x=-17, y=21.5, fill=WHITE, text_anchor="middle")
    return join_markup((disc, digit))


def draw_sign(name: str) -> Markup:
    """Draw the portrait of a character in a square of 16 with its corner at 0, 0."""
    return reuse(portrait_of(name), transform="translate(8 8) scale(.4)")
