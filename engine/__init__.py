"""The rules of games: pure Python, no Django, no input or output.

Start at ``engine.registry``: ``ruleset("citadels")`` is everything the platform needs to know
of a game.
"""
