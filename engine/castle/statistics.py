"""What is counted of finished games of The Castle."""

from __future__ import annotations

from typing import Final

from tablekernel.statistics import Count, Statistics

STATISTICS: Final = Statistics(
    counts=(
        Count("follower_placed", event="follower_placed", value="role"),
        Count("feature_scored", event="scored", value="terrain"),
        Count("wall_tile_taken", event="wall_tile_taken", value="wall_tile"),
    ),
)
