"""What a picture is drawn from: what one viewer is told of a match, and nothing else. Whoever draws
has no state at hand, and so cannot show what is hidden.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple


class Scene(NamedTuple):
    """A table in the eyes of one viewer.

    ``view`` is what ``Ruleset.view`` gave for him; ``to_act`` the seat that has to decide, which
    all know; ``result`` has ``placements``, ``scores`` and ``breakdown`` of a match that is over,
    the last two empty where the match ended before its rules ended it; ``names`` are what the seats
    are called.
    """

    view: Mapping[str, Any]
    to_act: int | None
    result: Mapping[str, Any] | None
    names: Mapping[int, str]
