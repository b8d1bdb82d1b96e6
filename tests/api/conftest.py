from __future__ import annotations

import pytest

from accounts.models import User
from tests.conftest import ClientOf
from tests.timed import clock
from tests.toy_games import Player, start_game, toy

__all__ = ["clock", "players", "toy"]

Players = tuple[Player, Player, Player]


@pytest.fixture
def players(alice: User, bob: User, charlie: User, client_of: ClientOf) -> Players:
    """Return Alice, who has to decide, Bob, who plays with her, and Charlie, a spectator."""
    game = start_game(alice, bob)
    players = [Player(client_of(user), game.id) for user in (alice, bob, charlie)]
    return players[0], players[1], players[2]
