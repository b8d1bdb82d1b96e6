"""A small Python client of the API, and a table in the terminal. It knows the rules of no game.

from citadels_client import Api

api = Api("http://127.0.0.1:8000")
api.register("alice", "a long password")
api.log_in("alice", "a long password")
ruleset = api.rulesets()[0]["slug"]
game = api.create(ruleset=ruleset, seats=2, bots=["easy"])
game = api.start(game["id"])
"""

from __future__ import annotations

from .api import Api
from .errors import Problem, Unreachable
from .oauth import Grant
from .streaming import Message
from .turns import turns

__all__ = ["Api", "Grant", "Message", "Problem", "Unreachable", "turns"]
__version__ = "0.2.0"
