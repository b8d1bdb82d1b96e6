"""The rules of games: pure Python, no Django, no input or output.

Start at ``engine.registry``: ``ruleset("citadels")`` is everything the platform needs to know
of a game.
"""

from engine.kernel import loop

COMPILED = not str(loop.__file__).endswith(".py")
"""Whether this is the engine that was compiled to C (``make compiled``), and not the reference."""
