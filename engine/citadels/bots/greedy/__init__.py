"""The bot of simple rules: take what pays, build the dearest district, spoil the richest. No
inference, no plan.

It weighs each option by one number that says what the option is worth to this seat now, in
about the value of a gold coin.
"""

from __future__ import annotations

from engine.citadels.bots.greedy.deciding import greedy

__all__ = ["greedy"]
