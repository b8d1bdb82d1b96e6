"""The Stables."""

from __future__ import annotations

from engine.citadels.cards import District


class Stables(District):
    """Building it does not count towards the building limit."""

    name = "stables"
    number = 42
    title = "Stables"
    text = "Building it does not count towards your building limit."
    cost = 2
    worth = 0.6  # nothing else has to wait for it
    counts = False
    building = (
        "wall 2 44 20; roofs M0-19l5-10 19-9 19 9 5 10z; dark M15 0v-17l7.5 8.5zM16.5-17h15L24-9z"
        "M33 0v-17l-7.5 8.5zM16.5 0h15L24-8z; rose 24 27 3; rows 4 9 8 1 1; rows 35 9 8 1 1"
    )
