"""A small Python client of the API of Citadels, and a table in the terminal.

from citadels_client import Api

api = Api("http://127.0.0.1:8000")
api.register("alice", "a long password")
api.log_in("alice", "a long password")
game = api.create(ruleset="citadels", seats=4, bots=["greedy"] * 3)
game = api.start(game["id"])
"""

from __future__ import annotations

from .api import Api
from .errors import Problem, Unreachable
from .streaming import Message
from .turns import turns

__all__ = ["Api", "Message", "Problem", "Unreachable", "turns"]
__version__ = "0.1.0"
