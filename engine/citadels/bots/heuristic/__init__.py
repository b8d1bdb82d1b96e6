"""The bot of experience: it reckons with what others may hold, looks ahead to the end of the match,
and has a line for every character and every district. Search thinks with it.

Options are weighed in points at the end of the match. Options of one verb are weighed together, so
that what they share is worked out once.
"""

from __future__ import annotations

from engine.citadels.bots.heuristic.deciding import HEURISTICS, Heuristic, heuristic

__all__ = ["HEURISTICS", "Heuristic", "heuristic"]
