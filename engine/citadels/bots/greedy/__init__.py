"""The bot of simple rules: take what pays, build the dearest district, hurt the richest player. No
inference, no plan.

It gives each option one number: its worth to this seat now, roughly in gold.
"""

from __future__ import annotations

from engine.citadels.bots.greedy.deciding import greedy

__all__ = ["greedy"]
