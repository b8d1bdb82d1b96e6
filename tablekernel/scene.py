"""The input of a picture: what one viewer may know of a match. Drawing code has no state, so it
cannot show what is hidden.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

PORTRAIT: Final = "portrait"
LANDSCAPE: Final = "landscape"
LAYOUTS: Final = (PORTRAIT, LANDSCAPE)
"""The shapes of a picture: for a phone, and for a desktop."""


class Scene(NamedTuple):
    """A table as one viewer sees it.

    ``view`` comes from ``Rules.view``; ``to_act`` is the deciding seat, which is public;
    ``result`` has ``placements``, ``scores`` and ``breakdown`` of a finished match, the last two
    empty if it ended early; ``names`` are the names of the seats.

    ``decision`` is the open decision of the viewer's own seat, with ``question`` and ``options``;
    each option has its ``label`` and its ``marks``, the ids of the elements that it concerns. None:
    nothing in the picture can be chosen. ``preview`` is the option to draw as if it were chosen.
    ``events`` are those of the last move as the viewer may know them, each with its ``text``.
    """

    view: Mapping[str, Any]
    to_act: int | None
    result: Mapping[str, Any] | None
    names: Mapping[int, str]
    decision: Mapping[str, Any] | None = None
    preview: Mapping[str, Any] | None = None
    events: Sequence[Mapping[str, Any]] = ()
    layout: str = PORTRAIT

    @property
    def own_seat(self) -> int | None:
        """The seat of the viewer; None for a spectator."""
        you = self.view.get("you")
        return you["seat"] if you else None
