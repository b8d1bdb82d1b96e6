"""The rules of the games: pure Python, no Django. Only ``engine.terminal`` has input and output.

Start at ``engine.registry``: ``ruleset("citadels")`` is everything that the platform needs to know
of a game.
"""

from engine.kernel import loop

COMPILED = not str(loop.__file__).endswith(".py")
"""True if this is the engine compiled to C (``make compiled``), not the Python reference."""
