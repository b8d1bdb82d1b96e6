"""The input of a picture: what one viewer may know of a match. Drawing code has no state, so it
cannot show what is hidden.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple


class Scene(NamedTuple):
    """A table as one viewer sees it.

    ``view`` comes from ``Rules.view``; ``to_act`` is the deciding seat, which is public;
    ``result`` has ``placements``, ``scores`` and ``breakdown`` of a finished match, the last two
    empty if it ended early; ``names`` are the names of the seats.
    """

    view: Mapping[str, Any]
    to_act: int | None
    result: Mapping[str, Any] | None
    names: Mapping[int, str]
