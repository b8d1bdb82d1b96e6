"""Bots: functions of a seat's view and the described options, and of nothing else."""

from __future__ import annotations

from engine.citadels.bots.greedy import greedy
from engine.citadels.bots.novice import novice
from engine.kernel.ruleset import Bot

BOTS: dict[str, Bot] = {"random": novice, "greedy": greedy}
