"""The arithmetic of clocks: pure functions, independent of games and of Django.

A pace says how much time a clock segment gets, a calendar which time counts, and a clock how much
time is left.
"""

from __future__ import annotations

from games.clocks.calendar import Calendar, NeverOpens, Span
from games.clocks.checks import PaceRefused
from games.clocks.clock import Clock
from games.clocks.hours import Hours, QuietHours, Window
from games.clocks.paces import Fischer, Pace, PerDecision, Reserve, Untimed, parse_pace

__all__ = [
    "Calendar",
    "Clock",
    "Fischer",
    "Hours",
    "NeverOpens",
    "Pace",
    "PaceRefused",
    "PerDecision",
    "QuietHours",
    "Reserve",
    "Span",
    "Untimed",
    "Window",
    "parse_pace",
]
