"""A small Python client of the API.

    from clients.citadels_client import Api

    api = Api("http://127.0.0.1:8000")
    api.register("alice", "a long password")
    api.log_in("alice", "a long password")
    game = api.create(ruleset="citadels", seats=4, bots=["greedy"] * 3)
    game = api.start(game["id"])

It needs the packages urllib3 and, for ``table``, rich; the folder may be copied elsewhere as it is.
"""

from __future__ import annotations

from .api import Api
from .errors import Problem, Unreachable

__all__ = ["Api", "Problem", "Unreachable"]
