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
    emblem = (
        "M2.2 1.2h3.2c-1 3-1.2 4.3-1.2 5.8a3.8 3.8 0 0 0 7.6 0c0-1.5-.2-2.8-1.2-5.8h3.2"
        "c.9 2.2 1.2 4.1 1.2 6.3a7 7 0 0 1-14 0c0-2.2.3-4.1 1.2-6.3zM2.2 5v1h1V5zM12.8 5v1h1V5z"
        "M2.5 9v1h1V9zM12.5 9v1h1V9zM5 12v1h1v-1zM10 12v1h1v-1z"
    )
