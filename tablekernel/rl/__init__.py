"""Reinforcement learning: every game as a PettingZoo environment. Needs the extra ``rl``.

See docs/reinforcement-learning.md.
"""

from tablekernel.rl.environment import env, raw_env

__all__ = ["env", "raw_env"]
